// Our own C headers, as C++ must see them.
#ifndef HEAPABS_PLUGIN_C_HEADERS_H
#define HEAPABS_PLUGIN_C_HEADERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

extern "C" {
#include "../gcl/arena.h"
#include "../gcl/types.h"
#include "../passes/unit.h"
#include "../refine/engine.h"
#include "../report/marks.h"
#include "../report/report.h"
#include "collect.h"
#include "driver.h"
#include "finding.h"
#include "isolate.h"
#include "options.h"
}

#endif
