/* The solver against MONA, which decides what it is asked by automata.
 *
 * A link without circles is a forest over null: WS2S says it, with null as the root,
 * the objects a set T of positions, and y reached from x if it is a prefix of x.  A
 * list on which everything lies is WS1S, with null behind the last position.  So the
 * trees of a ghost parent and the lists of a field are both here, with sets and
 * quantifiers. */
#include "domain/solver.h"
#include "domain/vocab.h"
#include "expect.h"
#include "gcl/text.h"
#include "random_formula.h"
#include <stdlib.h>
#include <unistd.h>

enum { PARTS = 3 };

/* ---- formulas as MONA reads them ---- */

struct writer {
  FILE *out;
  struct ha_terms *t;
  unsigned names, depth; /* names used so far; quantifiers around */
};

static void write_formula(struct writer *w, ha_term formula);

/* The name of an object; of a field of one, a new name, put into `steps`. */
struct steps {
  unsigned count, from[16];
  char of[16][16];
};

static void name_of(struct writer *w, ha_term object, struct steps *steps, char *name) {
  const struct ha_term_row *row = ha_term_get(w->t, object);
  if (row->op == HA_TERM_NULL)
    strcpy(name, "nil");
  else if (row->op == HA_TERM_BOUND)
    sprintf(name, "v%u", w->depth - 1 - (unsigned)row->imm);
  else if (row->op == HA_TERM_SYM)
    sprintf(name, "%s", ha_symbol_get(w->t, (ha_symbol)row->imm)->name);
  else {
    char inner[16];
    name_of(w, row->args[1], steps, inner);
    strcpy(steps->of[steps->count], inner);
    steps->from[steps->count++] = w->names;
    sprintf(name, "k%u", w->names++);
  }
}

static void write_atom(struct writer *w, const struct ha_term_row *row) {
  struct steps steps = {0};
  char name[3][16];
  bool is_member = row->op == HA_TERM_SELECT;
  unsigned first = row->op != HA_TERM_EQ, count = row->count - first;
  for (unsigned i = 0; i < count; i++)
    name_of(w, row->args[first + i], &steps, name[i]);
  fputc('(', w->out);
  for (unsigned i = 0; i < steps.count; i++)
    fprintf(w->out, "ex1 k%u: k%u in T & step(%s, k%u, T, nil) & (", steps.from[i],
            steps.from[i], steps.of[i], steps.from[i]);
  if (is_member)
    fprintf(w->out, "%s in %s", name[0],
            ha_symbol_get(w->t, (ha_symbol)ha_term_get(w->t, row->args[0])->imm)->name);
  else if (row->op == HA_TERM_EQ)
    fprintf(w->out, "%s = %s", name[0], name[1]);
  else
    fprintf(w->out, "before(%s, %s) & before(%s, %s)", name[0], name[1], name[1],
            name[2]);
  for (unsigned i = 0; i <= steps.count; i++)
    fputc(')', w->out);
}

static void write_all(struct writer *w, const struct ha_term_row *row,
                      const char *between) {
  fputc('(', w->out);
  for (unsigned i = 0; i < row->count; i++) {
    fputs(i ? between : "", w->out);
    write_formula(w, row->args[i]);
  }
  fputc(')', w->out);
}

static void write_formula(struct writer *w, ha_term formula) {
  const struct ha_term_row row = *ha_term_get(w->t, formula);
  switch (row.op) {
  case HA_TERM_TRUE:
  case HA_TERM_FALSE:
    fputs(row.op == HA_TERM_TRUE ? "true" : "false", w->out);
    break;
  case HA_TERM_NOT:
    fputc('~', w->out);
    write_all(w, &row, "");
    break;
  case HA_TERM_AND:
  case HA_TERM_OR:
  case HA_TERM_IFF:
    write_all(w, &row,
              row.op == HA_TERM_AND  ? " & "
              : row.op == HA_TERM_OR ? " | "
                                     : " <=> ");
    break;
  case HA_TERM_FORALL:
    fprintf(w->out, "(all1 v%u: v%u in T => ", w->depth, w->depth);
    w->depth++;
    write_all(w, &row, "");
    w->depth--;
    fputc(')', w->out);
    break;
  default:
    write_atom(w, &row);
  }
}

/* The structures: T, null, and what is reached and stepped to in them. */
static const char forest[] =
    "ws2s;\n"
    "pred before(var1 x, var1 y) = y <= x;\n"
    "pred step(var1 x, var1 y, var2 T, var1 nil) = (x = nil & y = nil) | "
    "(y < x & y in T & ~(ex1 z: z in T & y < z & z < x));\n"
    "var2 T;\nvar1 nil;\nnil = root;\nnil in T;\n";
static const char list[] =
    "ws1s;\n"
    "pred before(var1 x, var1 y) = x <= y;\n"
    "pred step(var1 x, var1 y, var2 T, var1 nil) = (x = nil & y = nil) | "
    "(x ~= nil & y = x + 1);\n"
    "var2 T;\nvar1 nil;\nall1 z: z in T <=> z <= nil;\n";

static enum ha_answer ask_mona(struct words *w, bool on_list, ha_term formula) {
  char file[] = "/tmp/heapabs-mona-XXXXXX", command[64], line[256];
  enum ha_answer answer = HA_ANSWER_UNKNOWN;
  int fd = mkstemp(file);
  struct writer writer = {.out = fdopen(fd, "w"), .t = w->t};
  fputs(on_list ? list : forest, writer.out);
  for (unsigned i = 0; i < w->objects; i++)
    fprintf(writer.out, "var1 x%u;\nx%u in T;\n", i, i);
  for (unsigned i = 0; i < w->sets; i++)
    fprintf(writer.out, "var2 set%u;\n", i);
  if (on_list) /* what is first reaches all */
    fputs("x0 = 0;\n", writer.out);
  write_formula(&writer, formula);
  fputs(";\n", writer.out);
  fclose(writer.out);
  snprintf(command, sizeof command, "mona -q %s 2>&1", file);
  FILE *from = popen(command, "r");
  while (from && fgets(line, sizeof line, from)) {
    if (!strncmp(line, "Formula is unsat", 16))
      answer = HA_ANSWER_UNSAT;
    if (!strncmp(line, "A satisfying", 12) || !strncmp(line, "Formula is valid", 16))
      answer = HA_ANSWER_SAT;
    if (strstr(line, "rror"))
      printf("%s", line);
  }
  if (from)
    pclose(from);
  unlink(file);
  return answer;
}

/* ---- the same to both ---- */

struct tally {
  unsigned unsat, sat, open;
};

/* ∀v. R(v, null), and on a list ∀v. R(x0, v) */
static ha_term frame(struct words *w, bool on_list) {
  ha_term v = ha_term_bound(w->t, 0, HA_SORT_OBJ), f = ha_sym(w->t, w->link[0]);
  ha_term body = ha_reach(w->t, f, v, ha_null(w->t));
  if (on_list)
    body = ha_and(w->t, body, ha_reach(w->t, f, ha_sym(w->t, w->object[0]), v));
  return ha_forall(w->t, HA_SORT_OBJ, body);
}

static void ask_both(struct words w, uint64_t seed, bool on_list, unsigned depth,
                     struct tally *tally) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_text_error error = {0};
  const char *text = "program f;\npointers 8;\nloc 1 entry exit;\n";
  struct ha_terms *t = ha_terms_new(arena);
  struct ha_solver *solver =
      ha_solver_new(ha_vocab_new(t, ha_program_parse(arena, text, &error)));
  make_words(&w, t, seed);
  ha_term asked[PARTS + 1];
  for (unsigned i = 0; i < PARTS; i++)
    asked[i] = any_formula(&w, depth, 0);
  asked[PARTS] = frame(&w, on_list);
  ha_term whole = ha_all(t, HA_TERM_AND, asked, PARTS);
  enum ha_answer got = ha_solver_check(solver, asked, PARTS + 1);
  bool is_certain = got == HA_ANSWER_UNSAT || ha_solver_is_exact(solver);
  enum ha_answer mona = ask_mona(&w, on_list, whole);
  EXPECT(mona != HA_ANSWER_UNKNOWN);
  tally->open += !is_certain;
  tally->unsat += is_certain && got == HA_ANSWER_UNSAT;
  tally->sat += is_certain && got == HA_ANSWER_SAT;
  if (is_certain && got != mona)
    printf("seed %lu: %d, MONA %d: %s\n", (unsigned long)seed, got, mona,
           show(t, whole));
  EXPECT(!is_certain || got == mona);
  ha_solver_free(solver);
  ha_arena_free(arena);
}

static struct tally ask_many(struct words w, bool on_list, unsigned count,
                             unsigned depth) {
  struct tally tally = {0};
  for (uint64_t seed = 1; seed <= count && failures < 5; seed++)
    ask_both(w, seed, on_list, depth, &tally);
  printf("%s: unsat %u, sat %u, open %u\n", on_list ? "list" : "forest", tally.unsat,
         tally.sat, tally.open);
  return tally;
}

int main(int argc, char **argv) {
  unsigned times = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
  struct words ground = {.objects = 4, .links = 1};
  struct words all = {.objects = 3, .links = 1, .sets = 1, .quantifiers = true};
  for (unsigned on_list = 0; on_list < 2; on_list++) {
    struct tally t = ask_many(ground, on_list, 60 * times, 4);
    EXPECT(t.unsat >= 5 && t.sat >= 10 && t.open == 0);
    t = ask_many(all, on_list, 60 * times, 4);
    EXPECT(t.unsat >= 10 && t.sat >= 10 && t.open < 10 * times);
    all.functions = true;
    t = ask_many(all, on_list, 40 * times, 4);
    EXPECT(t.unsat >= 5 && t.sat >= 5 && t.open < 20 * times);
    all.functions = false;
  }
  return finish();
}
