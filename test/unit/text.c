/* The text form: print and parse are inverse, mistakes are found where they are, and
 * nothing that is fed in crashes the parser. */
#include "gcl/text.h"
#include "expect.h"
#include "gcl/validate.h"
#include "random_program.h"
#include <stdlib.h>

static char *print(struct ha_arena *arena, const struct ha_program *p) {
  char *text = NULL;
  size_t len = 0;
  FILE *out = open_memstream(&text, &len);
  ha_program_print(p, out);
  fclose(out);
  char *kept = ha_arena_strndup(arena, text, len);
  free(text);
  return kept;
}

/* Says where two texts part, and the line they part on. */
static void show_difference(const char *a, const char *b) {
  size_t i = 0, line = 0;
  for (; a[i] && a[i] == b[i]; i++)
    if (a[i] == '\n')
      line = i + 1;
  printf("first:  %.*s\nsecond: %.*s\n", (int)strcspn(a + line, "\n"), a + line,
         (int)strcspn(b + line, "\n"), b + line);
}

struct pair {
  const struct ha_program *a, *b;
};

static bool same_text(const char *a, const char *b) {
  return a && b ? strcmp(a, b) == 0 : (!a || !*a) && (!b || !*b);
}

/* Structurally equal; records by name and layout, to a depth. */
static bool same_type(const struct pair *both, ha_type a, ha_type b, unsigned depth) {
  const struct ha_type_info *x = ha_type_get(both->a->types, a);
  const struct ha_type_info *y = ha_type_get(both->b->types, b);
  if (x->kind != y->kind || !same_text(x->name, y->name) || x->size != y->size ||
      x->bits != y->bits || x->is_signed != y->is_signed ||
      x->complete != y->complete || x->by_typedef != y->by_typedef ||
      x->count != y->count || x->fields != y->fields)
    return false;
  if (depth == 0)
    return true;
  for (uint32_t i = 0; i < x->fields; i++) {
    const struct ha_field_info *f = ha_field_get(both->a->types, x->first + i);
    const struct ha_field_info *g = ha_field_get(both->b->types, y->first + i);
    if (!same_text(f->name, g->name) || f->offset != g->offset ||
        f->bit_offset != g->bit_offset || f->bit_width != g->bit_width ||
        !same_type(both, f->type, g->type, depth - 1))
      return false;
  }
  return same_type(both, x->elem, y->elem, depth - 1);
}

static bool same_field(const struct pair *both, ha_field a, ha_field b) {
  if (!a || !b)
    return a == b;
  const struct ha_field_info *f = ha_field_get(both->a->types, a);
  const struct ha_field_info *g = ha_field_get(both->b->types, b);
  return same_type(both, f->owner, g->owner, 2) && f->offset == g->offset &&
         a - ha_type_get(both->a->types, f->owner)->first ==
             b - ha_type_get(both->b->types, g->owner)->first +
                 (ha_type_is_record(both->a->types, f->owner) ? 0 : a - b);
}

static bool same_expr(const struct pair *both, ha_expr a, ha_expr b) {
  if (!a || !b)
    return a == b;
  const struct ha_expr_row *x = &both->a->exprs.at[a], *y = &both->b->exprs.at[b];
  if (x->op != y->op || !same_type(both, x->type, y->type, 2))
    return false;
  bool field = x->op == HA_EXPR_FIELD || x->op == HA_EXPR_CONTAINER;
  bool imm = field ? same_field(both, (ha_field)x->imm, (ha_field)y->imm)
             : x->op == HA_EXPR_ELEM
                 ? same_type(both, (ha_type)x->imm, (ha_type)y->imm, 2)
                 : x->imm == y->imm;
  return imm && same_expr(both, x->a, y->a) && same_expr(both, x->b, y->b) &&
         same_expr(both, x->c, y->c);
}

/* The columns a command has in the text; the others are not kept. */
static bool same_cmd(const struct pair *both, const struct ha_cmd_row *x,
                     const struct ha_cmd_row *y) {
  if (x->op != y->op)
    return false;
  bool access =
      x->op == HA_CMD_LOAD || x->op == HA_CMD_STORE || x->op == HA_CMD_HAVOC_FIELD;
  if (access && (!same_field(both, x->field, y->field) || !same_expr(both, x->a, y->a)))
    return false;
  if (y->var && y->var != x->var)
    return false;
  return (!y->a || same_expr(both, x->a, y->a)) &&
         (!y->b || same_expr(both, x->b, y->b)) &&
         (!y->c || same_expr(both, x->c, y->c)) && x->object == y->object &&
         (x->op != HA_CMD_ASSERT || x->check == y->check) &&
         (x->op != HA_CMD_HAVOC ||
          (x->origin == y->origin && same_text(x->callee, y->callee))) &&
         ((x->op != HA_CMD_NEW && x->op != HA_CMD_ALLOCA) ||
          same_type(both, x->type, y->type, 2));
}

static bool same_pos(const struct pair *both, ha_pos a, ha_pos b) {
  if (!a || !b)
    return a == b;
  const struct ha_pos_row *x = &both->a->poss.at[a], *y = &both->b->poss.at[b];
  return same_text(x->file, y->file) && same_text(x->function, y->function) &&
         x->line == y->line && x->column == y->column && x->end_line == y->end_line &&
         (!x->end_line || x->end_column == y->end_column) &&
         same_pos(both, x->call, y->call);
}

static void expect_same_rows(const struct pair *both) {
  const struct ha_program *a = both->a, *b = both->b;
  EXPECT(a->entry == b->entry && a->result == b->result);
  EXPECT(a->is_static == b->is_static && a->address_taken == b->address_taken);
  EXPECT(a->has_recursion == b->has_recursion && a->params.count == b->params.count);
  EXPECT(a->vars.count == b->vars.count && a->objs.count == b->objs.count);
  for (ha_var v = 1; v < a->vars.count; v++)
    EXPECT(same_type(both, a->vars.at[v].type, b->vars.at[v].type, 3) &&
           same_text(a->vars.at[v].source_name, b->vars.at[v].source_name) &&
           a->vars.at[v].kind == b->vars.at[v].kind &&
           same_pos(both, a->vars.at[v].pos, b->vars.at[v].pos));
  for (ha_obj o = 1; o < a->objs.count; o++) {
    const struct ha_obj_row *x = &a->objs.at[o], *y = &b->objs.at[o];
    EXPECT(x->size == y->size && !x->init == !y->init && x->kind == y->kind);
    EXPECT(!x->init || memcmp(x->init, y->init, x->size) == 0);
    EXPECT(x->relocs.count == y->relocs.count);
    for (unsigned i = 0; i < x->relocs.count; i++)
      EXPECT(memcmp(&x->relocs.at[i].target, &y->relocs.at[i].target,
                    sizeof x->relocs.at[i].target) == 0 &&
             x->relocs.at[i].addend == y->relocs.at[i].addend);
  }
  EXPECT(a->formulas.count == b->formulas.count);
  for (ha_formula f = 1; f < a->formulas.count; f++) {
    const struct ha_formula_row *x = &a->formulas.at[f], *y = &b->formulas.at[f];
    EXPECT(x->kind == y->kind && same_text(x->text, y->text) &&
           same_pos(both, x->pos, y->pos) && x->names.count == y->names.count);
    for (unsigned i = 0; i < x->names.count && i < y->names.count; i++)
      EXPECT(same_text(x->names.at[i].name, y->names.at[i].name) &&
             x->names.at[i].var == y->names.at[i].var &&
             x->names.at[i].object == y->names.at[i].object &&
             x->names.at[i].ghost == y->names.at[i].ghost);
  }
  EXPECT(a->edges.count == b->edges.count && a->cmds.count == b->cmds.count);
  for (uint32_t c = 1; c < a->cmds.count; c++) {
    EXPECT(same_cmd(both, &a->cmds.at[c], &b->cmds.at[c]));
    EXPECT(same_pos(both, a->cmds.at[c].pos, b->cmds.at[c].pos));
  }
}

static void check_round_trip(uint64_t seed) {
  struct ha_arena *arena = ha_arena_new();
  const struct ha_program *p = random_program(arena, seed);
  const char *first = print(arena, p);
  struct ha_text_error error = {0};
  const struct ha_program *q = ha_program_parse(arena, first, &error);
  if (!q) {
    printf("seed %llu: %u:%u: %s\n%s", (unsigned long long)seed, error.line,
           error.column, error.message, first);
  } else {
    const char *second = print(arena, q);
    if (strcmp(first, second) != 0)
      show_difference(first, second);
    EXPECT(strcmp(first, second) == 0);
    expect_same_rows(&(struct pair){p, q});
  }
  EXPECT(q);
  ha_arena_free(arena);
}

static void test_round_trips(void) {
  for (uint64_t seed = 1; seed <= 2000 && !failures; seed++)
    check_round_trip(seed);
}

static const char example[] = "program last;\n"
                              "pointers 8;\n"
                              "file \"list.c\";\n"
                              "struct node 16 {\n"
                              "  +0 next: node*;\n"
                              "  +8 data: i32;\n"
                              "}\n"
                              "global root: node*, 8 at 2:14;\n"
                              "param x: node* at 4:30;\n"
                              "local p: node* at 5:16;\n"
                              "temp t: node*;\n"
                              "result r: node*;\n"
                              "takes x;\n"
                              "returns r;\n"
                              "check 1 null-deref \"p->next\" of \"p\" at 6:13-6:20;\n"
                              "loc 1 entry {\n"
                              "  goto 2 {\n"
                              "    p := x at 5:20;\n"
                              "  }\n"
                              "}\n"
                              "loc 2 loop at 6:3 {\n"
                              "  goto 3 {\n"
                              "    assume p != null at 6:10;\n"
                              "    assert p != null @1 at 6:13-6:20;\n"
                              "    t := p->next at 6:13-6:20;\n"
                              "    p := t;\n"
                              "  }\n"
                              "  goto 4 {\n"
                              "    assume p == null;\n"
                              "    *(&root) := x;\n"
                              "    r := p at 3:1 in g < 7:3;\n"
                              "  }\n"
                              "}\n"
                              "loc 3 {\n"
                              "  goto 2 {\n"
                              "  }\n"
                              "}\n"
                              "loc 4 exit;\n";

static void test_example(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_text_error error = {0};
  const struct ha_program *p = ha_program_parse(arena, example, &error);
  EXPECT(p);
  if (p) {
    EXPECT_TEXT(print(arena, p), example);
    EXPECT(ha_program_validate(p) == NULL);
    EXPECT_TEXT(ha_cmd_print(p, &p->cmds.at[4]), "t := p->next");
    EXPECT_TEXT(ha_cmd_print(p, &p->cmds.at[3]), "assert p != null @1");
    EXPECT(p->poss.at[p->poss.at[p->cmds.at[8].pos].call].line == 7);
  }
  ha_arena_free(arena);
}

/* White space and comments do not matter, except before `*` and `[`. */
static void test_free_form(void) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_text_error error = {0};
  const struct ha_program *p = ha_program_parse(
      arena,
      "// what it is for\nprogram f;pointers 8;temp a:i32;temp b:i32;result r:u1;\n"
      "returns r;loc 1 entry{goto 2{a:=(a + 1) * b;b:=-1;r:=3:i32 <s a;}}loc 2 exit;",
      &error);
  EXPECT(p);
  if (p) {
    EXPECT_TEXT(ha_cmd_print(p, &p->cmds.at[1]), "a := (a + 1) * b");
    EXPECT_TEXT(ha_cmd_print(p, &p->cmds.at[2]), "b := -1");
    EXPECT_TEXT(ha_cmd_print(p, &p->cmds.at[3]), "r := 3 <s a");
    EXPECT(p->exprs.at[p->cmds.at[2].a].imm == 0xffffffff);
  }
  ha_arena_free(arena);
}

#define HEAD "program f;\npointers 8;\n"
#define NODE HEAD "struct node 16 { +0 next: node*; +8 data: i32; }\n"
#define VARS NODE "temp p: node*;\ntemp i: i32;\ntemp b: u1;\ntemp q: i32*;\n"
#define BODY(commands) VARS "loc 1 entry { goto 2 {\n" commands "\n} }\nloc 2 exit;\n"

static const struct {
  const char *text;
  unsigned line, column;
  const char *message;
} mistakes[] = {
    {"", 1, 1, "expected 'program', found the end"},
    {"program f;\npointers 6;", 2, 10, "pointers have 4 or 8 bytes"},
    {"program f;\npointers 88;", 2, 10, "the size of a pointer is too large"},
    {"program \"a\nb\";", 1, 9, "this string does not end on its line"},
    {"program \"a\\qb\";", 1, 11, "unknown escape; there are \\\" \\\\ \\n \\xHH"},
    {"program f;\n  ~;", 2, 3, "a character that begins nothing"},
    {"program f;\npointers 99999999999999999999;", 2, 10,
     "this number does not fit into 64 bits"},
    {"program f;\npointers 8x;", 2, 11, "a number ends in a letter"},
    {HEAD "frob;", 3, 1, NULL},
    {HEAD "loc 1 exit;", 3, 12, "there is no entry location"},
    {HEAD "loc 1 entry;\nloc 2 entry;", 4, 7, "there are two entries"},
    {HEAD "loc 2 entry;", 3, 5, "expected the location 1 here"},
    {HEAD "loc 1 entry { goto 2 { } }", 3, 20, "there is no such location"},
    {HEAD "loc 1 entry { goto 1 { ", 3, 24, "expected a variable, found the end"},
    {HEAD "struct a 8 { +0 x: a; }", 3, 14,
     "an embedded record must be complete before this"},
    {HEAD "struct a 8 { +0 x: a[2]; }", 3, 14,
     "an embedded record must be complete before this"},
    {HEAD "struct a 8 { +4 x: a*; }", 3, 14, "this field does not fit into its record"},
    {HEAD "struct a 8 { +0 x: void; }", 3, 14, "a field cannot have this type"},
    {HEAD "struct a 8 { +0 x: u8 bits 7:2; }", 3, 14,
     "these bits do not fit into their unit"},
    {HEAD "struct a 8 { +0 x: u8 bits 7:0; }", 3, 14,
     "a bit-field has at least one bit"},
    {HEAD "struct a;\nstruct a;", 4, 8, "this record is declared twice"},
    {HEAD "struct $2;", 3, 8,
     "records without a name are numbered $1, $2, ... in order"},
    {HEAD "struct i32;", 3, 8, "expected the name of a record"},
    {HEAD "temp x: $1;", 3, 10, "there is no such record"},
    {HEAD "temp x: nose*;", 3, 9, "there is no type 'nose'"},
    {HEAD "temp x: i0;", 3, 9, "there is no scalar of this width"},
    {HEAD "temp x: f7;", 3, 9, "there is no scalar of this width"},
    {HEAD "temp x: i32[99999999999999999];\ntemp x: i32[9999999999999999999];", 4, 6,
     "this name is declared twice"},
    {HEAD "temp x: i32[9999999999999999999];", 3, 13,
     "the length of an array is too large"},
    {HEAD "temp x: void;", 3, 9, "a variable cannot be void"},
    {HEAD "temp \"\": i32;", 3, 6, "a name cannot be empty"},
    {HEAD "temp x i32;", 3, 8, "expected ':', found 'i32'"},
    {HEAD "global g: i32, 4 = \"abcde\";", 3, 20,
     "the initialiser is longer than the object"},
    {HEAD "global g: i32, 4 = \"abc\";", 3, 18,
     "the initialiser is shorter than the object"},
    {HEAD "global g: i32, 99999999999 = zero 4;", 3, 28,
     "the initialiser is too large"},
    {HEAD "global g: i32, 8 with +4 &g;", 3, 23,
     "this pointer does not fit into its object"},
    {HEAD "global g: i32, 8 with +0 &h;", 3, 27, "there is no such object"},
    {HEAD "takes x;", 3, 7, "there is no variable 'x'"},
    {HEAD "check 2 leak \"\";", 3, 7, "expected the check 1 here"},
    {HEAD "check 1 leek \"\";", 3, 9, "expected a kind of check, found 'leek'"},
    {HEAD "check 1 leak x;", 3, 14, "expected a string, found 'x'"},
    {HEAD "check 1 leak \"\" at 3;", 3, 21, "expected ':', found ';'"},
    {HEAD "check 1 leak \"\" at 3:99999999999;", 3, 22, "a column is too large"},
    {BODY("p := y;"), 9, 6, "there is no variable 'y'"},
    {BODY("p = p;"), 9, 3, "expected ':=', found '='"},
    {BODY("p := p->prev;"), 9, 9, "there is no such field"},
    {BODY("p := p->#2;"), 9, 9, "there is no such field"},
    {BODY("i := i->data;"), 9, 9,
     "the base points to no record; say whose field this is"},
    {BODY("i := *p;"), 9, 7, "the base points to no scalar; say base->T::*"},
    {BODY("i := p->node::*;"), 9, 15, "there is no such field"},
    {BODY("b := 3 == i;"), 9, 6, "the type of this number is not evident; say 1:i32"},
    {BODY("b := null == p;"), 9, 6, "the type of this is not evident; say null:T*"},
    {BODY("i := null;"), 9, 6, "null is a pointer"},
    {BODY("i := 2147483648;"), 9, 6, "this number does not fit its type"},
    {BODY("b := 2;"), 9, 6, "this number does not fit its type"},
    {BODY("b := -1;"), 9, 6, "this number does not fit its type"},
    {BODY("i := 1:node;"), 9, 6, "a number cannot have this type"},
    {BODY("i := i + i + i;"), 9, 12, "expected ';', found '+'"},
    {BODY("i := i+i;"), 9, 7, "expected ';', found '+'"},
    {BODY("i := (i + i;"), 9, 12, "expected ')', found ';'"},
    {BODY("i := ;"), 9, 6, "expected an expression, found ';'"},
    {BODY("i := zext(i);"), 9, 10, "expected ':', found '('"},
    {BODY("b := access(p);"), 9, 14, "expected ',', found ')'"},
    {BODY("b := live();"), 9, 11, "expected an expression, found ')'"},
    {BODY("p := &g;"), 9, 7, "there is no object 'g'"},
    {BODY("p := container(p, next);"), 9, 19, "there is no type 'next'"},
    {BODY("enter g;"), 9, 7, "there is no such object"},
    {BODY("assert b;"), 9, 9, "expected '@', found ';'"},
    {BODY("assert b @1;"), 9, 11, "there is no such check"},
    {BODY("havoc i;"), 9, 8, "expected '(', found ';'"},
    {BODY("havoc i (whim);"), 9, 10, "expected an origin, found 'whim'"},
    {BODY("p := new node;"), 9, 14, "expected ',', found ';'"},
    {BODY("free p"), 10, 1, "expected ';', found '}'"},
    {BODY("fill p, 0;"), 9, 10, "expected ',', found ';'"},
    {BODY("copy p, p, 4096 at 1:;"), 9, 22, "expected a column, found ';'"},
    {BODY("skip at 1:2 in ;"), 9, 16, "expected a function, found ';'"},
    {BODY("skip at 1:2 < ;"), 9, 15, "expected a line, found ';'"},
};

static void test_mistakes(void) {
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
    struct ha_arena *arena = ha_arena_new();
    struct ha_text_error error = {0};
    unsigned before = failures;
    EXPECT(!ha_program_parse(arena, mistakes[i].text, &error));
    EXPECT(error.line == mistakes[i].line && error.column == mistakes[i].column);
    if (mistakes[i].message)
      EXPECT_TEXT(error.message, mistakes[i].message);
    if (failures > before)
      printf("in: %s\nat %u:%u: %s\n", mistakes[i].text, error.line, error.column,
             error.message ? error.message : "(no error)");
    ha_arena_free(arena);
  }
}

/* Nesting is limited, not the stack of whoever reads a file. */
static void test_deep_nesting(void) {
  enum { DEPTH = 1 << 20 };
  static const char *const openings[] = {"(", "!", "live(", "&("};
  for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
    struct ha_arena *arena = ha_arena_new();
    size_t len = strlen(openings[i]);
    char *text = ha_arena_alloc(arena, sizeof VARS + 64 + DEPTH * len);
    strcpy(text, VARS "loc 1 entry { goto 1 { b := ");
    size_t at = strlen(text);
    for (unsigned d = 0; d < DEPTH; d++, at += len)
      memcpy(text + at, openings[i], len);
    struct ha_text_error error = {0};
    EXPECT(!ha_program_parse(arena, text, &error));
    EXPECT_TEXT(error.message, "expressions are nested too deeply");
    ha_arena_free(arena);
  }
}

/* One small damage: a byte changed, taken out, doubled, or a piece moved or cut off. */
static void damage(struct dice *dice, char *text, size_t len) {
  static const char bytes[] = "(){}[]:;,@#$&*+-<>=!?\"\\ \n019azu.\x80\x01";
  size_t at = roll(dice, (uint32_t)len), other = roll(dice, (uint32_t)len);
  size_t piece = 1 + roll(dice, 12);
  switch (roll(dice, 6)) {
  case 0:
    text[at] = bytes[roll(dice, sizeof bytes - 1)];
    break;
  case 1:
    memmove(text + at, text + at + 1, len - at);
    break;
  case 2:
    text[at] = (char)(1 + roll(dice, 255));
    break;
  case 3:
    if (at + piece < len && other + piece < len)
      memmove(text + at, text + other, piece);
    break;
  case 4:
    if (at + piece < len)
      memmove(text + at, text + at + piece, len - at - piece + 1);
    break;
  default:
    if (roll(dice, 20) == 0)
      text[at] = 0;
  }
}

/* What still parses must print and parse again to the same text. */
static bool check_damaged(struct ha_arena *arena, const char *text) {
  struct ha_text_error error = {0};
  const struct ha_program *p = ha_program_parse(arena, text, &error);
  if (!p) {
    EXPECT(error.line > 0 && error.column > 0 && error.message);
    return false;
  }
  ha_program_validate(p);
  const char *first = print(arena, p);
  const struct ha_program *q = ha_program_parse(arena, first, &error);
  if (!q)
    printf("%u:%u: %s\n%s", error.line, error.column, error.message, first);
  EXPECT(q && strcmp(first, print(arena, q)) == 0);
  return true;
}

static void test_damage(void) {
  struct dice dice = {12345};
  unsigned parsed = 0, rejected = 0;
  for (unsigned round = 0; round < 20000 && !failures; round++) {
    struct ha_arena *arena = ha_arena_new();
    bool use_example = round % 4;
    const char *good =
        use_example ? example : print(arena, random_program(arena, 1 + round % 97));
    char *text = ha_arena_strdup(arena, good);
    for (unsigned n = 1 + roll(&dice, 3); n; n--)
      damage(&dice, text, strlen(text) ? strlen(text) : 1);
    if (check_damaged(arena, text))
      parsed++;
    else
      rejected++;
    ha_arena_free(arena);
  }
  /* both ways are taken often, else the test tests little */
  EXPECT(parsed > 1000 && rejected > 1000);
}

int main(void) {
  test_example();
  test_free_form();
  test_mistakes();
  test_round_trips();
  test_deep_nesting();
  test_damage();
  return finish();
}
