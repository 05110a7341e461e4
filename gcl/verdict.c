/* The names of the verdicts. */
#include "verdict.h"

const char *const ha_verdict_text[] = {
    [HA_UNKNOWN] = "unknown",
    [HA_PROVED] = "proved",
    [HA_REFUTED] = "refuted",
};
