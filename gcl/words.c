/* The words of the language are those of the .def tables and the few below; a name that
 * is spelt like one of them is quoted, so a word need never be looked up twice. */
#include "words.h"
#include <string.h>

static const char *const reserved[] = {
#define HA_EXPR(name, text, arity, form) text,
#include "expr_op.def"
#undef HA_EXPR
#define HA_CMD(name, text) text,
#include "gcl_op.def"
#undef HA_CMD
    "void", "func", "at", "in", "as", "globals",
};

bool ha_word_starts(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool ha_word_goes_on(char c) {
  return ha_word_starts(c) || (c >= '0' && c <= '9') || c == '.';
}

bool ha_word_is_scalar_type(const char *word, size_t len) {
  if (len < 2 || (word[0] != 'i' && word[0] != 'u' && word[0] != 'f'))
    return false;
  return strspn(word + 1, "0123456789") >= len - 1;
}

bool ha_word_is_plain(const char *name) {
  if (!ha_word_starts(name[0]))
    return false;
  for (const char *c = name; *c; c++)
    if (!ha_word_goes_on(*c))
      return false;
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
    if (strcmp(name, reserved[i]) == 0)
      return false;
  return !ha_word_is_scalar_type(name, strlen(name));
}

/* The bytes of the letter beyond ASCII that begins here; 0 if it is no UTF-8. */
static size_t utf8_length(const unsigned char *c, size_t left) {
  size_t length = c[0] < 0xc2   ? 0
                  : c[0] < 0xe0 ? 2
                  : c[0] < 0xf0 ? 3
                  : c[0] < 0xf5 ? 4
                                : 0;
  if (length > left)
    return 0;
  for (size_t i = 1; i < length; i++)
    if ((c[i] & 0xc0) != 0x80)
      return 0;
  bool overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
  bool no_letter = (c[0] == 0xed && c[1] >= 0xa0) || (c[0] == 0xf4 && c[1] >= 0x90);
  return overlong || no_letter ? 0 : length;
}

static void print_ascii(FILE *out, unsigned char c) {
  if (c == '"' || c == '\\')
    fprintf(out, "\\%c", c);
  else if (c == '\n')
    fputs("\\n", out);
  else if (c < ' ' || c >= 0x7f)
    fprintf(out, "\\x%02x", c);
  else
    putc(c, out);
}

void ha_word_print_quoted(FILE *out, const char *bytes, size_t len) {
  const unsigned char *c = (const unsigned char *)bytes;
  putc('"', out);
  for (size_t i = 0; i < len;) {
    size_t letter = c[i] >= 0x80 ? utf8_length(c + i, len - i) : 0;
    if (letter)
      fwrite(bytes + i, 1, letter, out);
    else
      print_ascii(out, c[i]);
    i += letter ? letter : 1;
  }
  putc('"', out);
}

void ha_word_print(FILE *out, const char *name) {
  if (ha_word_is_plain(name))
    fputs(name, out);
  else
    ha_word_print_quoted(out, name, strlen(name));
}
