/* A table by number (of a term, mostly) of which only the parts in use take memory.
 *
 * A question meets a few hundred terms of many thousands, and a solver lives for some
 * twenty questions: arrays as long as the table of terms cost more than the questions.
 * Slots are zero at first and stay where they are. */
#ifndef HEAPABS_DOMAIN_SHEET_H
#define HEAPABS_DOMAIN_SHEET_H

#include "../gcl/arena.h"
#include <stdint.h>

enum { HA_SHEET_PAGE = 64 };

struct ha_sheet {
  HA_VEC(void *) pages;
};

/* The slot of a number, made if there is none; all slots of a sheet have one size. */
void *ha_sheet_slot(struct ha_arena *arena, struct ha_sheet *sheet, uint32_t index,
                    size_t size);
/* The same, but NULL if there is none. */
static inline void *ha_sheet_find(const struct ha_sheet *sheet, uint32_t index,
                                  size_t size) {
  uint32_t page = index / HA_SHEET_PAGE;
  if (page >= sheet->pages.count || !sheet->pages.at[page])
    return NULL;
  return (char *)sheet->pages.at[page] + index % HA_SHEET_PAGE * size;
}

#endif
