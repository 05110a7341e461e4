/* A refuted check as a C program that fails.
 *
 * The file includes the user's source between what must come before it (redirected
 * allocation functions, `main` renamed) and the harness, which uses no header and no
 * name without the prefix ha_, so that it meets nothing of the source's.  Run under
 * ASan and UBSan it builds the input heap, calls the function and dies at the check;
 * if the function comes back, it leaves with status 0 and no leak report, unless a
 * leak is what it is to show. */
#include "cause.h"
#include "repro.h"
#include "where.h"
#include <stdlib.h>
#include <string.h>

static const char harness[] =
    "typedef unsigned long long ha_word;\n"
    "struct ha_list {\n"
    "  ha_word *at;\n"
    "  unsigned count, next;\n"
    "};\n"
    "void *ha_malloc(__SIZE_TYPE__) __asm__(\"malloc\");\n"
    "__attribute__((noreturn)) void ha_exit(int) __asm__(\"_exit\");\n"
    "__attribute__((noreturn)) void ha_abort(void) __asm__(\"abort\");\n"
    "__attribute__((weak)) void __lsan_do_leak_check(void);\n"
    "#define HA_ANY_TYPE __attribute__((no_sanitize(\"function\"), used))\n"
    "\n"
    "const char *__asan_default_options(void);\n"
    "const char *__asan_default_options(void) {\n"
    "  return \"detect_stack_use_after_return=1:detect_leaks=1:\"\n"
    "         \"max_malloc_fill_size=1048576:handle_abort=1\";\n"
    "}\n"
    "static inline ha_word ha_next(struct ha_list *list) {\n"
    "  return list->next < list->count ? list->at[list->next++] : 0;\n"
    "}\n"
    "static inline double ha_double(ha_word bits) {\n"
    "  return ((union { ha_word from; double to; }){bits}).to;\n"
    "}\n"
    "static inline float ha_float(ha_word bits) {\n"
    "  return ((union { unsigned from; float to; }){(unsigned)bits}).to;\n"
    "}\n"
    "static inline void ha_put(void *to, __SIZE_TYPE__ offset, unsigned size,\n"
    "                          ha_word value) {\n"
    "  for (unsigned i = 0; i < size; i++)\n"
    "    ((unsigned char *)to)[offset + i] = (unsigned char)(value >> 8 * i);\n"
    "}\n"
    "static inline void ha_put_bytes(void *to, __SIZE_TYPE__ offset,\n"
    "                                const char *from, __SIZE_TYPE__ size) {\n"
    "  for (__SIZE_TYPE__ i = 0; i < size; i++)\n"
    "    ((char *)to)[offset + i] = from[i];\n"
    "}\n"
    "/* No uninitialised local is a pointer by chance, and no stale copy of one hides\n"
    "   a leak. */\n"
    "__attribute__((noinline, no_sanitize(\"address\"))) static void ha_scrub(void) {\n"
    "  volatile unsigned char stack[1 << 16];\n"
    "  for (unsigned i = 0; i < sizeof stack; i++)\n"
    "    stack[i] = 0xbe;\n"
    "}\n";

/* A comment cannot end early because a file name or a message has its end in it. */
static void put_comment(FILE *out, const char *text) {
  for (; *text; text++) {
    fputc(*text == '\n' ? ' ' : *text, out);
    if (text[0] == '*' && text[1] == '/')
      fputc(' ', out);
  }
}

static void put_quoted(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++)
    fputc(*text, out);
  fputc('"', out);
}

/* Where the sanitizers will point: for a leak, that is where the block came from. */
static ha_pos failing_place(const struct ha_repro *repro) {
  struct ha_cause cause = ha_report_cause(repro->arena, repro->result, repro->check);
  if (cause.kind == HA_CAUSE_LOST && cause.allocated)
    return cause.allocated;
  return repro->program->checks.at[repro->check].pos;
}

static void head(struct ha_repro *repro) {
  const struct ha_check_row *row = &repro->program->checks.at[repro->check];
  const struct ha_pos_row *pos = ha_where_get(repro->program, failing_place(repro));
  const struct ha_diagnostic *diagnostic =
      ha_report_diagnostic(repro->arena, repro->result, repro->check);
  FILE *out = repro->out;
  fprintf(out, "/* heapabs: %s in '%s', fails at ", ha_check_id[row->kind],
          repro->program->name);
  put_comment(out, ha_arena_printf(repro->arena, "%s:%u", pos->file, pos->line));
  fprintf(out, "\n *   ");
  put_comment(out, diagnostic->message);
  if (diagnostic->notes.count) {
    fprintf(out, "\n *   ");
    put_comment(out, diagnostic->notes.at[0].message);
  }
  fprintf(out,
          "\n * Compile it and run it:\n *   clang -g -fsanitize=address,undefined");
  const char *const *flag = repro->options->cflags;
  for (; flag && *flag; flag++) {
    fputc(' ', out);
    put_comment(out, *flag);
  }
  fprintf(out, " THIS.c && ./a.out */\n\n");
}

/* Forming the address of a field of null is not what fails, using it is: UBSan is kept
 * from complaining about the former. */
static bool forms_a_field_of_null(const struct ha_repro *repro) {
  return ha_report_cause(repro->arena, repro->result, repro->check).kind ==
         HA_CAUSE_FIELD_OF_NULL;
}

static void include(struct ha_repro *repro) {
  bool quiet = forms_a_field_of_null(repro);
  fputs("#define main ha_user_main\n", repro->out);
  if (quiet)
    fputs("#pragma clang attribute push(__attribute__((no_sanitize(\"null\", "
          "\"pointer-overflow\"))), apply_to = function)\n",
          repro->out);
  fputs("#include ", repro->out);
  put_quoted(repro->out, repro->options->source);
  fputs(quiet ? "\n#pragma clang attribute pop\n" : "\n", repro->out);
  fputs("#undef main\n\n", repro->out);
}

static void run(struct ha_repro *repro) {
  bool leak = repro->program->checks.at[repro->check].kind == HA_CHECK_LEAK;
  fprintf(repro->out,
          "int main(void) {\n  ha_build();\n  ha_scrub();\n  ha_call();\n%s"
          "  ha_exit(0);\n}\n",
          leak ? "  ha_scrub();\n  if (__lsan_do_leak_check)\n"
                 "    __lsan_do_leak_check();\n"
               : "");
}

static void write_all(struct ha_repro *repro) {
  head(repro);
  ha_repro_redirect(repro);
  include(repro);
  fputs(harness, repro->out);
  fputs("\n/* What the run saw of the rest of the program, in order. */\n", repro->out);
  ha_repro_stubs(repro);
  fputs("\n/* The input heap. */\n", repro->out);
  ha_repro_declare_heap(repro);
  fputs("\nstatic void ha_build(void) {\n", repro->out);
  ha_repro_build_heap(repro);
  ha_repro_answers(repro);
  fputs("}\n\n", repro->out);
  ha_repro_call(repro);
  run(repro);
}

char *ha_report_reproducer(struct ha_arena *arena, const struct ha_result *result,
                           ha_check check, const struct ha_repro_options *options) {
  const struct ha_witness *witness = result->checks[check].witness;
  if (result->checks[check].verdict != HA_REFUTED || !witness || !witness->entry)
    return NULL;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return NULL;
  struct ha_repro repro = {arena,   out,   result, result->program,
                           witness, check, options};
  write_all(&repro);
  fclose(out);
  char *copy = text ? ha_arena_strdup(arena, text) : NULL;
  free(text);
  return copy;
}

char *ha_report_reproducer_name(struct ha_arena *arena, const struct ha_result *result,
                                ha_check check, const char *source) {
  const char *slash = strrchr(source, '/');
  const char *base = slash ? slash + 1 : source;
  const char *dot = strrchr(base, '.');
  int length = (int)(dot ? (size_t)(dot - base) : strlen(base));
  return ha_arena_printf(arena, "%.*s.%s.%s.%u.c", length, base, result->program->name,
                         ha_check_id[result->program->checks.at[check].kind], check);
}
