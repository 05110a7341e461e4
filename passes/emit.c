/* Commands at the current point, with their checks, positions and limitations. */
#include "lowering.h"
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

void ha_emit(struct ha_lowering *lowering, struct ha_cmd_row cmd) {
  if (lowering->current == HA_NOWHERE)
    return;
  cmd.pos = lowering->pos;
  HA_PUSH(lowering->scratch, lowering->edges.at[lowering->current].cmds, cmd);
}

void ha_emit_assume(struct ha_lowering *lowering, ha_expr condition) {
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_ASSUME, .a = condition});
}

void ha_emit_assign(struct ha_lowering *lowering, ha_var var, ha_expr value) {
  ha_type type = lowering->program->vars.at[var].type;
  ha_expr adapted = ha_expr_as(lowering, value, type);
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_ASSIGN, .var = var, .a = adapted});
}

void ha_emit_havoc(struct ha_lowering *lowering, ha_var var, enum ha_origin origin,
                   const char *callee) {
  ha_emit(lowering,
          (struct ha_cmd_row){
              .op = HA_CMD_HAVOC, .var = var, .origin = origin, .callee = callee});
}

void ha_emit_havoc_bytes(struct ha_lowering *lowering, ha_expr address, ha_expr size) {
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_HAVOC_BYTES,
                                        .origin = HA_ORIGIN_UNMODELLED,
                                        .a = address,
                                        .b = size});
}

void ha_emit_havoc_reach(struct ha_lowering *lowering, ha_expr from,
                         const char *callee) {
  ha_emit(lowering, (struct ha_cmd_row){.op = HA_CMD_HAVOC_REACH,
                                        .origin = HA_ORIGIN_UNMODELLED,
                                        .a = from,
                                        .callee = callee});
}

static ha_check new_check(struct ha_lowering *lowering, enum ha_check_kind kind,
                          const char *text, const char *base) {
  struct ha_program *p = lowering->program;
  HA_PUSH(p->arena, p->checks,
          (struct ha_check_row){.kind = kind,
                                .pos = lowering->pos,
                                .text = ha_arena_strdup(p->arena, text ? text : ""),
                                .base = ha_arena_strdup(p->arena, base ? base : "")});
  return p->checks.count - 1;
}

void ha_emit_check(struct ha_lowering *lowering, enum ha_check_kind kind,
                   ha_expr condition, const char *text, const char *base) {
  uint64_t known;
  if (lowering->current == HA_NOWHERE ||
      (ha_expr_is_const(lowering, condition, &known) && known))
    return;
  if (!(lowering->options->checks & 1u << kind)) {
    if (kind != HA_CHECK_LEAK)
      ha_emit_assume(lowering, condition);
    return;
  }
  ha_check check = new_check(lowering, kind, text, base);
  ha_emit(lowering,
          (struct ha_cmd_row){.op = HA_CMD_ASSERT, .a = condition, .check = check});
}

void ha_limit_at(struct ha_lowering *lowering, ha_pos pos, const char *what) {
  struct ha_program *p = lowering->program;
  for (uint32_t i = 0; i < p->limitations.count; i++)
    if (p->limitations.at[i].pos == pos && !strcmp(p->limitations.at[i].what, what))
      return;
  HA_PUSH(p->arena, p->limitations,
          (struct ha_limitation){pos, ha_arena_strdup(p->arena, what)});
}

void ha_limit(struct ha_lowering *lowering, const char *what) {
  if (lowering->current != HA_NOWHERE)
    ha_limit_at(lowering, lowering->pos, what);
}

static bool same_position(const struct ha_pos_row *a, const struct ha_pos_row *b) {
  return a->line == b->line && a->column == b->column && a->call == b->call &&
         a->function == b->function && !strcmp(a->file, b->file);
}

/* Neighbouring instructions share their position: look back a little. */
static ha_pos intern(struct ha_lowering *lowering, struct ha_pos_row row) {
  struct ha_program *p = lowering->program;
  for (uint32_t i = p->poss.count, tries = 8; i > 1 && tries; i--, tries--)
    if (same_position(&p->poss.at[i - 1], &row))
      return i - 1;
  row.file = ha_arena_strdup(p->arena, row.file);
  HA_PUSH(p->arena, p->poss, row);
  return p->poss.count - 1;
}

ha_pos ha_position(struct ha_lowering *lowering, LLVMValueRef instruction) {
  unsigned line = LLVMGetDebugLocLine(instruction), length = 0;
  if (!line)
    return lowering->pos;
  const char *name = LLVMGetDebugLocFilename(instruction, &length);
  const struct ha_frame *frame = lowering->frame;
  struct ha_pos_row row = {
      .file = ha_arena_strndup(lowering->scratch, name ? name : "", length),
      .line = line,
      .column = LLVMGetDebugLocColumn(instruction),
      .function = ha_name_value(frame->function->value),
      .call = frame->call};
  const struct ha_source_expr *source =
      ha_unit_source(lowering->unit, row.file, row.line, row.column);
  if (source) {
    row.end_line = source->end_line;
    row.end_column = source->end_column;
    row.macro_test = source->macro_test;
  }
  return intern(lowering, row);
}

ha_pos ha_position_of_function(struct ha_lowering *lowering, LLVMValueRef function,
                               ha_pos call) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  struct ha_pos_row row = {
      .file = "", .function = ha_name_value(function), .call = call};
  if (subprogram) {
    unsigned length = 0;
    LLVMMetadataRef file = LLVMDIScopeGetFile(subprogram);
    const char *name = file ? LLVMDIFileGetFilename(file, &length) : "";
    row.file = ha_arena_strndup(lowering->scratch, name, length);
    row.line = LLVMDISubprogramGetLine(subprogram);
  }
  return intern(lowering, row);
}
