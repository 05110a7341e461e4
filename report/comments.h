/* The comments of a C file, line by line. */
#ifndef HEAPABS_REPORT_COMMENTS_H
#define HEAPABS_REPORT_COMMENTS_H

#include <stddef.h>

struct ha_comment_reader {
  void *context;
  /* The part of a comment that stands on `line`. */
  void (*comment)(void *context, unsigned line, const char *text, size_t length);
  /* There is something else than comments and space on `line`. */
  void (*code)(void *context, unsigned line);
};

void ha_comments_read(const struct ha_comment_reader *reader, const char *text,
                      size_t length);

#endif
