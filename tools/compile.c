#include "compile.h"
#include "../report/path.h"
#include <ctype.h>
#include <string.h>

/* ---- options ---- */

enum form { JOINED, SEPARATE };
enum fate { KEEP, DROP };

static const struct flag {
  const char *text;
  enum form form;
  enum fate fate;
} flags[] = {
#define HA_FLAG(text, form, fate) {text, form, fate},
#include "compile_flags.def"
#undef HA_FLAG
};

/* One-word options that make or place outputs, or that would stop an analysis. */
static const char *const dropped[] = {
    "-c",    "-S",      "-MD",     "-MMD",      "-MP",       "-MG",
    "-pipe", "-shared", "-static", "-rdynamic", "-pg",       "-v",
    "-g",    "-Werror", "-pie",    "-s",        "--coverage"};
static const char *const dropped_heads[] = {
    "-Wl,",  "-Wa,",      "-W",         "-save-temps",    "-g",         "-fplugin",
    "-flto", "-fuse-ld=", "-fprofile-", "-fdiagnostics-", "-fsanitize", "-pedantic"};
/* Asks a question, or stops before there is an object. */
static const char *const no_compile[] = {
    "-E",           "-M",           "-MM",           "-cc1", "-cc1as", "--version",
    "-dumpversion", "-dumpmachine", "-fsyntax-only", "-###", "--help"};

static bool is_one_of(const char *word, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!strcmp(word, list[i]))
      return true;
  return false;
}
#define IS_ONE_OF(word, list) is_one_of(word, list, sizeof list / sizeof *list)

static bool has_head(const char *word, const char *const *heads, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!strncmp(word, heads[i], strlen(heads[i])))
      return true;
  return false;
}

static const struct flag *find_flag(const char *word) {
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    size_t length = strlen(flags[i].text);
    bool is_whole = !strcmp(word, flags[i].text);
    bool is_joined = flags[i].form == JOINED && !strncmp(word, flags[i].text, length);
    if (is_whole || is_joined)
      return &flags[i];
  }
  return NULL;
}

/* ---- languages ---- */

static enum ha_language language_of_name(const char *language) {
  if (!strcmp(language, "c") || !strcmp(language, "cpp-output") ||
      !strcmp(language, "none"))
    return HA_LANGUAGE_C;
  return !strncmp(language, "c++", 3) ? HA_LANGUAGE_CXX : HA_LANGUAGE_OTHER;
}

static enum ha_language language_of_file(const char *file) {
  static const char *const cxx[] = {".cc", ".cpp", ".cxx", ".C", ".c++", ".ii", ".CPP"};
  const char *dot = strrchr(file, '.');
  if (!dot || strchr(dot, '/'))
    return HA_LANGUAGE_OTHER;
  if (!strcmp(dot, ".c") || !strcmp(dot, ".i"))
    return HA_LANGUAGE_C;
  return IS_ONE_OF(dot, cxx) ? HA_LANGUAGE_CXX : HA_LANGUAGE_OTHER;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* `c++`, `g++-12`, `x86_64-linux-gnu-clang++` compile every input as C++. */
static bool is_cxx_driver(const char *compiler) {
  return strstr(base_name(compiler), "++") != NULL;
}

/* ---- the command line ---- */

struct parse {
  struct ha_arena *arena;
  struct ha_compile *compile;
  const char *language; /* of -x; NULL: by the file's name */
  bool is_cxx;
};

static void take_input(struct parse *p, const char *file) {
  struct ha_input input = {.file = ha_arena_strdup(p->arena, file)};
  bool by_name = !p->language || !strcmp(p->language, "none");
  input.language = by_name ? language_of_file(file) : language_of_name(p->language);
  if (p->is_cxx && input.language == HA_LANGUAGE_C)
    input.language = HA_LANGUAGE_CXX;
  if (strcmp(file, "-"))
    HA_PUSH(p->arena, p->compile->inputs, input);
}

/* -x is said anew for each input. */
static bool take_language(struct parse *p, char *const **argv) {
  const char *word = **argv;
  if (strncmp(word, "-x", 2))
    return false;
  if (!word[2] && (*argv)[1])
    p->language = *++*argv;
  else
    p->language = word + 2;
  return true;
}

/* A precompiled header is of no use to another compiler: -Xclang -include-pch -Xclang
 * FILE goes whole. */
static bool take_precompiled(char *const **argv) {
  char *const *at = *argv;
  if (strcmp(at[0], "-Xclang") || !at[1] || strcmp(at[1], "-include-pch"))
    return false;
  *argv += at[2] && at[3] ? 3 : 1;
  return true;
}

/* What is meant for the preprocessor: -Wp,-DX. */
static bool take_for_preprocessor(struct parse *p, const char *word) {
  if (strncmp(word, "-Wp,-D", 6) && strncmp(word, "-Wp,-U", 6))
    return false;
  ha_words_add(p->arena, &p->compile->flags, word + 4);
  return true;
}

static bool take_flag(struct parse *p, char *const **argv) {
  const struct flag *flag = find_flag(**argv);
  if (!flag)
    return false;
  bool has_value = !strcmp(**argv, flag->text) && (*argv)[1];
  if (flag->fate == KEEP) {
    ha_words_add(p->arena, &p->compile->flags, **argv);
    if (has_value)
      ha_words_add(p->arena, &p->compile->flags, (*argv)[1]);
  }
  *argv += has_value;
  return true;
}

static void take_word(struct parse *p, char *const **argv) {
  const char *word = **argv;
  if (*word != '-' || !word[1])
    take_input(p, word);
  else if (IS_ONE_OF(word, no_compile))
    p->compile->compiles = false;
  else if (take_language(p, argv) || IS_ONE_OF(word, dropped) ||
           take_for_preprocessor(p, word) || take_precompiled(argv) ||
           take_flag(p, argv))
    return;
  else if (!has_head(word, dropped_heads, sizeof dropped_heads / sizeof *dropped_heads))
    ha_words_add(p->arena, &p->compile->flags, word);
}

struct ha_compile ha_compile_parse(struct ha_arena *arena, char *const *argv,
                                   const char *directory) {
  struct ha_compile compile = {.directory = directory, .compiles = true};
  struct ha_words words = ha_words_expand(arena, argv, directory);
  struct parse p = {.arena = arena, .compile = &compile};
  p.is_cxx = words.list.count && is_cxx_driver(words.list.at[0]);
  for (char *const *at = words.list.at + (words.list.count > 0); *at; at++)
    take_word(&p, &at);
  ha_words_end(arena, &compile.flags);
  return compile;
}

/* Position independence and optimisation change nothing that is analysed. */
const char *ha_compile_key(struct ha_arena *arena, const struct ha_compile *compile,
                           const char *file) {
  static const char *const heads[] = {"-O", "-fPI", "-fpi", "-fno-pi", "-fno-PI"};
  const char *key = ha_path_absolute(arena, compile->directory, file);
  for (unsigned i = 0; i < compile->flags.list.count; i++) {
    const char *flag = compile->flags.list.at[i];
    if (strcmp(flag, "-DPIC") && !has_head(flag, heads, sizeof heads / sizeof *heads))
      key = ha_arena_printf(arena, "%s\n%s", key, flag);
  }
  return key;
}

bool ha_compile_is_probe(const char *directory, const char *file) {
  static const char *const places[] = {"/CMakeFiles/CMakeTmp",
                                       "/CMakeFiles/CMakeScratch", "/CMakeFiles/3.",
                                       "/CMakeFiles/4.", "/meson-private"};
  if (!strncmp(base_name(file), "conftest", 8))
    return true;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (strstr(directory, places[i]) || strstr(file, places[i]))
      return true;
  return false;
}

/* ---- names of programs ---- */

/* Without a version at the end: "gcc-12", "clang-19". */
static size_t stem(const char *name) {
  size_t length = strlen(name), end = length;
  while (end && (isdigit((unsigned char)name[end - 1]) || name[end - 1] == '.'))
    end--;
  return end && end < length && name[end - 1] == '-' ? end - 1 : length;
}

bool ha_compile_is_compiler(const char *name) {
  static const char *const known[] = {"cc",  "gcc", "clang", "c89",
                                      "c99", "c++", "g++",   "clang++"};
  size_t length = stem(name);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    size_t tail = strlen(known[i]);
    bool ends = length >= tail && !strncmp(name + length - tail, known[i], tail);
    if (ends && (length == tail || name[length - tail - 1] == '-'))
      return true;
  }
  return false;
}

bool ha_compile_is_launcher(const char *name) {
  static const char *const known[] = {"ccache", "sccache", "distcc", "icecc"};
  return IS_ONE_OF(name, known);
}
