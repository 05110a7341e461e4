/* Small helpers around jansson: strings that may be any bytes, documents as text.
 *
 * jansson keeps the order in which keys are set, so the bytes of a report depend on
 * what is reported alone. */
#ifndef HEAPABS_REPORT_JS_H
#define HEAPABS_REPORT_JS_H

#include <jansson.h>
#include <stdbool.h>

struct ha_arena;

/* Never NULL: bytes that are no UTF-8 become '?', NULL becomes "".  A report must not
 * fail for want of a readable name. */
json_t *ha_js_string(const char *text);
/* Tenths of a millisecond: what a reader compares, not what the clock gave. */
json_t *ha_js_ms(double ms);

void ha_js_set_text(json_t *object, const char *key, const char *text);
void ha_js_set_int(json_t *object, const char *key, long long number);

/* Readers that take what is not there for empty. */
const char *ha_js_text(const json_t *object, const char *key);
long long ha_js_int(const json_t *object, const char *key);
json_t *ha_js_array(const json_t *object, const char *key); /* borrowed; may be NULL */
bool ha_js_is(const json_t *object, const char *key, const char *text);

/* One line, in the arena. */
char *ha_js_dump(struct ha_arena *arena, const json_t *value);

#endif
