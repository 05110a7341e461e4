/* The page of a function that is proved or unknown: its invariants in words and
 * pictures, its checks, what the verdict relies on. */
#include "assets.h"
#include "html_page.h"
#include "html_text.h"
#include "js.h"
#include "listing.h"
#include "picture_svg.h"
#include "source.h"
#include "statement.h"
#include <string.h>

static void write_head(FILE *out, const struct ha_html_job *job,
                       const struct ha_site_function *row) {
  struct ha_arena *arena = job->arena;
  size_t checks = json_array_size(ha_js_array(row->json, "checks"));
  ha_html(out, "<h1><code>%s</code> <span class=\"badge %s\">%s</span></h1>\n",
          row->name, row->verdict, row->verdict);
  if (!strcmp(row->verdict, "proved"))
    ha_html(out,
            "<p class=\"message\">None of its %u checks can fail, on any input that "
            "fits the assumptions below.</p>\n",
            (unsigned)checks);
  else
    ha_html(out, "<p class=\"message\">Not settled: %s</p>\n",
            ha_js_text(row->json, "why"));
  fputs("<dl class=\"facts\">\n", out);
  ha_page_fact(out, "Where", ha_arena_printf(arena, "%s:%u", row->file, row->line));
  ha_page_fact(out, "Engine", ha_js_text(row->json, "engine"));
  ha_page_fact(out, "Time",
               ha_arena_printf(arena, "%.1f ms",
                               json_number_value(json_object_get(row->json, "ms"))));
  ha_page_fact(out, "Solver queries",
               ha_arena_printf(arena, "%lld", ha_js_int(row->json, "queries")));
  fputs("</dl>\n", out);
}

/* ---- source ---- */

/* To the brace that closes the function: the first in column 1 after all its checks. */
static unsigned last_line(const struct ha_source *source, const json_t *function,
                          unsigned first) {
  size_t i;
  const json_t *check;
  unsigned last = first;
  json_array_foreach(ha_js_array(function, "checks"), i, check) {
    unsigned line = (unsigned)ha_js_int(check, "line");
    bool own = ha_js_is(check, "function", ha_js_text(function, "name"));
    last = own && line > last ? line : last;
  }
  for (unsigned line = last; line < last + 200; line++)
    if (*ha_source_line(source, line) == '}')
      return line;
  return last + 3;
}

/* Under the loop's line; a long one is beside it anyway. */
static const char *note_of(struct ha_arena *arena, const char *formula) {
  const struct ha_statement *read = ha_statement_parse(arena, formula);
  if (strlen(formula) < 100 || !read)
    return ha_arena_printf(arena, "each time round: %s", formula);
  unsigned parts = read->kind == HA_STATEMENT_AND ? read->parts.count : 1;
  return ha_arena_printf(arena, "an invariant of %u part%s, see its words", parts,
                         parts == 1 ? "" : "s");
}

static void write_source(FILE *out, const struct ha_html_job *job,
                         const struct ha_site_function *row) {
  struct ha_arena *arena = job->arena;
  const struct ha_source *source = ha_sources_get(job->sources, row->path);
  struct ha_listing listing = {.prefix = "s0"};
  listing.text = ha_source_text(source, &listing.length);
  fputs("<section class=\"panel code\" aria-labelledby=\"h-source\">"
        "<h2 id=\"h-source\">Source</h2>\n",
        out);
  if (!listing.length || !row->line) {
    fputs("<p class=\"soft\">The source could not be read when this page was "
          "made.</p></section>\n",
          out);
    return;
  }
  listing.first = row->line > 2 ? row->line - 2 : 1;
  listing.last = last_line(source, row->json, row->line);
  size_t i;
  const json_t *item;
  json_array_foreach(ha_js_array(row->json, "invariants"), i, item)
      HA_PUSH(arena, listing.marks,
              (struct ha_listing_mark){(unsigned)ha_js_int(item, "line"), 0, 0,
                                       note_of(arena, ha_js_text(item, "formula"))});
  ha_html(out,
          "<pre class=\"source\" tabindex=\"0\" role=\"region\" "
          "aria-label=\"Source of %s\">",
          row->name);
  ha_listing_html(arena, out, &listing);
  fputs("</pre></section>\n", out);
}

/* ---- invariants ---- */

static unsigned write_pictures(FILE *out, struct ha_arena *arena, const char *formula) {
  struct ha_pictures pictures = ha_statement_pictures(arena, formula);
  for (unsigned i = 0; i < pictures.at.count; i++) {
    struct ha_picture *const *picture = &pictures.at.at[i];
    fputs("<figure class=\"picture\">", out);
    if (pictures.at.count > 1)
      ha_html(out, "<p class=\"case\">%s</p>\n", i ? "or" : "either");
    ha_picture_svg(arena, out, ha_layout_new(arena, picture, 1), *picture,
                   ha_arena_printf(arena, "The heap where %s",
                                   ha_statement_words(arena, formula)));
    fputs("</figure>\n", out);
  }
  return pictures.at.count;
}

/* All that is required and assumed of the input, as far as it is said in formulas. */
static const char *input_formula(struct ha_arena *arena, const json_t *function) {
  static const char *const lists[] = {"inferred_requires", "assumes"};
  const char *all = "";
  for (unsigned i = 0; i < 2; i++) {
    size_t index;
    const json_t *item;
    json_array_foreach(ha_js_array(function, lists[i]), index, item) {
      const char *text = json_is_string(item) ? json_string_value(item) : "";
      if (ha_statement_parse(arena, text))
        all = ha_arena_printf(arena, "%s%s(%s)", all, *all ? " && " : "", text);
    }
  }
  return all;
}

static unsigned write_input(FILE *out, const struct ha_html_job *job,
                            const struct ha_site_function *row) {
  const char *formula = input_formula(job->arena, row->json);
  if (!ha_statement_pictures(job->arena, formula).at.count)
    return 0;
  fputs("<h3>The input</h3>\n", out);
  return write_pictures(out, job->arena, formula);
}

/* A conjunction is a list of its parts. */
static void write_words(FILE *out, struct ha_arena *arena, const char *text) {
  const struct ha_statement *formula = ha_statement_parse(arena, text);
  bool parts = formula && formula->kind == HA_STATEMENT_AND;
  fputs("<ul class=\"words\">", out);
  for (unsigned i = 0; i < (parts ? formula->parts.count : 1); i++)
    ha_html(out, "<li>%s</li>",
            ha_statement_words(arena, parts ? formula->parts.at[i]->source : text));
  fputs("</ul>\n", out);
}

static unsigned write_invariant(FILE *out, const struct ha_html_job *job,
                                const json_t *item) {
  const char *formula = ha_js_text(item, "formula");
  unsigned line = (unsigned)ha_js_int(item, "line");
  ha_html(out, "<h3>Each time the loop of <a href=\"#s0-%u\">line %u</a> begins</h3>\n",
          line, line);
  write_words(out, job->arena, formula);
  ha_html(out, "<p><code class=\"long\">%s</code></p>\n", formula);
  const char *background = ha_js_text(item, "background");
  if (background && *background)
    ha_html(out, "<p class=\"soft\">Besides: <code class=\"long\">%s</code></p>\n",
            background);
  return write_pictures(out, job->arena, formula);
}

static void write_invariants(FILE *out, const struct ha_html_job *job,
                             const struct ha_site_function *row) {
  const json_t *list = ha_js_array(row->json, "invariants"), *item;
  size_t i;
  fputs("<section class=\"panel\" aria-labelledby=\"h-invariants\">"
        "<h2 id=\"h-invariants\">Input and invariants</h2>\n",
        out);
  if (!json_array_size(list))
    fputs("<p class=\"soft\">No loop needs an invariant.</p>\n", out);
  unsigned drawn = write_input(out, job, row);
  json_array_foreach(list, i, item) drawn += write_invariant(out, job, item);
  if (drawn)
    fputs("<p class=\"key\">Stacked, dashed cards stand for any number of nodes, also "
          "none. What is drawn apart may still be the same, unless the words say "
          "otherwise.</p>",
          out);
  fputs("</section>\n", out);
}

/* ---- checks ---- */

/* Are they about one expression, with one result?  Then one row says it. */
static bool is_alike(const json_t *a, const json_t *b) {
  static const char *const texts[] = {"file", "text", "verdict", "engine", "why"};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!ha_js_is(a, texts[i], ha_js_text(b, texts[i])))
      return false;
  return ha_js_int(a, "line") == ha_js_int(b, "line") &&
         ha_js_int(a, "column") == ha_js_int(b, "column");
}

/* The kinds of all checks like this one; NULL if an earlier row has said them. */
static const char *kinds_like(struct ha_arena *arena, const json_t *list,
                              size_t index) {
  const json_t *check = json_array_get(list, index), *other;
  const char *kinds = "";
  size_t i;
  json_array_foreach(list, i, other) {
    if (!is_alike(check, other))
      continue;
    if (i < index)
      return NULL;
    if (strstr(kinds, ha_site_kind(arena, ha_js_text(other, "kind"))))
      continue; /* read and written at once */
    kinds = ha_arena_printf(arena, "%s%s%s", kinds, *kinds ? ", " : "",
                            ha_site_kind(arena, ha_js_text(other, "kind")));
  }
  return kinds;
}

static void write_check(FILE *out, const json_t *check, const char *kinds) {
  const char *verdict = ha_js_text(check, "verdict");
  ha_html(out, "<tr><td class=\"number\">%u</td><td><code>%s</code></td><td>%s</td>",
          (unsigned)ha_js_int(check, "line"), ha_js_text(check, "text"), kinds);
  ha_html(out,
          "<td><span class=\"badge %s\">%s</span></td><td>%s</td><td>%s</td></tr>\n",
          verdict, verdict, ha_js_text(check, "engine"),
          strcmp(verdict, "unknown") ? "" : ha_js_text(check, "why"));
}

static void write_checks(FILE *out, const struct ha_html_job *job,
                         const struct ha_site_function *row) {
  const json_t *list = ha_js_array(row->json, "checks");
  if (!json_array_size(list))
    return;
  fputs("<section class=\"panel\" aria-labelledby=\"h-checks\">"
        "<h2 id=\"h-checks\">Checks</h2>\n<div class=\"scroll\" tabindex=\"0\" "
        "role=\"region\" aria-label=\"Table of checks\"><table>"
        "<caption class=\"hidden\">Checks</caption><thead><tr>"
        "<th scope=\"col\" data-sort=\"number\" class=\"number\">Line</th>"
        "<th scope=\"col\" data-sort=\"text\">Expression</th>"
        "<th scope=\"col\" data-sort=\"text\">Kinds</th>"
        "<th scope=\"col\" data-sort=\"text\">Verdict</th>"
        "<th scope=\"col\" data-sort=\"text\">By</th>"
        "<th scope=\"col\" data-sort=\"text\">Why not settled</th></tr></thead>"
        "<tbody>\n",
        out);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *kinds = kinds_like(job->arena, list, i);
    if (kinds)
      write_check(out, json_array_get(list, i), kinds);
  }
  fputs("</tbody></table></div></section>\n", out);
}

void ha_html_function(FILE *out, const struct ha_html_job *job, unsigned function) {
  const struct ha_site_function *row = &job->site->functions.at[function];
  static const char *const styles[] = {ha_asset_source_css,   ha_asset_picture_css,
                                       ha_asset_finding_css,  ha_asset_index_css,
                                       ha_asset_function_css, NULL};
  struct ha_page page = {ha_arena_printf(job->arena, "%s: %s", row->name, row->verdict),
                         styles, ha_asset_index_js};
  ha_page_start(out);
  ha_page_begin(out, job, &page);
  write_head(out, job, row);
  fputs("<div class=\"bench\">\n<div>\n", out);
  write_source(out, job, row);
  ha_page_relies(out, job, row->json);
  fputs("</div>\n<div>\n", out);
  write_invariants(out, job, row);
  fputs("</div>\n</div>\n", out);
  write_checks(out, job, row);
  ha_page_end(out, job, &page);
}
