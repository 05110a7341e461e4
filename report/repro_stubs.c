/* What the source takes from elsewhere: allocation that fails on demand, functions
 * and variables that some other unit defines, the __VERIFIER_* functions.
 *
 * Assembler labels do the work, so that no macro can meet the source's own use of a
 * name.  `void *malloc(size_t) __asm__("ha_hook_malloc")` before the source makes its
 * every `malloc` a reference to the hook; after it, a function of any C name labelled
 * "get" defines what the source declared as `struct node *get(int)` without our
 * knowing that type: integers and pointers return in the same register. */
#include "repro.h"
#include <string.h>

/* Each allocation function that the lowering models as one that may fail. */
static const struct {
  const char *name, *params, *args;
} allocators[] = {
    {"malloc", "__SIZE_TYPE__ n", "n"},
    {"calloc", "__SIZE_TYPE__ n, __SIZE_TYPE__ m", "n, m"},
    {"realloc", "void *p, __SIZE_TYPE__ n", "p, n"},
    {"reallocarray", "void *p, __SIZE_TYPE__ n, __SIZE_TYPE__ m", "p, n, m"},
    {"aligned_alloc", "__SIZE_TYPE__ a, __SIZE_TYPE__ n", "a, n"},
    {"strdup", "const char *s", "s"},
    {"strndup", "const char *s, __SIZE_TYPE__ n", "s, n"},
};
enum { ALLOCATORS = sizeof allocators / sizeof *allocators };

/* strdup and strndup return char *, the rest void *. */
static const char *allocator_type(unsigned i) {
  return !strncmp(allocators[i].name, "str", 3) ? "char *" : "void *";
}

bool ha_repro_is_identifier(const char *name) {
  if (!name || !*name || strchr("0123456789", *name))
    return false;
  for (; *name; name++)
    if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789",
                *name))
      return false;
  return true;
}

/* ---- the recorded answers, as lists of their own ---- */

struct list {
  enum ha_origin origin;
  const char *callee; /* CALL_RESULT; NULL: through a pointer */
};

static bool belongs(const struct ha_choice *choice, const struct list *list) {
  if (choice->lazy || choice->origin != list->origin)
    return false;
  if (list->origin != HA_ORIGIN_CALL_RESULT)
    return true;
  if (!choice->callee || !list->callee)
    return !ha_repro_is_identifier(choice->callee) && !list->callee;
  return !strcmp(choice->callee, list->callee);
}

static unsigned count_answers(const struct ha_repro *repro, const struct list *list) {
  unsigned count = 0;
  for (unsigned i = 0; i < repro->witness->choices.count; i++)
    count += belongs(&repro->witness->choices.at[i], list);
  return count;
}

static bool some_allocation_fails(const struct ha_repro *repro) {
  for (unsigned i = 0; i < repro->witness->choices.count; i++) {
    const struct ha_choice *choice = &repro->witness->choices.at[i];
    if (!choice->lazy && choice->origin == HA_ORIGIN_ALLOC_FAILS &&
        choice->value.bits & 1)
      return true;
  }
  return false;
}

static void declare_list(struct ha_repro *repro, const struct list *list,
                         const char *name) {
  unsigned count = count_answers(repro, list);
  fprintf(repro->out, "static ha_word ha_list_%s[%u];\n", name, count ? count : 1);
  fprintf(repro->out, "static struct ha_list ha_%s = {ha_list_%s, %u, 0};\n", name,
          name, count);
}

static void fill_list(struct ha_repro *repro, const struct list *list,
                      const char *name) {
  unsigned at = 0;
  for (unsigned i = 0; i < repro->witness->choices.count; i++) {
    const struct ha_choice *choice = &repro->witness->choices.at[i];
    if (belongs(choice, list))
      fprintf(repro->out, "  ha_list_%s[%u] = (ha_word)%s;\n", name, at++,
              ha_repro_value(repro, choice->type, choice->value));
  }
}

/* ---- which functions ---- */

/* Walks the functions to define: the unit's undefined ones, then those whose answers
 * the witness has (the C library's too, if the run depends on them). */
static const char *stub_name(const struct ha_repro *repro, unsigned i) {
  const char *const *known = repro->options->extern_functions;
  for (; known && *known; known++)
    if (i-- == 0)
      return *known;
  const struct ha_witness *witness = repro->witness;
  return i < witness->choices.count && !witness->choices.at[i].lazy &&
                 witness->choices.at[i].origin == HA_ORIGIN_CALL_RESULT &&
                 ha_repro_is_identifier(witness->choices.at[i].callee)
             ? witness->choices.at[i].callee
             : NULL;
}

static unsigned stub_limit(const struct ha_repro *repro) {
  unsigned count = repro->witness->choices.count;
  const char *const *known = repro->options->extern_functions;
  for (; known && *known; known++)
    count++;
  return count;
}

static bool is_first(const struct ha_repro *repro, unsigned index) {
  for (unsigned i = 0; i < index; i++) {
    const char *other = stub_name(repro, i);
    if (other && !strcmp(other, stub_name(repro, index)))
      return false;
  }
  return true;
}

static bool has_prefix(const char *text, const char *prefix) {
  return !strncmp(text, prefix, strlen(prefix));
}

/* What the function returns in C terms; the first answer's type tells. */
static const char *stub_type(const struct ha_repro *repro, const char *name) {
  if (!strcmp(name, "__VERIFIER_nondet_double"))
    return "double";
  if (!strcmp(name, "__VERIFIER_nondet_float"))
    return "float";
  struct list list = {HA_ORIGIN_CALL_RESULT, name};
  for (unsigned i = 0; i < repro->witness->choices.count; i++) {
    const struct ha_choice *choice = &repro->witness->choices.at[i];
    if (!belongs(choice, &list))
      continue;
    const struct ha_type_info *type = ha_type_get(repro->program->types, choice->type);
    if (type->kind == HA_TYPE_FLOAT)
      return type->size == 4 ? "float" : "double";
  }
  return "ha_word";
}

/* "malloc!" if the function was taken to do as malloc does; NULL if it was not. */
static const char *model_of(const struct ha_repro *repro, const char *name) {
  const struct ha_program *p = repro->program;
  const char *prefix = ha_arena_printf(repro->arena, "model:%s=", name);
  for (unsigned i = 0; i < p->limitations.count; i++) {
    const char *what = p->limitations.at[i].what;
    if (what && has_prefix(what, prefix))
      return what + strlen(prefix);
  }
  return NULL;
}

/* Three arguments are as many as any of them takes; who takes fewer does not look. */
static void define_model(struct ha_repro *repro, const char *name, const char *model) {
  size_t length = strcspn(model, "!");
  const char *target = ha_arena_strndup(repro->arena, model, length);
  bool is_hooked = false;
  for (unsigned i = 0; i < ALLOCATORS && !model[length]; i++)
    is_hooked |= some_allocation_fails(repro) && !strcmp(allocators[i].name, target);
  fprintf(repro->out,
          "ha_word ha_model_%s(ha_word, ha_word, ha_word) __asm__(\"%s%s\");\n", name,
          is_hooked ? "ha_hook_" : "", target);
  fprintf(repro->out,
          "ha_word ha_stub_%s(ha_word, ha_word, ha_word) __asm__(\"%s\");\n"
          "HA_ANY_TYPE ha_word ha_stub_%s(ha_word a, ha_word b, ha_word c) {\n"
          "  return ha_model_%s(a, b, c);\n}\n",
          name, name, name, name);
}

static void define_stub(struct ha_repro *repro, const char *name) {
  const char *model = model_of(repro, name);
  if (model) {
    define_model(repro, name, model);
    return;
  }
  const char *params = "void", *body = NULL;
  if (!strcmp(name, "__VERIFIER_assert"))
    params = "int holds", body = "if (!holds) ha_abort(); return 0;";
  else if (!strcmp(name, "__VERIFIER_assume"))
    params = "int holds", body = "if (!holds) ha_exit(0); return 0;";
  else if (!strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error"))
    body = "ha_abort(); return 0;";
  else if (has_prefix(name, "__VERIFIER_nondet"))
    body = "return ha_next(&ha_nondet);";
  else
    body = ha_arena_printf(repro->arena, "return ha_next(&ha_for_%s);", name);
  const char *type = stub_type(repro, name);
  if (!strcmp(type, "double") || !strcmp(type, "float"))
    body = ha_arena_printf(repro->arena, "return ha_%s(ha_next(&ha_%s%s));", type,
                           has_prefix(name, "__VERIFIER_nondet") ? "nondet" : "for_",
                           has_prefix(name, "__VERIFIER_nondet") ? "" : name);
  fprintf(repro->out,
          "%s ha_stub_%s(%s) __asm__(\"%s\");\n"
          "HA_ANY_TYPE %s ha_stub_%s(%s) { %s }\n",
          type, name, params, name, type, name, params, body);
}

/* Another unit's variables: their type is the one the source declares. */
static void define_variables(struct ha_repro *repro) {
  const char *const *name = repro->options->extern_variables;
  for (; name && *name; name++)
    if (ha_repro_is_identifier(*name))
      fprintf(repro->out, "__typeof__(%s) %s;\n", *name, *name);
}

/* ---- the three sections ---- */

void ha_repro_redirect(struct ha_repro *repro) {
  if (!some_allocation_fails(repro))
    return;
  for (unsigned i = 0; i < ALLOCATORS; i++)
    fprintf(repro->out, "%s%s(%s) __asm__(\"ha_hook_%s\");\n", allocator_type(i),
            allocators[i].name, allocators[i].params, allocators[i].name);
  fputc('\n', repro->out);
}

/* The operands of # and ## are not expanded: a source may #define malloc. */
static const char hook_macro[] =
    "#define HA_HOOK(type, name, params, args) \\\n"
    "  type ha_real_##name params __asm__(#name); \\\n"
    "  type ha_do_##name params __asm__(\"ha_hook_\" #name); \\\n"
    "  type ha_do_##name params { \\\n"
    "    return ha_next(&ha_alloc_fails) ? 0 : ha_real_##name args; \\\n"
    "  }\n";

static void define_hooks(struct ha_repro *repro) {
  struct list failures = {HA_ORIGIN_ALLOC_FAILS, NULL};
  declare_list(repro, &failures, "alloc_fails");
  fputs(hook_macro, repro->out);
  for (unsigned i = 0; i < ALLOCATORS; i++)
    fprintf(repro->out, "HA_HOOK(%s, %s, (%s), (%s))\n", allocator_type(i),
            allocators[i].name, allocators[i].params, allocators[i].args);
}

void ha_repro_stubs(struct ha_repro *repro) {
  struct list nondet = {HA_ORIGIN_NONDET, NULL};
  struct list callback = {HA_ORIGIN_CALL_RESULT, NULL};
  declare_list(repro, &nondet, "nondet");
  declare_list(repro, &callback, "by_pointer");
  fputs("HA_ANY_TYPE static ha_word ha_callback(void) { return "
        "ha_next(&ha_by_pointer); }\n",
        repro->out);
  if (some_allocation_fails(repro))
    define_hooks(repro);
  define_variables(repro);
  for (unsigned i = 0; i < stub_limit(repro); i++) {
    const char *name = stub_name(repro, i);
    if (!name || !is_first(repro, i))
      continue;
    struct list list = {HA_ORIGIN_CALL_RESULT, name};
    declare_list(repro, &list, ha_arena_printf(repro->arena, "for_%s", name));
    define_stub(repro, name);
  }
}

void ha_repro_answers(struct ha_repro *repro) {
  struct list nondet = {HA_ORIGIN_NONDET, NULL};
  struct list callback = {HA_ORIGIN_CALL_RESULT, NULL};
  struct list failures = {HA_ORIGIN_ALLOC_FAILS, NULL};
  fill_list(repro, &nondet, "nondet");
  fill_list(repro, &callback, "by_pointer");
  if (some_allocation_fails(repro))
    fill_list(repro, &failures, "alloc_fails");
  for (unsigned i = 0; i < stub_limit(repro); i++) {
    const char *name = stub_name(repro, i);
    if (!name || !is_first(repro, i))
      continue;
    struct list list = {HA_ORIGIN_CALL_RESULT, name};
    fill_list(repro, &list, ha_arena_printf(repro->arena, "for_%s", name));
  }
}
