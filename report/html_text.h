/* Writing HTML so that no text from outside can become markup.
 *
 * Pages are written to a FILE in memory.  Every `%s` of ha_html is escaped; markup of
 * our own goes out with fputs.  Bytes that are no UTF-8, control characters and those
 * that turn the direction of writing are shown, not passed on: a report must show the
 * source as it is, not as it wants to look. */
#ifndef HEAPABS_REPORT_HTML_TEXT_H
#define HEAPABS_REPORT_HTML_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* For text and for attributes in double quotes. */
void ha_html_text(FILE *out, const char *text);
void ha_html_bytes(FILE *out, const char *text, size_t length);

/* A path that may be broken after its slashes. */
void ha_html_path(FILE *out, const char *path);

/* Knows %s (escaped), %d, %u and %%, without flags. */
__attribute__((format(printf, 2, 3))) void ha_html(FILE *out, const char *format, ...);

/* For the inside of a comment that other programs read by the line. */
void ha_html_comment(FILE *out, const char *key, const char *value);

#endif
