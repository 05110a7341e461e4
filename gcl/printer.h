/* Inside the printer: what its files share. */
#ifndef HEAPABS_GCL_PRINTER_H
#define HEAPABS_GCL_PRINTER_H

#include "gcl.h"
#include <stdio.h>

struct printer {
  const struct ha_program *p;
  FILE *out;
  bool for_people;  /* without what only the parser needs: types, positions */
  const char *file; /* positions in this file do not name it; may be NULL */
  ha_type *records; /* the records to declare, in order */
  unsigned record_count;
  uint32_t *anonymous; /* by type: its number among the records without a name */
};

void ha_printer_type(const struct printer *to, ha_type type);
/* Finds the records the program needs; an embedded record comes before its owner. */
void ha_printer_collect(struct printer *to);
void ha_printer_records(const struct printer *to);

/* `wanted`: the type a reader expects here (typing.h), 0 if there is none. */
void ha_printer_expr(const struct printer *to, ha_expr expr, ha_type wanted);
/* `p->next`, `p->node::next`, `*p`: what a LOAD or STORE accesses. */
void ha_printer_access(const struct printer *to, ha_expr base, ha_field field);

void ha_printer_pos(const struct printer *to, ha_pos pos);
void ha_printer_cmd(const struct printer *to, const struct ha_cmd_row *cmd);

#endif
