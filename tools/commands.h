/* The subcommands of `heapabs`, one file each.  argv[0] is the subcommand's name; the
 * result is the exit status: 0, 1 for findings under --status-bugs and for inputs that
 * fail, 2 for a command line that makes no sense. */
#ifndef HEAPABS_TOOLS_COMMANDS_H
#define HEAPABS_TOOLS_COMMANDS_H

#include <stdbool.h>

int ha_tool_cc(int argc, char **argv);
int ha_tool_cert(int argc, char **argv);
int ha_tool_check(int argc, char **argv);
int ha_tool_explain(int argc, char **argv);
int ha_tool_gcl(int argc, char **argv);
int ha_tool_html(int argc, char **argv);
int ha_tool_repro(int argc, char **argv);
int ha_tool_scan(int argc, char **argv);

/* A link to this program may have a compiler's name: then it is that compiler, and what
 * it compiles is analysed (cc.c). */
bool ha_tool_is_compiler(const char *program);
int ha_tool_as_compiler(char **argv);

#endif
