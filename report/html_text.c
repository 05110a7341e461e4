/* Escaping. */
#include "html_text.h"
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

/* The length of the UTF-8 character at `text` and its code; 0 if it is none. */
static size_t decode(const unsigned char *text, size_t left, uint32_t *code) {
  size_t length = *text < 0x80             ? 1
                  : (*text & 0xe0) == 0xc0 ? 2
                  : (*text & 0xf0) == 0xe0 ? 3
                  : (*text & 0xf8) == 0xf0 ? 4
                                           : 0;
  if (!length || length > left)
    return 0;
  *code = length == 1 ? *text : *text & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80)
      return 0;
    *code = *code << 6 | (text[i] & 0x3f);
  }
  static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (*code < smallest[length] || *code > 0x10ffff || (*code & 0x1ff800) == 0xd800)
    return 0;
  return length;
}

/* Controls, and what reorders or hides the text around it. */
static int is_hidden(uint32_t code) {
  return (code < 0x20 && code != '\n' && code != '\t') ||
         (code >= 0x7f && code < 0xa0) || code == 0x061c ||
         (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

static const char *entity(uint32_t code) {
  switch (code) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\'':
    return "&#39;";
  default:
    return NULL;
  }
}

void ha_html_bytes(FILE *out, const char *text, size_t length) {
  const unsigned char *at = (const unsigned char *)text, *end = at + length;
  while (at < end) {
    uint32_t code;
    size_t step = decode(at, (size_t)(end - at), &code);
    if (!step)
      fprintf(out, "⟨%02X⟩", *at);
    else if (is_hidden(code))
      fprintf(out, "⟨U+%04X⟩", (unsigned)code);
    else if (entity(code))
      fputs(entity(code), out);
    else
      fwrite(at, 1, step, out);
    at += step ? step : 1;
  }
}

void ha_html_text(FILE *out, const char *text) {
  ha_html_bytes(out, text, strlen(text));
}

void ha_html_path(FILE *out, const char *path) {
  while (*path) {
    size_t part = strcspn(path, "/");
    part += path[part] == '/';
    ha_html_bytes(out, path, part);
    path += part;
    if (*path)
      fputs("<wbr>", out);
  }
}

void ha_html(FILE *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  for (; *format; format++) {
    if (*format != '%') {
      fputc(*format, out);
      continue;
    }
    switch (*++format) {
    case 's':
      ha_html_text(out, va_arg(arguments, const char *));
      break;
    case 'd':
      fprintf(out, "%d", va_arg(arguments, int));
      break;
    case 'u':
      fprintf(out, "%u", va_arg(arguments, unsigned));
      break;
    default:
      fputc(*format, out);
    }
  }
  va_end(arguments);
}

/* The escaped text has no `>`, so it cannot end the comment. */
void ha_html_comment(FILE *out, const char *key, const char *value) {
  fprintf(out, "<!-- %s ", key);
  for (; *value; value++) {
    size_t run = strcspn(value, "\n\t");
    ha_html_bytes(out, value, run);
    value += run;
    if (!*value)
      break;
    fputc(' ', out);
  }
  fputs(" -->\n", out);
}
