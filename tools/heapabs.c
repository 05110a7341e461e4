/* `heapabs COMMAND …`: finds the command and hands over. */
#include "commands.h"
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name, *usage, *help;
  int (*run)(int argc, char **argv);
} commands[] = {
    {"scan", "[options] BUILD COMMAND…",
     "analyse what a build compiles, and make a report of it", ha_tool_scan},
    {"cert", "FILE.smt2… | --make FILE.gcl FILE.inv", "check certificates, or make one",
     ha_tool_cert},
    {"check", "FILE.c… [options] [-- CFLAGS]",
     "analyse C files, as the plugin does in a build", ha_tool_check},
    {"explain", "FUNCTION FILE.c [options] [-- CFLAGS]",
     "how the verdict of a function came about", ha_tool_explain},
    {"gcl", "FILE.gcl [options]", "print or analyse a guarded-command program",
     ha_tool_gcl},
    {"html", "[-o DIR] FILE.json…", "pages to read and step through, from the JSON",
     ha_tool_html},
    {"repro", "FILE.c [options] [-- CFLAGS]",
     "write a failing C program for each finding, and run it", ha_tool_repro},
    {"cc", "COMPILER ARGUMENTS…", "the compiler as `scan` has it run", ha_tool_cc},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void usage(FILE *out) {
  fputs("usage: heapabs COMMAND …\n\n", out);
  for (unsigned i = 0; i < COMMANDS; i++)
    fprintf(out, "  heapabs %s %s\n      %s\n", commands[i].name, commands[i].usage,
            commands[i].help);
  fputs("\n`heapabs COMMAND --help` lists the options of a command.\n", out);
}

static int print_version(void) {
  puts("heapabs " HEAPABS_VERSION ", for clang " HEAPABS_LLVM);
  return 0;
}

static int complain(const char *name) {
  fprintf(stderr, "heapabs: error: unknown command '%s'; known are", name);
  for (unsigned i = 0; i < COMMANDS; i++)
    fprintf(stderr, "%s %s", i ? "," : "", commands[i].name);
  fputc('\n', stderr);
  return 2;
}

/* argv[0] is the command. */
static int run(int argc, char **argv) {
  for (unsigned i = 0; i < COMMANDS; i++)
    if (!strcmp(argv[0], commands[i].name))
      return argc == 2 && !strcmp(argv[1], "--version") ? print_version()
                                                        : commands[i].run(argc, argv);
  return complain(argv[0]);
}

/* `help` alone, or with the name of a command. */
static int help(const char *name) {
  char *argv[] = {(char *)name, (char *)"--help", NULL};
  if (name)
    return run(2, argv);
  usage(stdout);
  return 0;
}

int main(int argc, char **argv) {
  if (argc && ha_tool_is_compiler(argv[0]))
    return ha_tool_as_compiler(argv);
  if (argc < 2) {
    usage(stderr);
    return 2;
  }
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
    return help(NULL);
  if (!strcmp(argv[1], "help"))
    return help(argv[2]);
  if (!strcmp(argv[1], "--version"))
    return print_version();
  return run(argc - 1, argv + 1);
}
