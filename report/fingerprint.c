/* FNV-1a, 64 bits, over the three parts with a zero byte after each.  What lies in
 * quotes counts letter by letter; elsewhere space matters only between two words. */
#include "fingerprint.h"
#include "../gcl/arena.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The end of the string or character literal that begins at `at`. */
static const char *skip_literal(const char *at) {
  char quote = *at++;
  while (*at && *at != quote)
    at += *at == '\\' && at[1] ? 2 : 1;
  return *at ? at + 1 : at;
}

/* The end of the space and comments at `at`; all of the line after `//`. */
static const char *skip_blank(const char *at) {
  for (;;) {
    if (isspace((unsigned char)*at)) {
      at++;
    } else if (!strncmp(at, "//", 2)) {
      return at + strlen(at);
    } else if (!strncmp(at, "/*", 2)) {
      const char *end = strstr(at + 2, "*/");
      at = end ? end + 2 : at + strlen(at);
    } else {
      return at;
    }
  }
}

const char *ha_fingerprint_normalise(struct ha_arena *arena, const char *line) {
  char *text = ha_arena_alloc(arena, strlen(line) + 1), *out = text;
  for (const char *at = skip_blank(line); *at;) {
    bool is_quoted = *at == '"' || *at == '\'';
    const char *end = is_quoted ? skip_literal(at) : at + 1;
    memcpy(out, at, (size_t)(end - at));
    out += end - at;
    at = skip_blank(end);
    if (at != end && is_word(out[-1]) && is_word(*at))
      *out++ = ' ';
  }
  *out = 0;
  return text;
}

static uint64_t add(uint64_t hash, const char *text) {
  do
    hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
  while (*text++);
  return hash;
}

const char *ha_fingerprint(struct ha_arena *arena, const char *function,
                           const char *rule, const char *line) {
  uint64_t hash = UINT64_C(14695981039346656037);
  hash = add(hash, function);
  hash = add(hash, rule);
  hash = add(hash, ha_fingerprint_normalise(arena, line));
  return ha_arena_printf(arena, "%016" PRIx64, hash);
}
