#include "js.h"
#include "../gcl/arena.h"
#include <stdlib.h>
#include <string.h>

json_t *ha_js_string(const char *text) {
  json_t *value = json_string(text ? text : "");
  if (value)
    return value;
  size_t length = strlen(text);
  char *clean = malloc(length + 1);
  for (size_t i = 0; clean && i <= length; i++)
    clean[i] = (unsigned char)text[i] < 0x80 ? text[i] : '?';
  value = json_string(clean ? clean : "?");
  free(clean);
  return value;
}

json_t *ha_js_ms(double ms) {
  return json_real((double)(long long)(ms * 10 + 0.5) / 10);
}

void ha_js_set_text(json_t *object, const char *key, const char *text) {
  json_object_set_new(object, key, ha_js_string(text));
}

void ha_js_set_int(json_t *object, const char *key, long long number) {
  json_object_set_new(object, key, json_integer(number));
}

const char *ha_js_text(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

long long ha_js_int(const json_t *object, const char *key) {
  return json_integer_value(json_object_get(object, key));
}

json_t *ha_js_array(const json_t *object, const char *key) {
  json_t *array = json_object_get(object, key);
  return json_is_array(array) ? array : NULL;
}

bool ha_js_is(const json_t *object, const char *key, const char *text) {
  return strcmp(ha_js_text(object, key), text) == 0;
}

char *ha_js_dump(struct ha_arena *arena, const json_t *value) {
  char *text =
      json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(9));
  char *copy = ha_arena_strdup(arena, text ? text : "null");
  free(text);
  return copy;
}
