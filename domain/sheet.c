#include "sheet.h"

static void *make_page(struct ha_arena *arena, struct ha_sheet *sheet, uint32_t page,
                       size_t size) {
  while (sheet->pages.count <= page)
    HA_PUSH(arena, sheet->pages, NULL);
  if (!sheet->pages.at[page])
    sheet->pages.at[page] = ha_arena_alloc(arena, HA_SHEET_PAGE * size);
  return sheet->pages.at[page];
}

void *ha_sheet_slot(struct ha_arena *arena, struct ha_sheet *sheet, uint32_t index,
                    size_t size) {
  void *slot = ha_sheet_find(sheet, index, size);
  if (slot)
    return slot;
  char *page = make_page(arena, sheet, index / HA_SHEET_PAGE, size);
  return page + index % HA_SHEET_PAGE * size;
}
