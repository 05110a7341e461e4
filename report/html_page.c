/* The frame of a page. */
#include "html_page.h"
#include "assets.h"
#include "html_text.h"
#include "js.h"
#include "limitation.h"
#include "statement.h"
#include <string.h>

void ha_page_start(FILE *out) { fputs("<!doctype html>\n", out); }

void ha_page_begin(FILE *out, const struct ha_html_job *job,
                   const struct ha_page *page) {
  (void)job;
  fputs("<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"heapabs\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n",
        out);
  ha_html(out, "<title>%s</title>\n<style>\n", page->title);
  fputs(ha_asset_page_css, out);
  for (const char *const *style = page->styles; *style; style++)
    fputs(*style, out);
  fputs("</style>\n<script>\n", out);
  fputs(ha_asset_page_js, out);
  fputs("</script>\n</head>\n<body>\n<!-- REPORTHEADER -->\n"
        "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n"
        "<header class=\"top\"><nav aria-label=\"Pages\">"
        "<a class=\"brand\" href=\"index.html\">heapabs</a></nav>\n"
        "<button type=\"button\" id=\"theme\" aria-pressed=\"false\" hidden>"
        "Dark</button></header>\n<main id=\"main\" tabindex=\"-1\">\n",
        out);
}

void ha_page_end(FILE *out, const struct ha_html_job *job, const struct ha_page *page) {
  fputs("</main>\n<footer>Made by heapabs", out);
  if (job->options->version)
    ha_html(out, " %s", job->options->version);
  fputs(". Only what an interpreter has replayed is called a bug.</footer>\n", out);
  if (page->script) {
    fputs("<script>\n", out);
    fputs(page->script, out);
    fputs("</script>\n", out);
  }
  fputs("</body>\n</html>\n", out);
}

void ha_page_fact(FILE *out, const char *term, const char *description) {
  if (*description)
    ha_html(out, "<div><dt>%s</dt><dd>%s</dd></div>\n", term, description);
}

void ha_page_formula(FILE *out, const struct ha_html_job *job, const char *formula) {
  const char *words = ha_statement_words(job->arena, formula);
  if (strcmp(words, formula))
    ha_html(out, "%s <code>%s</code>", words, formula);
  else
    ha_html(out, "%s", formula);
}

static void write_formulas(FILE *out, const struct ha_html_job *job, const char *title,
                           const char *meaning, const json_t *list) {
  size_t index;
  const json_t *item;
  if (!json_array_size(list))
    return;
  ha_html(out, "<h3>%s</h3>\n<p class=\"soft\">%s</p>\n<ul class=\"formulas\">\n",
          title, meaning);
  json_array_foreach(list, index, item) {
    fputs("<li>", out);
    ha_page_formula(out, job, json_is_string(item) ? json_string_value(item) : "");
    fputs("</li>\n", out);
  }
  fputs("</ul>\n", out);
}

static bool is_same_what(const json_t *a, const json_t *b) {
  return !strcmp(ha_js_text(a, "what"), ha_js_text(b, "what"));
}

static bool is_same_place(const json_t *a, const json_t *b) {
  return ha_js_int(a, "line") == ha_js_int(b, "line") &&
         !strcmp(ha_js_text(a, "file"), ha_js_text(b, "file"));
}

/* Is there one like it before `end`? */
static bool is_before(const json_t *list, size_t end, const json_t *item, bool places) {
  for (size_t i = 0; i < end; i++) {
    const json_t *other = json_array_get(list, i);
    if (is_same_what(other, item) && (!places || is_same_place(other, item)))
      return true;
  }
  return false;
}

/* Each kind once, with all its places. */
static void write_limitation(FILE *out, const struct ha_html_job *job,
                             const json_t *list, size_t first) {
  const json_t *item = json_array_get(list, first);
  const char *before = " <code>";
  ha_html(out, "<li>%s", ha_limitation_words(job->arena, ha_js_text(item, "what")));
  for (size_t i = first; i < json_array_size(list); i++) {
    const json_t *other = json_array_get(list, i);
    if (!is_same_what(item, other) || is_before(list, i, other, true))
      continue;
    fputs(before, out);
    ha_html(out, "%s:%d", ha_js_text(other, "file"), (int)ha_js_int(other, "line"));
    before = ", ";
  }
  fputs("</code></li>\n", out);
}

static void write_limitations(FILE *out, const struct ha_html_job *job,
                              const json_t *list) {
  if (!json_array_size(list))
    return;
  fputs("<h3>Not modelled</h3>\n<p class=\"soft\">Taken to do anything within their "
        "reach.</p>\n<ul class=\"formulas\">\n",
        out);
  for (size_t i = 0; i < json_array_size(list); i++)
    if (!is_before(list, i, json_array_get(list, i), false))
      write_limitation(out, job, list, i);
  fputs("</ul>\n", out);
}

void ha_page_relies(FILE *out, const struct ha_html_job *job, const json_t *function) {
  const json_t *
    requires
  = ha_js_array(function, "inferred_requires");
  const json_t *assumes = ha_js_array(function, "assumes");
  const json_t *limitations = ha_js_array(function, "limitations");
  if (!json_array_size(requires) && !json_array_size(assumes) &&
      !json_array_size(limitations))
    return;
  fputs("<section class=\"panel\" aria-labelledby=\"h-relies\">"
        "<h2 id=\"h-relies\">What it relies on</h2>\n",
        out);
  write_formulas(out, job, "Inferred precondition",
                 "The code relies on it without a test: its callers owe it.", requires);
  write_formulas(out, job, "Assumed of the input",
                 "Every input that was tried or proved about is like this.", assumes);
  write_limitations(out, job, limitations);
  fputs("</section>\n", out);
}
