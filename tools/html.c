/* `heapabs html`: pages from the JSON documents of units. */
#include "../report/html.h"
#include "../gcl/arena.h"
#include "../report/path.h"
#include "clang.h"
#include "commands.h"
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct html {
  struct ha_arena *arena;
  HA_VEC(const char *) files;
  HA_VEC(json_t *) documents;
  const char *dir, *here;
  struct ha_html_options options;
  bool help;
};

static void usage(void) {
  puts("usage: heapabs html [options] FILE.json…\n\n"
       "  -o DIR             where to write (default: heapabs-html)\n"
       "  --html-title TEXT  title of the index\n"
       "  --root DIR         show files relative to this folder (default: here)\n"
       "  --help             this list\n\n"
       "Reads what `heapabs check --json` or json=FILE wrote; - is stdin.");
}

static bool complain(const char *what, const char *word) {
  fprintf(stderr, "heapabs html: error: %s '%s'\n", what, word);
  return false;
}

static bool take(struct html *html, int argc, char **argv, int *index) {
  const char *word = argv[*index];
  const char **value = !strcmp(word, "-o")             ? &html->dir
                       : !strcmp(word, "--html-title") ? &html->options.title
                       : !strcmp(word, "--root")       ? &html->options.root
                                                       : NULL;
  if (value && *index + 1 < argc)
    *value = argv[++*index];
  else if (!strcmp(word, "--help"))
    html->help = true;
  else if (value || (*word == '-' && word[1]))
    return complain("unknown option, or one without its value:", word);
  else
    HA_PUSH(html->arena, html->files, word);
  return true;
}

static bool parse(struct html *html, int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (!take(html, argc, argv, &i))
      return false;
  if (!html->files.count && !html->help)
    return complain("no file given to", argv[0]);
  return true;
}

static bool is_document(const json_t *value) {
  return json_integer_value(json_object_get(value, "heapabs")) == 1 &&
         json_is_array(json_object_get(value, "functions"));
}

/* The documents of a file stand one after the other.  One that does not say where its
 * names begin means here. */
static bool read_documents(struct html *html, const char *file, const char *text) {
  for (const char *at = text; at[strspn(at, " \t\r\n")];) {
    json_error_t error;
    json_t *value = json_loads(at, JSON_DISABLE_EOF_CHECK, &error);
    if (!value) {
      fprintf(stderr, "heapabs: error: %s: %s\n", file, error.text);
      return false;
    }
    HA_PUSH(html->arena, html->documents, value);
    if (!is_document(value)) {
      fprintf(stderr, "heapabs: error: %s: this is no report of heapabs\n", file);
      return false;
    }
    if (!json_object_get(value, "directory"))
      json_object_set_new(value, "directory", json_string(html->here));
    at += error.position;
  }
  return true;
}

static bool read_file(struct html *html, const char *file) {
  char *text = ha_read_file(file);
  if (!text) {
    fprintf(stderr, "heapabs: error: %s: %s\n", file, strerror(errno));
    return false;
  }
  bool good = read_documents(html, file, text);
  free(text);
  return good;
}

static int run(struct html *html) {
  for (unsigned i = 0; i < html->files.count; i++)
    if (!read_file(html, html->files.at[i]))
      return 1;
  html->options.root = ha_path_absolute(html->arena, html->here, html->options.root);
  const char *error;
  if (!ha_report_html(html->arena, (const json_t *const *)html->documents.at,
                      html->documents.count, &html->options, html->dir, &error)) {
    fprintf(stderr, "heapabs: error: %s\n", error);
    return 1;
  }
  printf("%s/index.html\n", html->dir);
  return 0;
}

int ha_tool_html(int argc, char **argv) {
  char here[PATH_MAX] = "";
  struct html html = {.arena = ha_arena_new(), .dir = "heapabs-html"};
  html.here = getcwd(here, sizeof here) ? here : "";
  html.options =
      (struct ha_html_options){.root = html.here, .version = HEAPABS_VERSION};
  int status = 2;
  if (parse(&html, argc, argv)) {
    status = 0;
    if (html.help)
      usage();
    else
      status = run(&html);
  }
  for (unsigned i = 0; i < html.documents.count; i++)
    json_decref(html.documents.at[i]);
  ha_arena_free(html.arena);
  return status;
}
