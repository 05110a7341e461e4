#include "cert_claim.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char heading[] = "heapabs certificate 1";

struct reader {
  struct ha_arena *arena;
  struct ha_claim *claim;
  struct ha_text_error *error;
  const char *start; /* of the line */
  unsigned line;
};

static bool fail(struct reader *r, const char *at, const char *message) {
  *r->error = (struct ha_text_error){r->line, (unsigned)(at - r->start) + 1,
                                     ha_arena_strdup(r->arena, message)};
  return false;
}

static const char *skip(const char *text) {
  while (*text == ' ' || *text == '\t')
    text++;
  return text;
}

/* The rest of the line if it begins with the word, else NULL. */
static const char *after(const char *line, const char *word) {
  size_t length = strlen(word);
  bool is = !strncmp(line, word, length) &&
            (!line[length] || line[length] == ' ' || line[length] == '\t');
  return is ? skip(line + length) : NULL;
}

static bool take_number(const char **text, uint32_t *number) {
  char *end;
  unsigned long n = isdigit((unsigned char)**text) ? strtoul(*text, &end, 10) : 0;
  if (!n || n > UINT32_MAX || (*end && *end != ' ' && *end != '\t'))
    return false;
  *number = (uint32_t)n;
  *text = skip(end);
  return true;
}

static bool take_formula(struct reader *r, ha_loc at, const char *text) {
  if (!*text)
    return fail(r, text, "a formula is missing");
  struct ha_claim_formula formula = {at, ha_arena_strdup(r->arena, text), r->line,
                                     (unsigned)(text - r->start) + 1};
  HA_PUSH(r->arena, r->claim->formulas, formula);
  return true;
}

static bool take_claims(struct reader *r, const char *text) {
  ha_check check;
  if (!strcmp(text, "all"))
    return r->claim->all_checks = true;
  while (*text) {
    if (!take_number(&text, &check))
      return fail(r, text, "expected 'all' or the numbers of checks");
    HA_PUSH(r->arena, r->claim->checks, check);
  }
  return true;
}

static bool take_line(struct reader *r, const char *line) {
  const char *rest;
  ha_loc loc;
  if (!*line || *line == '#')
    return true;
  if ((rest = after(line, "init")))
    return take_formula(r, 0, rest);
  if ((rest = after(line, "claims")))
    return take_claims(r, rest);
  if ((rest = after(line, "assumes"))) {
    HA_PUSH(r->arena, r->claim->assumes, ha_arena_strdup(r->arena, rest));
    return true;
  }
  if ((rest = after(line, "at"))) {
    const char *number = rest;
    return take_number(&rest, &loc) ? take_formula(r, loc, rest)
                                    : fail(r, number, "expected a location's number");
  }
  return fail(r, line, "expected 'init', 'at', 'claims' or 'assumes'");
}

struct ha_claim *ha_claim_parse(struct ha_arena *arena, const char *text,
                                struct ha_text_error *error) {
  struct reader r = {
      .arena = arena, .claim = ha_arena_alloc(arena, sizeof *r.claim), .error = error};
  while (*text) {
    size_t length = strcspn(text, "\n");
    char *line = ha_arena_strndup(arena, text, length);
    r.start = line;
    r.line++;
    bool ok = r.line > 1 ? take_line(&r, skip(line))
                         : !strcmp(line, heading) ||
                               fail(&r, line, "expected 'heapabs certificate 1'");
    if (!ok)
      return NULL;
    text += length + (text[length] == '\n');
  }
  if (r.line)
    return r.claim;
  r.start = text;
  fail(&r, text, "the file is empty");
  return NULL;
}

void ha_claim_print(const struct ha_claim *claim, FILE *out) {
  fprintf(out, "%s\n", heading);
  for (unsigned i = 0; i < claim->assumes.count; i++)
    fprintf(out, "assumes %s\n", claim->assumes.at[i]);
  for (unsigned i = 0; i < claim->formulas.count; i++) {
    const struct ha_claim_formula *f = &claim->formulas.at[i];
    if (f->at)
      fprintf(out, "at %u %s\n", f->at, f->text);
    else
      fprintf(out, "init %s\n", f->text);
  }
  fputs("claims", out);
  for (unsigned i = 0; i < claim->checks.count; i++)
    fprintf(out, " %u", claim->checks.at[i]);
  fputs(claim->all_checks ? " all\n" : "\n", out);
}

bool ha_claim_has_init(const struct ha_claim *claim) {
  for (unsigned i = 0; i < claim->formulas.count; i++)
    if (!claim->formulas.at[i].at)
      return true;
  return false;
}

bool ha_claim_covers(const struct ha_claim *claim, ha_check check) {
  for (unsigned i = 0; i < claim->checks.count; i++)
    if (claim->checks.at[i] == check)
      return true;
  return claim->all_checks;
}
