/* Whose fault is a failing check?  The input heap guesses at what the code does not
 * say: how long an array behind a pointer is, which numbers are an index into it or a
 * pointer in disguise.  A
 * run that fails because of such a guess is no counterexample. */
#ifndef HEAPABS_REFINE_BLAME_H
#define HEAPABS_REFINE_BLAME_H

#include "../gcl/interp.h"

struct ha_entry;

bool ha_blame_is_code(const struct ha_entry *entry, const struct ha_run *run);

#endif
