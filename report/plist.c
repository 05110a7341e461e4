/* A finding stands where its last step is, as the analyser has it: in the callee, if it
 * fails there.  Steps are events; control edges join them. */
#include "plist.h"
#include "../gcl/arena.h"
#include "findings.h"
#include "js.h"
#include "path.h"
#include "rules.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct plist {
  struct ha_arena *arena;
  FILE *out;
  HA_VEC(const char *) files;
  unsigned depth; /* of indentation */
};

static void put(struct plist *p, const char *text) {
  fprintf(p->out, "%*s%s\n", (int)p->depth, "", text);
}

static void open_tag(struct plist *p, const char *tag) {
  fprintf(p->out, "%*s<%s>\n", (int)p->depth++, "", tag);
}

static void close_tag(struct plist *p, const char *tag) {
  fprintf(p->out, "%*s</%s>\n", (int)--p->depth, "", tag);
}

/* XML has no way to write most control characters. */
static void put_escaped(FILE *out, const char *text) {
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '&')
      fputs("&amp;", out);
    else if (c == '<')
      fputs("&lt;", out);
    else if (c == '>')
      fputs("&gt;", out);
    else
      fputc(c < 32 && c != '\t' && c != '\n' ? '?' : c, out);
  }
}

static void put_string(struct plist *p, const char *key, const char *text) {
  fprintf(p->out, "%*s<key>%s</key><string>", (int)p->depth, "", key);
  put_escaped(p->out, text);
  fputs("</string>\n", p->out);
}

static void put_integer(struct plist *p, const char *key, long long number) {
  fprintf(p->out, "%*s<key>%s</key><integer>%lld</integer>\n", (int)p->depth, "", key,
          number);
}

static unsigned file_of(struct plist *p, const json_t *unit, const json_t *place) {
  const char *path = ha_path_absolute(p->arena, ha_js_text(unit, "directory"),
                                      ha_js_text(place, "file"));
  for (unsigned i = 0; i < p->files.count; i++)
    if (!strcmp(p->files.at[i], path))
      return i;
  HA_PUSH(p->arena, p->files, path);
  return p->files.count - 1;
}

static void put_place(struct plist *p, const json_t *unit, const json_t *place) {
  long long column = ha_js_int(place, "column");
  open_tag(p, "dict");
  put_integer(p, "line", ha_js_int(place, "line"));
  put_integer(p, "col", column ? column : 1);
  put_integer(p, "file", file_of(p, unit, place));
  close_tag(p, "dict");
}

/* ---- the path ---- */

static void put_point(struct plist *p, const char *key, const json_t *unit,
                      const json_t *place) {
  fprintf(p->out, "%*s<key>%s</key>\n", (int)p->depth, "", key);
  open_tag(p, "array");
  put_place(p, unit, place);
  put_place(p, unit, place);
  close_tag(p, "array");
}

static void put_edge(struct plist *p, const json_t *unit, const json_t *from,
                     const json_t *to) {
  open_tag(p, "dict");
  put_string(p, "kind", "control");
  put(p, "<key>edges</key>");
  open_tag(p, "array");
  open_tag(p, "dict");
  put_point(p, "start", unit, from);
  put_point(p, "end", unit, to);
  close_tag(p, "dict");
  close_tag(p, "array");
  close_tag(p, "dict");
}

static void put_event(struct plist *p, const struct ha_found *found, const json_t *step,
                      const char *message) {
  const char *heap = ha_js_text(step, "heap");
  const char *text =
      *heap ? ha_arena_printf(p->arena, "%s; here %s", message, heap) : message;
  bool is_inside = !ha_js_is(found->function, "name", ha_js_text(step, "function"));
  open_tag(p, "dict");
  put_string(p, "kind", "event");
  put(p, "<key>location</key>");
  put_place(p, found->unit, step);
  put_integer(p, "depth", is_inside);
  put_string(p, "extended_message", text);
  put_string(p, "message", text);
  close_tag(p, "dict");
}

/* The last event says what the finding says. */
static void put_path(struct plist *p, const struct ha_found *found) {
  const json_t *trace = ha_js_array(found->check, "trace"), *step, *before = NULL;
  size_t index, count = json_array_size(trace);
  put(p, "<key>path</key>");
  open_tag(p, "array");
  json_array_foreach(trace, index, step) {
    bool is_last = index + 1 == count;
    if (before)
      put_edge(p, found->unit, before, step);
    put_event(p, found, step,
              is_last ? ha_js_text(found->finding, "message")
                      : ha_js_text(step, "what"));
    before = step;
  }
  close_tag(p, "array");
}

/* ---- the finding ---- */

static void put_lines(struct plist *p, const struct ha_found *found) {
  const json_t *trace = ha_js_array(found->check, "trace"), *step;
  size_t index;
  put(p, "<key>ExecutedLines</key>");
  open_tag(p, "dict");
  unsigned files = p->files.count;
  for (unsigned file = 0; file < files; file++) {
    bool is_open = false;
    json_array_foreach(trace, index, step) {
      if (file_of(p, found->unit, step) != file)
        continue;
      if (!is_open) {
        fprintf(p->out, "%*s<key>%u</key>\n", (int)p->depth, "", file);
        open_tag(p, "array");
        is_open = true;
      }
      fprintf(p->out, "%*s<integer>%lld</integer>\n", (int)p->depth, "",
              ha_js_int(step, "line"));
    }
    if (is_open)
      close_tag(p, "array");
  }
  close_tag(p, "dict");
}

static const json_t *last_step(const struct ha_found *found) {
  const json_t *trace = ha_js_array(found->check, "trace");
  size_t count = json_array_size(trace);
  return count ? json_array_get(trace, count - 1) : found->finding;
}

static void put_finding(struct plist *p, const struct ha_found *found) {
  enum ha_check_kind kind = ha_rule_find(ha_js_text(found->finding, "rule"));
  const json_t *last = last_step(found);
  long long offset = ha_js_int(last, "line") - ha_js_int(found->function, "line");
  bool is_inside = !ha_js_is(found->function, "name", ha_js_text(last, "function"));
  open_tag(p, "dict");
  put_path(p, found);
  put_string(p, "description", ha_js_text(found->finding, "message"));
  put_string(p, "category", "Memory error");
  put_string(p, "type", ha_rule_get(kind)->title);
  put_string(p, "check_name", ha_js_text(found->finding, "rule"));
  put_string(p, "issue_hash_content_of_line_in_context",
             ha_js_text(found->finding, "fingerprint"));
  put_string(p, "issue_context_kind", "function");
  put_string(p, "issue_context", ha_js_text(last, "function"));
  put_string(p, "issue_hash_function_offset",
             ha_arena_printf(p->arena, "%lld", is_inside || offset < 0 ? 0 : offset));
  put(p, "<key>location</key>");
  put_place(p, found->unit, last);
  put_lines(p, found);
  close_tag(p, "dict");
}

static void put_files(struct plist *p) {
  put(p, "<key>files</key>");
  open_tag(p, "array");
  for (unsigned i = 0; i < p->files.count; i++) {
    fprintf(p->out, "%*s<string>", (int)p->depth, "");
    put_escaped(p->out, p->files.at[i]);
    fputs("</string>\n", p->out);
  }
  close_tag(p, "array");
}

char *ha_report_plist(struct ha_arena *arena, const json_t *const *units,
                      unsigned count, const char *version) {
  char *text = NULL;
  size_t size = 0;
  struct plist p = {.arena = arena, .out = open_memstream(&text, &size)};
  if (!p.out)
    return ha_arena_strdup(arena, "");
  struct ha_findings all = ha_findings_of(arena, units, count);
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<!DOCTYPE plist PUBLIC \"-//Apple Computer//DTD PLIST 1.0//EN\" "
        "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
        "<plist version=\"1.0\">\n",
        p.out);
  open_tag(&p, "dict");
  put_string(&p, "clang_version", ha_arena_printf(arena, "heapabs %s", version));
  put(&p, "<key>diagnostics</key>");
  open_tag(&p, "array");
  for (unsigned i = 0; i < all.count; i++)
    if (!all.at[i].is_suppressed)
      put_finding(&p, &all.at[i]);
  close_tag(&p, "array");
  put_files(&p);
  close_tag(&p, "dict");
  fputs("</plist>\n", p.out);
  fclose(p.out);
  char *copy = ha_arena_strdup(arena, text);
  free(text);
  return copy;
}
