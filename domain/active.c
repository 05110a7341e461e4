#include "active.h"

void ha_active_begin(struct ha_active *a) {
  ha_term_vec *const lists[] = {&a->all,   &a->objects,   &a->steps,  &a->values,
                                &a->atoms, &a->distances, &a->symbols};
  for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
    lists[i]->count = 0;
  a->query++;
  ha_active_add(a, ha_null(a->terms), 0);
}

static bool is_map(enum ha_sort sort) {
  return sort == HA_SORT_LINK || sort == HA_SORT_DATA || sort == HA_SORT_SET;
}

static void file(struct ha_active *a, ha_term term, const struct ha_term_row *row) {
  HA_PUSH(a->arena, a->all, term);
  if (row->sort == HA_SORT_OBJ && row->op != HA_TERM_ITE)
    HA_PUSH(a->arena, a->objects, term);
  switch (row->op) {
  case HA_TERM_SYM:
    HA_PUSH(a->arena, a->symbols, term);
    break;
  case HA_TERM_SELECT:
    if (row->sort == HA_SORT_OBJ)
      HA_PUSH(a->arena, a->steps, term);
    else
      HA_PUSH(a->arena, a->values, term);
    break;
  case HA_TERM_APP:
    HA_PUSH(a->arena, a->values, term);
    break;
  case HA_TERM_BTWN:
    HA_PUSH(a->arena, a->atoms, term);
    break;
  case HA_TERM_DIST:
    HA_PUSH(a->arena, a->distances, term);
    break;
  default:
    break;
  }
}

/* The parts are filed before the whole, so that simple terms stand for their class. */
void ha_active_add(struct ha_active *a, ha_term term, uint8_t generation) {
  struct ha_active_mark *mark = ha_sheet_slot(a->arena, &a->marks, term, sizeof *mark);
  if (mark->query == a->query)
    return;
  struct ha_term_row row = *ha_term_get(a->terms, term);
  if (is_map(row.sort))
    return;
  *mark = (struct ha_active_mark){a->query, generation};
  for (unsigned i = 0; i < row.count; i++)
    ha_active_add(a, row.args[i], generation);
  file(a, term, &row);
}
