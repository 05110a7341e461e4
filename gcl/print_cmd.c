/* Commands and source positions in the text form. */
#include "printer.h"
#include "typing.h"
#include "words.h"
#include <assert.h>
#include <inttypes.h>
#include <string.h>

static void print_file(const struct printer *to, const char *file) {
  if (!file)
    fputs("?:", to->out);
  else if (!to->file || strcmp(file, to->file) != 0) {
    ha_word_print_quoted(to->out, file, strlen(file));
    putc(':', to->out);
  }
}

/* ` at 5:3-5:9 in g < 12:3`: in g, which was called at 12:3 of the program's own
 * function. */
void ha_printer_pos(const struct printer *to, ha_pos pos) {
  const char *lead = " at ";
  while (pos) {
    assert(pos < to->p->poss.count);
    const struct ha_pos_row *row = &to->p->poss.at[pos];
    fputs(lead, to->out);
    print_file(to, row->file);
    fprintf(to->out, "%" PRIu32 ":%" PRIu32, row->line, row->column);
    if (row->end_line)
      fprintf(to->out, "-%" PRIu32 ":%" PRIu32, row->end_line, row->end_column);
    if (!row->function || strcmp(row->function, to->p->name) != 0) {
      fputs(" in ", to->out);
      ha_word_print(to->out, row->function ? row->function : "");
    }
    assert(row->call < pos && "a call comes before what it calls");
    pos = row->call;
    lead = " < ";
  }
}

static void print_var(const struct printer *to, ha_var var) {
  assert(var < to->p->vars.count);
  ha_word_print(to->out, to->p->vars.at[var].name);
}

static void print_object(const struct printer *to, ha_obj object) {
  assert(object < to->p->objs.count);
  if (object) {
    putc(' ', to->out);
    ha_word_print(to->out, to->p->objs.at[object].name);
  }
}

static void print_operand(const struct printer *to, const struct ha_cmd_row *cmd,
                          unsigned index) {
  const ha_expr operands[] = {cmd->a, cmd->b, cmd->c};
  ha_printer_expr(to, operands[index], ha_typing_command(to->p, cmd, index));
}

static void print_operands(const struct printer *to, const struct ha_cmd_row *cmd,
                           unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    fputs(i ? ", " : " ", to->out);
    print_operand(to, cmd, i);
  }
}

/* ` (call-result get_node)`: always said of a variable, else only if there is
 * something to say. */
static void print_origin(const struct printer *to, const struct ha_cmd_row *cmd) {
  if (cmd->op != HA_CMD_HAVOC && !cmd->origin && !cmd->callee)
    return;
  fprintf(to->out, " (%s", ha_origin_text[cmd->origin]);
  if (cmd->callee) {
    putc(' ', to->out);
    ha_word_print(to->out, cmd->callee);
  }
  putc(')', to->out);
}

static void print_new(const struct printer *to, const struct ha_cmd_row *cmd) {
  print_var(to, cmd->var);
  fprintf(to->out, " := %s ", ha_cmd_text[cmd->op]);
  ha_printer_type(to, cmd->type);
  fputs(", ", to->out);
  print_operand(to, cmd, 0);
}

static void print_assert(const struct printer *to, const struct ha_cmd_row *cmd) {
  fputs(ha_cmd_text[cmd->op], to->out);
  print_operands(to, cmd, 1);
  fprintf(to->out, " @%" PRIu32, cmd->check);
}

static void print_assignment(const struct printer *to, const struct ha_cmd_row *cmd) {
  if (cmd->op == HA_CMD_STORE)
    ha_printer_access(to, cmd->a, cmd->field);
  else
    print_var(to, cmd->var);
  fputs(" := ", to->out);
  if (cmd->op == HA_CMD_LOAD)
    ha_printer_access(to, cmd->a, cmd->field);
  else
    print_operand(to, cmd, cmd->op == HA_CMD_STORE);
}

static void print_havoc(const struct printer *to, const struct ha_cmd_row *cmd) {
  fputs(ha_cmd_text[cmd->op], to->out);
  if (cmd->op == HA_CMD_HAVOC_BYTES) {
    print_operands(to, cmd, 2);
  } else if (cmd->op == HA_CMD_HAVOC_REACH && !cmd->a) {
    fputs(" globals", to->out);
  } else if (cmd->op == HA_CMD_HAVOC_REACH) {
    print_operands(to, cmd, 1);
  } else {
    putc(' ', to->out);
    if (cmd->op == HA_CMD_HAVOC)
      print_var(to, cmd->var);
    else
      ha_printer_access(to, cmd->a, cmd->field);
  }
  print_origin(to, cmd);
}

void ha_printer_cmd(const struct printer *to, const struct ha_cmd_row *cmd) {
  switch ((enum ha_cmd_op)cmd->op) {
  case HA_CMD_ASSIGN:
  case HA_CMD_LOAD:
  case HA_CMD_STORE:
    print_assignment(to, cmd);
    return;
  case HA_CMD_NEW:
  case HA_CMD_ALLOCA:
    print_new(to, cmd);
    return;
  case HA_CMD_ASSERT:
    print_assert(to, cmd);
    return;
  case HA_CMD_HAVOC:
  case HA_CMD_HAVOC_FIELD:
  case HA_CMD_HAVOC_BYTES:
  case HA_CMD_HAVOC_REACH:
    print_havoc(to, cmd);
    return;
  case HA_CMD_SKIP:
  case HA_CMD_ASSUME:
  case HA_CMD_NOTE:
  case HA_CMD_UNWIND:
  case HA_CMD_FREE:
  case HA_CMD_ENTER:
  case HA_CMD_LEAVE:
  case HA_CMD_COPY:
  case HA_CMD_FILL:
    break;
  }
  fputs(ha_cmd_text[cmd->op], to->out);
  print_object(to, cmd->object);
  print_operands(to, cmd,
                 cmd->op == HA_CMD_COPY || cmd->op == HA_CMD_FILL ? 3
                 : cmd->a                                         ? 1
                                                                  : 0);
}
