/* `name(…)`: the named properties, the spellings of the core, and a few words of the
 * grammar's own.  One table says what each takes, in the letters of named.def and
 * m a multiset. */
#include "../gcl/arena.h"
#include "formula_check.h"
#include <string.h>

struct word {
  const char *text, *args;
  int named;          /* enum ha_named, or -1 */
  enum ha_term_op op; /* otherwise */
};

static const struct word words[] = {
#define HA_NAMED(name, text, sort, args) {text, args, HA_NAMED_##name, HA_TERM_NAMED},
#include "named.def"
#undef HA_NAMED
    {"reach", "Loo", -1, HA_TERM_REACHES}, {"acyclic", "lo", -1, HA_TERM_BTWN},
    {"btwn", "looo", -1, HA_TERM_BTWN},    {"dist", "loo", -1, HA_TERM_DIST},
    {"len", "lo", -1, HA_TERM_DIST},       {"count", "mi", -1, HA_TERM_SELECT},
    {"count", "ldooi", -1, HA_TERM_COUNT},
};

enum { MAX_ARGS = 16 };

/* The arguments of one call as they are found. */
struct call {
  const struct word *word;
  const struct ha_syntax *s;
  ha_term args[MAX_ARGS + 4];
  ha_field fields[MAX_ARGS + 4]; /* links and data: which */
  unsigned count;
  ha_type owner, pointee; /* of the objects' struct; of the first object */
};

static struct ha_meant nothing(void) { return (struct ha_meant){0}; }

static enum ha_sort sort_of(struct ha_check_formula *c, ha_term term) {
  return ha_term_get(c->terms, term)->sort;
}

/* ---- how many ---- */

static bool is_hidden(const char *spec, unsigned i) {
  return spec[i] == 'g' || (spec[i] == 's' && i == 0);
}

static unsigned visible(const char *spec) {
  unsigned count = 0;
  for (unsigned i = 0; spec[i]; i++)
    count += !is_hidden(spec, i);
  return count;
}

static bool takes(const struct word *word, unsigned count) {
  unsigned wanted = visible(word->args);
  return strchr(word->args, 'L') ? count >= wanted && count <= MAX_ARGS
                                 : count == wanted;
}

static const struct word *find(struct ha_check_formula *c, const struct ha_syntax *s) {
  const struct word *close = NULL;
  unsigned count = s->count - s->hidden;
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(words[i].text, s->text) && words[i].named != HA_NAMED_SUBSET) {
      if (takes(&words[i], count))
        return &words[i];
      close = &words[i];
    }
  if (close)
    ha_check_fail(c, s, "'%s' takes %s%u arguments, not %u", s->text,
                  strchr(close->args, 'L') ? "at least " : "", visible(close->args),
                  count);
  else
    ha_check_fail(c, s, "unknown property '%s'", s->text);
  return NULL;
}

/* ---- the arguments ---- */

/* The letter of the i-th visible argument of `count`: an L takes all that are too many.
 */
static char letter(const struct word *word, unsigned i, unsigned count) {
  unsigned extra = count - visible(word->args), at = 0;
  for (unsigned k = 0; word->args[k]; k++) {
    if (is_hidden(word->args, k))
      continue;
    unsigned width = word->args[k] == 'L' ? 1 + extra : 1;
    if (i < at + width)
      return word->args[k];
    at += width;
  }
  return 0;
}

static enum ha_sort wanted_sort(char letter) {
  switch (letter) {
  case 'o':
    return HA_SORT_OBJ;
  case 'i':
    return HA_SORT_INT;
  case 's':
    return HA_SORT_SET;
  case 'm':
    return HA_SORT_BAG;
  default:
    return HA_SORT_NONE;
  }
}

static bool is_field_letter(char l) { return l == 'l' || l == 'L' || l == 'd'; }

/* Objects, integers and sets first: they say whose fields the names before them are. */
static bool values_of(struct ha_check_formula *c, struct call *call) {
  const struct ha_syntax *s = call->s;
  call->count = s->count - s->hidden;
  for (unsigned i = 0; i < call->count; i++) {
    char l = letter(call->word, i, call->count);
    if (is_field_letter(l))
      continue;
    const struct ha_syntax *arg = s->args[s->hidden + i];
    struct ha_meant m = ha_check_value(c, arg, wanted_sort(l));
    if (!m.term)
      return false;
    enum ha_sort sort = sort_of(c, m.term);
    if (l == 't' && sort != HA_SORT_SET && sort != HA_SORT_INTS) {
      ha_check_fail(c, arg, "this is %s, where a set is wanted",
                    ha_check_sort_name(sort));
      return false;
    }
    if (l == 'o' && !call->owner)
      call->owner = call->pointee = m.pointee;
    call->args[i] = m.term;
  }
  return true;
}

static bool fields_of(struct ha_check_formula *c, struct call *call) {
  const struct ha_syntax *s = call->s;
  for (unsigned i = 0; i < call->count; i++) {
    char l = letter(call->word, i, call->count);
    if (!is_field_letter(l))
      continue;
    const struct ha_syntax *arg = s->args[s->hidden + i];
    struct ha_meant_map map = ha_check_map(c, arg, call->owner);
    if (!map.term)
      return false;
    enum ha_sort wanted = l == 'd' ? HA_SORT_DATA : HA_SORT_LINK;
    if (sort_of(c, map.term) != wanted) {
      ha_check_fail(c, arg, "this is %s, where %s is wanted",
                    ha_check_sort_name(sort_of(c, map.term)),
                    ha_check_sort_name(wanted));
      return false;
    }
    if (map.field && !call->owner)
      call->owner = ha_field_get(c->types, map.field)->owner;
    call->args[i] = map.term;
    call->fields[i] = map.field;
  }
  return true;
}

/* The live objects, or the ghost parent, that the text leaves out. */
static ha_term default_of(struct ha_check_formula *c, const struct call *call, char l) {
  const ha_field *f = call->fields;
  ha_field first = 0;
  for (unsigned i = 0; !first && i < call->count; i++)
    first = f[i];
  if (l == 's')
    return first
               ? ha_check_symbol(
                     c, ha_vocab_alloc(c->vocab, ha_field_get(c->types, first)->owner))
               : 0;
  return f[0] && f[1] ? ha_check_symbol(c, ha_vocab_parent(c->vocab, f[0], f[1])) : 0;
}

static ha_term hidden_of(struct ha_check_formula *c, const struct call *call, char l,
                         unsigned index) {
  if (index < call->s->hidden) {
    const struct ha_syntax *arg = call->s->args[index];
    return l == 's' ? ha_check_value(c, arg, HA_SORT_SET).term
                    : ha_check_map(c, arg, 0).term;
  }
  ha_term term = call->s->hidden ? 0 : default_of(c, call, l);
  if (!term)
    ha_check_fail(c, call->s, "'%s' needs fields of a struct", call->s->text);
  return term;
}

/* Puts what is hidden in its places. */
static bool complete(struct ha_check_formula *c, struct call *call) {
  struct call whole = *call;
  unsigned from = 0, to = 0, hidden = 0;
  for (unsigned k = 0; call->word->args[k]; k++) {
    char l = call->word->args[k];
    if (is_hidden(call->word->args, k)) {
      if (!(whole.args[to++] = hidden_of(c, call, l, hidden++)))
        return false;
      continue;
    }
    unsigned width = l == 'L' ? 1 + call->count - visible(call->word->args) : 1;
    while (width-- > 0)
      whole.args[to++] = call->args[from++];
  }
  if (call->s->hidden > hidden) {
    ha_check_fail(c, call->s, "too many arguments before ':'");
    return false;
  }
  whole.count = to;
  *call = whole;
  return true;
}

/* ---- the whole ---- */

static ha_term build(struct ha_check_formula *c, struct call *call) {
  struct ha_terms *t = c->terms;
  ha_term *a = call->args;
  switch (call->word->op) {
  case HA_TERM_NAMED:
    return ha_term_make(t, HA_TERM_NAMED, call->word->named, a, call->count);
  case HA_TERM_REACHES:
    if (call->count == 3)
      return ha_reach(t, a[0], a[1], a[2]);
    break;
  case HA_TERM_BTWN:
    if (call->count == 2)
      return ha_reach(t, a[0], a[1], ha_null(t));
    break;
  case HA_TERM_DIST:
    if (call->count == 2)
      a[call->count++] = ha_null(t);
    break;
  default:
    break;
  }
  return ha_term_make(t, call->word->op, 0, a, call->count);
}

static struct ha_meant property(struct ha_check_formula *c, const struct ha_syntax *s) {
  struct call call = {.word = find(c, s), .s = s};
  if (!call.word || !values_of(c, &call) || !fields_of(c, &call) || !complete(c, &call))
    return nothing();
  return (struct ha_meant){.term = build(c, &call), .pointee = call.owner};
}

/* ---- words of their own ---- */

static struct ha_meant before(struct ha_check_formula *c, const struct ha_syntax *s) {
  bool was = c->old;
  c->old = true;
  struct ha_meant m = ha_check_value(c, s->args[0], HA_SORT_NONE);
  c->old = was;
  return m;
}

static struct ha_meant choice(struct ha_check_formula *c, const struct ha_syntax *s) {
  ha_term p = ha_check_value(c, s->args[0], HA_SORT_BOOL).term;
  struct ha_meant a = p ? ha_check_value(c, s->args[1], HA_SORT_NONE) : nothing();
  if (!a.term)
    return a;
  struct ha_meant b = ha_check_value(c, s->args[2], sort_of(c, a.term));
  if (!b.term)
    return b;
  return (struct ha_meant){.term = ha_ite(c->terms, p, a.term, b.term),
                           .pointee = a.pointee ? a.pointee : b.pointee};
}

/* alloc(T) is a set, alloc(x) says that x is in the one of its type. */
static struct ha_meant alloc(struct ha_check_formula *c, const struct ha_syntax *s) {
  const struct ha_syntax *arg = s->args[0];
  if (arg->kind == HA_SYNTAX_TYPE)
    return (struct ha_meant){
        .term = ha_check_symbol(c, ha_vocab_alloc(c->vocab, arg->type)),
        .pointee = arg->type};
  struct ha_meant m = ha_check_value(c, arg, HA_SORT_OBJ);
  if (m.term && !m.pointee)
    ha_check_fail(c, arg, "what does this point to? its type is not known");
  if (!m.term || !m.pointee)
    return nothing();
  ha_term live = ha_check_symbol(c, ha_vocab_alloc(c->vocab, m.pointee));
  return (struct ha_meant){.term = ha_select(c->terms, live, m.term)};
}

/* field(f): the map itself, to compare it with another */
static struct ha_meant whole_field(struct ha_check_formula *c,
                                   const struct ha_syntax *s) {
  return (struct ha_meant){.term = ha_check_map(c, s->args[0], 0).term};
}

/* `f`(…): an uninterpreted function of the term table */
static struct ha_meant application(struct ha_check_formula *c,
                                   const struct ha_syntax *s) {
  ha_symbol symbol = ha_symbol_find(c->terms, s->text);
  unsigned count = symbol ? ha_symbol_get(c->terms, symbol)->count : 0;
  if (!count || count != s->count || s->hidden) {
    ha_check_fail(c, s, "no function '%s' of %u arguments", s->text, s->count);
    return nothing();
  }
  ha_term args[4];
  for (unsigned i = 0; i < count; i++)
    if (!(args[i] =
              ha_check_value(c, s->args[i], ha_symbol_get(c->terms, symbol)->args[i])
                  .term))
      return nothing();
  struct ha_meaning_row m = ha_vocab_meaning(c->vocab, symbol);
  return (struct ha_meant){.term =
                               ha_term_make(c->terms, HA_TERM_APP, symbol, args, count),
                           .pointee = m.means == HA_MEANS_ELEM ? m.id : 0};
}

struct ha_meant ha_check_call(struct ha_check_formula *c, const struct ha_syntax *s) {
  static const struct {
    const char *text;
    unsigned count;
    struct ha_meant (*make)(struct ha_check_formula *, const struct ha_syntax *);
  } own[] = {{"old", 1, before},
             {"ite", 3, choice},
             {"alloc", 1, alloc},
             {"field", 1, whole_field}};
  if (s->quoted)
    return application(c, s);
  for (unsigned i = 0; i < sizeof own / sizeof *own; i++)
    if (!strcmp(s->text, own[i].text)) {
      if (s->count == own[i].count && !s->hidden)
        return own[i].make(c, s);
      ha_check_fail(c, s, "'%s' takes %u argument%s", s->text, own[i].count,
                    own[i].count == 1 ? "" : "s");
      return nothing();
    }
  return property(c, s);
}
