#include "sexpr.h"
#include <string.h>

enum { DEEPEST = 20000 }; /* lists in lists */

struct reader {
  struct ha_arena *arena;
  const char *at;
  unsigned line, depth;
  struct ha_text_error *error;
};

static struct ha_sexpr *fail(struct reader *r, const char *message) {
  *r->error = (struct ha_text_error){r->line, 0, message};
  return NULL;
}

static void skip(struct reader *r) {
  for (;; r->at++) {
    if (*r->at == ';')
      r->at += strcspn(r->at, "\n");
    if (*r->at == '\n')
      r->line++;
    else if (*r->at != ' ' && *r->at != '\t' && *r->at != '\r')
      return;
  }
}

static struct ha_sexpr *take_atom(struct reader *r, size_t length) {
  struct ha_sexpr *expr = ha_arena_alloc(r->arena, sizeof *expr);
  expr->atom = ha_arena_strndup(r->arena, r->at, length);
  expr->line = r->line;
  r->at += length;
  return expr;
}

static struct ha_sexpr *read_quoted(struct reader *r) {
  size_t length = strcspn(r->at + 1, "|\\\n");
  if (r->at[1 + length] != '|')
    return fail(r, "a quoted symbol does not end in its line");
  return take_atom(r, length + 2);
}

static struct ha_sexpr *read(struct reader *r);

static struct ha_sexpr *read_list(struct reader *r) {
  struct ha_sexpr *list = ha_arena_alloc(r->arena, sizeof *list);
  list->line = r->line;
  if (++r->depth > DEEPEST)
    return fail(r, "nested too deep");
  for (r->at++, skip(r); *r->at != ')'; skip(r)) {
    struct ha_sexpr *item = *r->at ? read(r) : fail(r, "a list does not end");
    if (!item)
      return NULL;
    HA_PUSH(r->arena, *list, item);
  }
  r->at++;
  r->depth--;
  return list;
}

static struct ha_sexpr *read(struct reader *r) {
  if (*r->at == '(')
    return read_list(r);
  if (*r->at == '|')
    return read_quoted(r);
  size_t length = strcspn(r->at, " \t\r\n();|\"\\{}[]'`,");
  return length ? take_atom(r, length) : fail(r, "unexpected character");
}

struct ha_sexpr *ha_sexpr_parse(struct ha_arena *arena, const char *text,
                                struct ha_text_error *error) {
  struct reader r = {.arena = arena, .at = text, .line = 1, .error = error};
  struct ha_sexpr *file = ha_arena_alloc(arena, sizeof *file);
  for (skip(&r); *r.at; skip(&r)) {
    struct ha_sexpr *item = read(&r);
    if (!item)
      return NULL;
    HA_PUSH(arena, *file, item);
  }
  return file;
}

/* ---- definitions ---- */

struct definitions {
  struct ha_arena *arena;
  HA_VEC(const struct ha_sexpr *) at;
};

static struct ha_sexpr *node(struct ha_arena *arena, const char *atom) {
  struct ha_sexpr *made = ha_arena_alloc(arena, sizeof *made);
  made->atom = atom;
  return made;
}

/* (define-fun NAME (PARAM …) SORT BODY); NULL: it is no name of a definition's. */
static const struct ha_sexpr *definition_of(const struct definitions *d,
                                            const char *atom) {
  for (unsigned i = 0; atom && i < d->at.count; i++)
    if (ha_sexpr_is(d->at.at[i]->at[1], atom))
      return d->at.at[i];
  return NULL;
}

/* (let ((PARAM ARG) …) BODY): all at once, as a definition is applied. */
static struct ha_sexpr *apply(struct definitions *d, const struct ha_sexpr *definition,
                              const struct ha_sexpr *call) {
  const struct ha_sexpr *params = definition->at[2];
  struct ha_sexpr *let = node(d->arena, NULL), *list = node(d->arena, NULL);
  if (!params->count)
    return definition->at[4];
  for (unsigned i = 0; i < params->count; i++) {
    struct ha_sexpr *pair = node(d->arena, NULL);
    HA_PUSH(d->arena, *pair, params->at[i]->at[0]);
    HA_PUSH(d->arena, *pair, call->at[i + 1]);
    HA_PUSH(d->arena, *list, pair);
  }
  HA_PUSH(d->arena, *let, node(d->arena, "let"));
  HA_PUSH(d->arena, *let, list);
  HA_PUSH(d->arena, *let, definition->at[4]);
  return let;
}

static struct ha_sexpr *written_out(struct definitions *d, struct ha_sexpr *e) {
  const struct ha_sexpr *definition =
      definition_of(d, e->atom || !e->count ? e->atom : e->at[0]->atom);
  if (definition)
    return apply(d, definition, e);
  if (e->atom)
    return e;
  struct ha_sexpr *made = node(d->arena, NULL);
  for (unsigned i = 0; i < e->count; i++)
    HA_PUSH(d->arena, *made, written_out(d, e->at[i]));
  return made;
}

struct ha_sexpr *ha_sexpr_inline(struct ha_arena *arena, const struct ha_sexpr *file) {
  struct definitions d = {.arena = arena};
  struct ha_sexpr *made = node(arena, NULL);
  for (unsigned i = 0; i < file->count; i++)
    if (ha_sexpr_call(file->at[i], "define-fun", 4))
      HA_PUSH(arena, d.at, file->at[i]);
    else
      HA_PUSH(arena, *made, written_out(&d, file->at[i]));
  return made;
}

static void print(FILE *out, const struct ha_sexpr *expr) {
  if (expr->atom) {
    fputs(expr->atom, out);
    return;
  }
  fputc('(', out);
  for (unsigned i = 0; i < expr->count; i++) {
    fputs(i ? " " : "", out);
    print(out, expr->at[i]);
  }
  fputc(')', out);
}

void ha_sexpr_print(FILE *out, const struct ha_sexpr *file) {
  for (unsigned i = 0; i < file->count; i++) {
    print(out, file->at[i]);
    fputc('\n', out);
  }
}

bool ha_sexpr_is(const struct ha_sexpr *expr, const char *atom) {
  return expr->atom && !strcmp(expr->atom, atom);
}

bool ha_sexpr_call(const struct ha_sexpr *expr, const char *head, unsigned args) {
  return !expr->atom && expr->count == args + 1 && ha_sexpr_is(expr->at[0], head);
}
