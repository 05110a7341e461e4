/* The command line of `heapabs scan`.  What scan-build's users know is spelt as there,
 * with one dash or two. */
#include "scan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ha_scan_usage(void) {
  puts("usage: heapabs scan [options] BUILD COMMAND…\n"
       "       heapabs scan [options] --compdb FILE\n\n"
       "  -o DIR             the report goes into a new folder below DIR\n"
       "  --status-bugs      exit with status 1 if something was found\n"
       "  --use-cc CC        the compiler that the build is to use\n"
       "  --use-c++ CXX      … for C++\n"
       "  --keep-cc          leave CC and CXX alone: compilers are seen by the PATH\n"
       "  -j N               analyses at a time (default: a processor each)\n"
       "  --exclude PATH     do not analyse what lies there; may be repeated\n"
       "  -k, --keep-going   tell make or ninja to go on after errors\n"
       "  --html-title T     title of the report\n"
       "  -V, --view         show the report when something was found\n"
       "  -plist, -sarif     a property list, a SARIF log instead of pages\n"
       "  -plist-html, -sarif-html   … and pages\n"
       "  --compdb FILE      take the compiles from a compile_commands.json\n"
       "  --baseline FILE    report only what is not in FILE\n"
       "  --update-baseline  write what is found there\n"
       "  -v                 say what is being run");
  ha_clang_help();
}

static bool complain(const char *what, const char *word) {
  fprintf(stderr, "heapabs scan: error: %s '%s'\n", what, word);
  return false;
}

/* Without its one or two dashes. */
static const char *name_of(const char *word) { return word + 1 + (word[1] == '-'); }

struct argument {
  const char *name, *value; /* of --name=value or --name value */
  bool joined;
};

static struct argument argument_at(struct ha_scan *scan, int argc, char **argv,
                                   int index) {
  const char *name = name_of(argv[index]);
  size_t length = strcspn(name, "=");
  struct argument a = {.name = ha_arena_strndup(scan->arena, name, length)};
  a.joined = name[length] == '=';
  a.value = a.joined ? name + length + 1 : index + 1 < argc ? argv[index + 1] : NULL;
  return a;
}

static bool take_exclude(struct ha_scan *scan, const char *path) {
  ha_words_add(scan->arena, &scan->exclude, path);
  return true;
}

static bool take_jobs(struct ha_scan *scan, const char *text) {
  char *end;
  unsigned long jobs = strtoul(text, &end, 10);
  if (*text < '1' || *text > '9' || *end || jobs > 1024)
    return complain("-j takes a number from 1 to 1024, not", text);
  scan->jobs = (unsigned)jobs;
  return true;
}

/* Options with a value; *known says whether it is one. */
static bool take_value(struct ha_scan *scan, const struct argument *a, bool *known) {
  const struct {
    const char *name, **place;
  } places[] = {{"o", &scan->output},        {"use-cc", &scan->use_cc},
                {"use-c++", &scan->use_cxx}, {"html-title", &scan->title},
                {"compdb", &scan->compdb},   {"baseline", &scan->baseline}};
  *known = true;
  for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
    if (!strcmp(a->name, places[i].name)) {
      *places[i].place = a->value;
      return true;
    }
  if (!strcmp(a->name, "exclude"))
    return !a->value || take_exclude(scan, a->value);
  if (!strcmp(a->name, "j"))
    return !a->value || take_jobs(scan, a->value);
  *known = false;
  return true;
}

static bool take_format(struct ha_scan *scan, const char *name) {
  bool is_plist = !strcmp(name, "plist"), is_sarif = !strcmp(name, "sarif");
  bool both = !strcmp(name, "plist-html") || !strcmp(name, "sarif-html");
  if (!is_plist && !is_sarif && !both)
    return false;
  scan->plist |= *name == 'p';
  scan->sarif |= *name == 's';
  scan->html |= both;
  return true;
}

static bool take_flag(struct ha_scan *scan, const char *name) {
  const struct {
    const char *name;
    bool *place;
  } flags[] = {{"status-bugs", &scan->status_bugs},
               {"keep-cc", &scan->keep_cc},
               {"k", &scan->keep_going},
               {"keep-going", &scan->keep_going},
               {"V", &scan->view},
               {"view", &scan->view},
               {"v", &scan->verbose},
               {"update-baseline", &scan->update_baseline},
               {"h", &scan->help},
               {"help", &scan->help}};
  for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
    if (!strcmp(name, flags[i].name))
      return *flags[i].place = true;
  return take_format(scan, name);
}

/* `-j4` is one word. */
static bool take_joined_jobs(struct ha_scan *scan, const char *word, bool *known) {
  *known = !strncmp(word, "-j", 2) && word[2] >= '0' && word[2] <= '9';
  return !*known || take_jobs(scan, word + 2);
}

static bool take(struct ha_scan *scan, int argc, char **argv, int *index) {
  const char *word = argv[*index];
  struct argument a = argument_at(scan, argc, argv, *index);
  bool known;
  if (!take_joined_jobs(scan, word, &known) || known)
    return known && scan->jobs;
  if (!a.joined && take_flag(scan, a.name))
    return true;
  if (!take_value(scan, &a, &known))
    return false;
  if (known && !a.value)
    return complain("this option needs a value:", word);
  *index += known && !a.joined;
  return known || ha_clang_take_option(scan->clang, argc, argv, index) ||
         complain("unknown option, or one without its value:", word);
}

static bool check(const struct ha_scan *scan, const char *command) {
  if (scan->help)
    return true;
  if (scan->update_baseline && !scan->baseline)
    return complain("--update-baseline needs to know which file: give --baseline to",
                    command);
  if (scan->compdb && scan->build)
    return complain("give either --compdb or a build command, not both, to", command);
  if (!scan->compdb && !scan->build)
    return complain("no build command given to", command);
  return true;
}

bool ha_scan_parse(struct ha_scan *scan, int argc, char **argv) {
  for (int i = 1; i < argc && !scan->build; i++) {
    bool ends = !strcmp(argv[i], "--");
    if (ends || *argv[i] != '-')
      scan->build = argv[i + ends] ? argv + i + ends : NULL;
    else if (!take(scan, argc, argv, &i))
      return false;
    if (ends)
      break;
  }
  scan->html |= !scan->plist && !scan->sarif;
  ha_words_end(scan->arena, &scan->exclude);
  return check(scan, argv[0]);
}
