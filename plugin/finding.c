#include "finding.h"
#include "wire.h"
#include <string.h>

static void send_place(struct ha_wire *wire, const struct ha_place *place) {
  ha_wire_text(wire, place->file);
  ha_wire_u32(wire, place->line);
  ha_wire_u32(wire, place->column);
  ha_wire_u32(wire, place->caret);
  ha_wire_u32(wire, place->begin);
  ha_wire_u32(wire, place->end);
}

static struct ha_place read_place(struct ha_arena *arena, struct ha_record *record) {
  struct ha_place place = {.file = ha_arena_strdup(arena, ha_record_text(record))};
  place.line = ha_record_u32(record);
  place.column = ha_record_u32(record);
  place.caret = ha_record_u32(record);
  place.begin = ha_record_u32(record);
  place.end = ha_record_u32(record);
  return place;
}

void ha_finding_send(struct ha_wire *wire, const struct ha_finding *finding) {
  ha_wire_begin(wire, HA_RECORD_FINDING);
  ha_wire_text(wire, finding->function);
  ha_wire_u32(wire, finding->check);
  ha_wire_u32(wire, finding->kind);
  ha_wire_u32(wire, finding->unknown);
  ha_wire_u32(wire, finding->inlined);
  send_place(wire, &finding->place);
  send_place(wire, &finding->inner);
  ha_wire_text(wire, finding->message);
  ha_wire_u32(wire, finding->notes.count);
  for (unsigned i = 0; i < finding->notes.count; i++) {
    send_place(wire, &finding->notes.at[i].place);
    ha_wire_text(wire, finding->notes.at[i].message);
  }
  ha_wire_send(wire);
}

struct ha_finding *ha_finding_read(struct ha_arena *arena, struct ha_record *record) {
  struct ha_finding *finding = ha_arena_alloc(arena, sizeof *finding);
  finding->function = ha_arena_strdup(arena, ha_record_text(record));
  finding->check = ha_record_u32(record);
  uint32_t kind = ha_record_u32(record);
  finding->kind = kind < HA_CHECK_KINDS ? (enum ha_check_kind)kind : HA_CHECK_ASSERT;
  finding->unknown = ha_record_u32(record);
  finding->inlined = ha_record_u32(record);
  finding->place = read_place(arena, record);
  finding->inner = read_place(arena, record);
  finding->message = ha_arena_strdup(arena, ha_record_text(record));
  for (uint32_t left = ha_record_u32(record); left && record->at < record->end;
       left--) {
    struct ha_place place = read_place(arena, record);
    const char *message = ha_arena_strdup(arena, ha_record_text(record));
    HA_PUSH(arena, finding->notes, (struct ha_finding_note){place, message});
  }
  return finding;
}

bool ha_place_equal(const struct ha_place *a, const struct ha_place *b) {
  return a->line == b->line && a->column == b->column && strcmp(a->file, b->file) == 0;
}
