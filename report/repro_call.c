/* The call of the function that fails.
 *
 * Ordinarily by its name, so that the compiler checks the arguments.  A struct passed
 * or returned by value has been taken apart by then: the witness knows the pieces as
 * the ABI passes them (`p.coerce0`), the copy on the stack (`p.byval`) and the place
 * for the result (`agg.result`), and the call is made through a pointer to a function
 * of just those parameters. */
#include "repro.h"
#include <inttypes.h>
#include <string.h>

static const struct ha_var_row *parameter(const struct ha_repro *repro, unsigned i) {
  return &repro->program->vars.at[repro->program->params.at[i]];
}

/* A parameter that is not one of the source's. */
static bool is_piece(const struct ha_var_row *param) {
  return strchr(param->name, '.') != NULL;
}

static bool is_by_value(const struct ha_var_row *param) {
  const char *dot = strrchr(param->name, '.');
  return dot && !strcmp(dot, ".byval");
}

static bool is_taken_apart(const struct ha_repro *repro) {
  const struct ha_program *p = repro->program;
  for (unsigned i = 0; i < p->params.count; i++)
    if (is_piece(parameter(repro, i)))
      return true;
  for (unsigned i = 0; i < p->limitations.count; i++)
    if (p->limitations.at[i].what &&
        !strcmp(p->limitations.at[i].what, "wide-parameter"))
      return true; /* … and one that is passed in no general register */
  return false;
}

static uint64_t pointee_size(const struct ha_repro *repro, ha_type pointer) {
  const struct ha_types *types = repro->program->types;
  return ha_type_get(types, ha_type_get(types, pointer)->elem)->size;
}

/* Any type of that size that goes on the stack is passed alike. */
static const char *copied_type(const struct ha_repro *repro,
                               const struct ha_var_row *param) {
  return ha_arena_printf(repro->arena, "struct { char bytes[%" PRIu64 "]; }",
                         pointee_size(repro, param->type));
}

static const char *register_type(const struct ha_repro *repro, ha_type type) {
  bool is_ptr = ha_type_is_ptr(repro->program->types, type);
  return is_ptr ? "void *" : ha_type_spell(repro->program->types, type);
}

/* Types for each parameter that is a struct on the stack. */
static void declare_copies(struct ha_repro *repro) {
  for (unsigned i = 0; i < repro->program->params.count; i++)
    if (is_by_value(parameter(repro, i)))
      fprintf(repro->out, "typedef %s ha_copied_%u;\n",
              copied_type(repro, parameter(repro, i)), i);
}

static const char *type_of(const struct ha_repro *repro, unsigned i) {
  const struct ha_var_row *param = parameter(repro, i);
  return is_by_value(param) ? ha_arena_printf(repro->arena, "ha_copied_%u", i)
                            : register_type(repro, param->type);
}

static const char *argument(struct ha_repro *repro, unsigned i) {
  const struct ha_var_row *param = parameter(repro, i);
  const char *value = ha_repro_value(repro, param->type, repro->witness->args[i]);
  return is_by_value(param)
             ? ha_arena_printf(repro->arena, "*(ha_copied_%u *)%s", i, value)
             : value;
}

static const char *join(struct ha_repro *repro,
                        const char *(*part)(struct ha_repro *repro, unsigned i)) {
  const char *text = "";
  for (unsigned i = 0; i < repro->program->params.count; i++)
    text = ha_arena_printf(repro->arena, "%s%s%s", text, i ? ", " : "", part(repro, i));
  return text;
}

static const char *type_part(struct ha_repro *repro, unsigned i) {
  return type_of(repro, i);
}

static const char *function_name(const struct ha_repro *repro) {
  const char *name = repro->program->name;
  return strcmp(name, "main") ? name : "ha_user_main";
}

/* The callee, as a function of the pieces if it has to be. */
static const char *callee(struct ha_repro *repro) {
  const struct ha_program *p = repro->program;
  if (!is_taken_apart(repro))
    return function_name(repro);
  const char *result =
      p->result ? register_type(repro, p->vars.at[p->result].type) : "void";
  const char *types = p->params.count ? join(repro, type_part) : "void";
  return ha_arena_printf(repro->arena, "((%s (*)(%s))%s)", result, types,
                         function_name(repro));
}

void ha_repro_call(struct ha_repro *repro) {
  declare_copies(repro);
  const char *call =
      ha_arena_printf(repro->arena, "%s(%s)", callee(repro), join(repro, argument));
  fputs("__attribute__((noinline, no_sanitize(\"function\")))\n"
        "static void ha_call(void) {\n",
        repro->out);
  if (repro->program->result)
    fprintf(repro->out,
            "  static __typeof__(%s) ha_result; /* what it holds is no leak */\n"
            "  ha_result = %s;\n  (void)ha_result;\n}\n\n",
            call, call);
  else
    fprintf(repro->out, "  %s;\n}\n\n", call);
}
