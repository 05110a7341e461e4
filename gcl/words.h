/* Names in the text form: which ones can stand as they are, and quoting the others. */
#ifndef HEAPABS_GCL_WORDS_H
#define HEAPABS_GCL_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

bool ha_word_starts(char c);  /* may begin a name or keyword */
bool ha_word_goes_on(char c); /* may stand inside one */
/* `i32`, `u8`, `f64`: a letter and a number. */
bool ha_word_is_scalar_type(const char *word, size_t len);
/* A C identifier, dots allowed, that is no word of the language. */
bool ha_word_is_plain(const char *name);

void ha_word_print(FILE *out, const char *name); /* quoted unless plain */
/* The text is UTF-8 whatever the bytes are. */
void ha_word_print_quoted(FILE *out, const char *bytes, size_t len);

#endif
