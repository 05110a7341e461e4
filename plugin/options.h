/* The options of the plugin, `-fplugin-arg-heapabs-KEY=VALUE`.
 *
 * Everything follows from one table, options.def: the struct's members, their
 * defaults, the parser, the messages that list what is known, and the line that
 * shows the active configuration under -v. */
#ifndef HEAPABS_PLUGIN_OPTIONS_H
#define HEAPABS_PLUGIN_OPTIONS_H

#include <stdbool.h>

struct ha_arena;

#define HA_OPTION_FLAG bool
#define HA_OPTION_NUMBER unsigned
#define HA_OPTION_CHOICE unsigned /* index among the values */
#define HA_OPTION_KINDS unsigned  /* bit set of enum ha_check_kind */
#define HA_OPTION_ENGINE const char *
#define HA_OPTION_FAMILIES const char *
#define HA_OPTION_TEXT const char *         /* "" if not given */
#define HA_OPTION_NAMES const char *const * /* NULL-terminated */
#define HA_OPTION_MODELS const char *const *

struct ha_options {
#define HA_OPTION(key, type, fallback, values, help) HA_OPTION_##type key;
#define HA_HIDDEN HA_OPTION
#include "options.def"
#undef HA_HIDDEN
#undef HA_OPTION
  bool has_budget; /* one was named */
};

enum { HA_MALLOC_MAY_FAIL, HA_MALLOC_NEVER_NULL };
enum { HA_DUMP_NONE, HA_DUMP_GCL };

/* The defaults. */
struct ha_options *ha_options_new(struct ha_arena *arena);
/* Sets one option from "KEY=VALUE" (the last one wins).  NULL, or one sentence that
 * says what is wrong and lists what is known. */
const char *ha_options_set(struct ha_arena *arena, struct ha_options *options,
                           const char *assignment);
/* Every function, and every kind of check that is on by default? */
bool ha_options_ask_all(const struct ha_options *options);
/* Does some output that was asked for show them? */
bool ha_options_want_reproducers(const struct ha_options *options);
/* "engine=auto budget=2000 …", every option with the value it has. */
const char *ha_options_describe(struct ha_arena *arena,
                                const struct ha_options *options);

#endif
