/* The page of a finding: the source beside the path, the heap at each step, what the
 * function relies on, the reproducer. */
#include "assets.h"
#include "html_page.h"
#include "html_text.h"
#include "js.h"
#include "listing.h"
#include "path.h"
#include "picture_svg.h"
#include "rules.h"
#include "source.h"
#include <string.h>

struct step {
  const json_t *json;
  const char *what, *file; /* file: absolute */
  unsigned line, column, listing;
  struct ha_picture *picture;
  struct ha_sentences changes;
};

struct listed {
  const char *path;
  struct ha_listing listing;
};

struct view {
  const struct ha_html_job *job;
  const struct ha_site_finding *row;
  const struct ha_found *found;
  HA_VEC(struct step) steps;
  HA_VEC(struct listed) listings;
};

/* ---- reading ---- */

static const char *absolute(const struct view *view, const char *file) {
  return *file ? ha_path_absolute(view->job->arena,
                                  ha_js_text(view->found->unit, "directory"), file)
               : view->found->path;
}

/* The last step is the failure itself: it says what the finding says. */
static const char *say_step(const struct view *view, const json_t *json, bool last) {
  const char *what = ha_js_text(json, "what");
  if (last && *view->row->message)
    return view->row->message;
  return *what ? what : "the path passes here";
}

static void read_steps(struct view *view) {
  struct ha_arena *arena = view->job->arena;
  const json_t *trace = ha_js_array(view->found->check, "trace"), *json;
  size_t i, count = json_array_size(trace);
  json_array_foreach(trace, i, json) {
    struct step step = {
        .json = json,
        .what = say_step(view, json, i + 1 == count),
        .file = absolute(view, ha_js_text(json, "file")),
        .line = (unsigned)ha_js_int(json, "line"),
        .column = (unsigned)ha_js_int(json, "column"),
        .picture = ha_picture_read(arena, json_object_get(json, "graph")),
    };
    ha_picture_drop_blank(step.picture, ha_js_text(view->found->check, "text"));
    if (view->steps.count)
      step.changes = ha_picture_compare(
          arena, view->steps.at[view->steps.count - 1].picture, step.picture);
    HA_PUSH(arena, view->steps, step);
  }
  if (view->steps.count)
    ha_picture_blame(view->steps.at[view->steps.count - 1].picture,
                     ha_js_text(view->found->check, "text"));
}

static unsigned listing_of(struct view *view, const char *path) {
  struct ha_arena *arena = view->job->arena;
  for (unsigned i = 0; i < view->listings.count; i++)
    if (!strcmp(view->listings.at[i].path, path))
      return i;
  struct listed row = {.path = path};
  row.listing.prefix = ha_arena_printf(arena, "s%u", view->listings.count);
  row.listing.text =
      ha_source_text(ha_sources_get(view->job->sources, path), &row.listing.length);
  HA_PUSH(arena, view->listings, row);
  return view->listings.count - 1;
}

/* The finding's own file comes first, also if the path begins elsewhere. */
static void read_listings(struct view *view) {
  struct ha_arena *arena = view->job->arena;
  listing_of(view, view->found->path);
  for (unsigned i = 0; i < view->steps.count; i++) {
    struct step *step = &view->steps.at[i];
    step->listing = listing_of(view, step->file);
    struct ha_listing_mark mark = {step->line, step->column, i + 1, NULL};
    if (i + 1 == view->steps.count)
      mark.note = view->row->message;
    HA_PUSH(arena, view->listings.at[step->listing].listing.marks, mark);
  }
  if (!view->steps.count)
    HA_PUSH(arena, view->listings.at[0].listing.marks,
            (struct ha_listing_mark){view->found->line, view->found->column, 0,
                                     view->row->message});
}

/* ---- writing ---- */

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* What scan-build and scan-view look for. */
static void write_comments(FILE *out, const struct view *view) {
  const struct ha_site_finding *row = view->row;
  struct ha_arena *arena = view->job->arena;
  ha_html_comment(out, "BUGTITLE", row->message);
  ha_html_comment(out, "BUGDESC", row->message);
  ha_html_comment(out, "BUGTYPE", ha_site_kind(arena, row->kind));
  ha_html_comment(out, "BUGCATEGORY", "Heap");
  ha_html_comment(out, "BUGFILE", view->found->path);
  ha_html_comment(out, "FILENAME", base_name(view->found->path));
  ha_html_comment(out, "FUNCTIONNAME", row->function);
  ha_html_comment(out, "ISSUEHASHCONTENTOFLINEINCONTEXT",
                  ha_js_text(view->found->finding, "fingerprint"));
  ha_html_comment(out, "BUGLINE", ha_arena_printf(arena, "%u", view->found->line));
  ha_html_comment(out, "BUGCOLUMN", ha_arena_printf(arena, "%u", view->found->column));
  ha_html_comment(out, "BUGPATHLENGTH",
                  ha_arena_printf(arena, "%u", row->steps ? row->steps : 1));
  fputs("<!-- BUGMETAEND -->\n", out);
}

static void write_head(FILE *out, const struct view *view) {
  const struct ha_site_finding *row = view->row;
  struct ha_arena *arena = view->job->arena;
  unsigned cwe = (unsigned)ha_js_int(view->found->finding, "cwe");
  ha_html(out, "<h1>%s in <code>%s</code></h1>\n<p class=\"message\">%s</p>\n",
          ha_site_kind(arena, row->kind), row->function, row->message);
  fputs("<dl class=\"facts\">\n", out);
  ha_page_fact(out, "Where",
               ha_arena_printf(arena, "%s:%u:%u", row->file, view->found->line,
                               view->found->column));
  ha_page_fact(out, "Rule", ha_js_text(view->found->finding, "rule"));
  if (cwe)
    ha_page_fact(out, "Weakness", ha_arena_printf(arena, "CWE-%u", cwe));
  ha_page_fact(out, "Found by", ha_js_text(view->found->check, "engine"));
  fputs("</dl>\n", out);
}

static void write_listings(FILE *out, const struct view *view) {
  const char *root = view->job->options->root;
  fputs("<section class=\"panel code\" aria-labelledby=\"h-source\">"
        "<h2 id=\"h-source\">Source</h2>\n",
        out);
  for (unsigned i = 0; i < view->listings.count; i++) {
    const struct listed *row = &view->listings.at[i];
    const char *shown = ha_site_shown(root ? root : "", row->path);
    if (view->listings.count > 1 || !row->listing.length)
      ha_html(out, "<h3><code>%s</code></h3>\n", shown);
    if (!row->listing.length) {
      fputs("<p class=\"soft\">The file could not be read when this page was "
            "made.</p>\n",
            out);
      continue;
    }
    ha_html(out,
            "<pre class=\"source\" tabindex=\"0\" role=\"region\" "
            "aria-label=\"Source of %s\">",
            shown);
    ha_listing_html(view->job->arena, out, &row->listing);
    fputs("</pre>\n", out);
  }
  fputs("</section>\n", out);
}

static void write_changes(FILE *out, const struct ha_sentences *changes) {
  if (!changes->at.count)
    return;
  fputs("<ul class=\"changes\" aria-label=\"Changed since the last step\">", out);
  for (unsigned i = 0; i < changes->at.count; i++)
    ha_html(out, "<li>%s</li>", changes->at.at[i]);
  fputs("</ul>\n", out);
}

static void write_pictures(FILE *out, const struct view *view) {
  struct ha_arena *arena = view->job->arena;
  struct ha_picture **pictures =
      ha_arena_alloc(arena, (view->steps.count + 1) * sizeof *pictures);
  for (unsigned i = 0; i < view->steps.count; i++)
    pictures[i] = view->steps.at[i].picture;
  const struct ha_layout *layout = ha_layout_new(arena, pictures, view->steps.count);
  for (unsigned i = 0; i < view->steps.count; i++) {
    const struct step *step = &view->steps.at[i];
    ha_html(out, "<figure class=\"picture\" data-step=\"%u\">", i + 1);
    ha_html(out, "<p class=\"at\">Step %u</p>\n", i + 1);
    const char *heap = ha_js_text(step->json, "heap");
    if (ha_picture_empty(step->picture))
      ha_html(out, "<p class=\"mono\">%s</p>\n", *heap ? heap : "no heap yet");
    else
      ha_picture_svg(arena, out, layout, step->picture,
                     ha_arena_printf(arena, "The heap: %s", heap));
    fputs("<figcaption>", out);
    write_changes(out, &step->changes);
    fputs("</figcaption></figure>\n", out);
  }
}

static void write_step(FILE *out, const struct view *view, unsigned index) {
  const struct step *step = &view->steps.at[index];
  bool last = index + 1 == view->steps.count;
  const char *function = ha_js_text(step->json, "function");
  ha_html(out, "<li id=\"step-%u\" class=\"%s\">", index + 1, last ? "last" : "");
  ha_html(out, "<a href=\"#step-%u\" data-line=\"s%u-%u\" data-say=\"%s\">", index + 1,
          step->listing, step->line, step->what);
  ha_html(out, "<span class=\"number\">%u</span><span class=\"what\">%s", index + 1,
          step->what);
  if (*function && strcmp(function, view->row->function))
    ha_html(out, " <span class=\"in\">in <code>%s</code></span>", function);
  ha_html(out, "</span><span class=\"place\">%s:%u</span></a></li>\n",
          base_name(step->file), step->line);
}

static void write_walk(FILE *out, const struct view *view) {
  fputs("<section class=\"panel walk\" id=\"path\" aria-labelledby=\"h-path\">"
        "<h2 id=\"h-path\">The path and its heap</h2>\n"
        "<div class=\"controls\" role=\"group\" aria-label=\"Go through the path\">"
        "<button type=\"button\" aria-label=\"First step\">⇤</button>"
        "<button type=\"button\" aria-label=\"Previous step\">◀</button>"
        "<span class=\"count\" id=\"count\"></span>"
        "<button type=\"button\" aria-label=\"Next step\">▶</button>"
        "<button type=\"button\" aria-label=\"Last step\">⇥</button>"
        "<span class=\"hint\"><kbd>j</kbd> next, <kbd>k</kbd> back</span></div>\n"
        "<p class=\"now\" id=\"now\" role=\"status\" aria-live=\"polite\"></p>\n",
        out);
  write_pictures(out, view);
  fputs("<ol class=\"steps\">\n", out);
  for (unsigned i = 0; i < view->steps.count; i++)
    write_step(out, view, i);
  fputs("</ol>\n", out);
  fputs("<details class=\"key\"><summary>How to read the pictures</summary><ul>"
        "<li>A card is a block of memory with its fields, a label above it a variable "
        "that points to it.</li>"
        "<li>Yellow has changed since the last step, a thick green frame is new; a "
        "dotted "
        "arrow is where a pointer pointed before.</li>"
        "<li>Faint is what no variable leads to any more, as it was last seen.</li>"
        "<li>Red and dashed is freed; what fails is red.</li></ul></details>\n"
        "</section>\n",
        out);
}

static void write_advice(FILE *out, const struct view *view) {
  enum ha_check_kind kind = ha_rule_find(view->row->kind);
  if (kind == HA_CHECK_KINDS)
    return;
  const struct ha_rule *rule = ha_rule_get(kind);
  ha_html(out,
          "<section class=\"panel\" aria-labelledby=\"h-advice\">"
          "<h2 id=\"h-advice\">What to do</h2>\n<p>%s</p>\n<p>%s</p>\n",
          rule->meaning, rule->advice);
  ha_html(
      out,
      "<p class=\"soft\">If it cannot happen, <code>// NOLINT(%s)</code> at the line "
      "silences it.</p></section>\n",
      ha_js_text(view->found->finding, "rule"));
}

/* To the findings before and after this one. */
static void write_neighbours(FILE *out, const struct ha_html_job *job,
                             unsigned finding) {
  const struct ha_site *site = job->site;
  if (site->findings.count < 2)
    return;
  fputs("<nav class=\"neighbours\" aria-label=\"Bugs\">", out);
  if (finding)
    ha_html(out, "<a rel=\"prev\" href=\"%s\">← previous bug</a>",
            site->findings.at[finding - 1].page);
  ha_html(out, "<span>%u of %u</span>", finding + 1, site->findings.count);
  if (finding + 1 < site->findings.count)
    ha_html(out, "<a rel=\"next\" href=\"%s\">next bug →</a>",
            site->findings.at[finding + 1].page);
  fputs("</nav>\n", out);
}

static void write_reproducer(FILE *out, const struct view *view) {
  const json_t *reproducer = json_object_get(view->found->finding, "reproducer");
  const char *text = ha_js_text(reproducer, "text");
  if (!*text)
    return;
  fputs(
      "<section class=\"panel repro\" aria-labelledby=\"h-repro\"><div class=\"head\">"
      "<h2 id=\"h-repro\">Reproducer</h2>"
      "<span class=\"soft\" id=\"copied\" role=\"status\"></span>"
      "<button type=\"button\" data-copy=\"repro\" hidden>Copy</button></div>\n"
      "<p class=\"soft\">A C program that builds this heap, calls the function and "
      "fails "
      "under <code>-fsanitize=address,undefined</code>.</p>\n"
      "<pre tabindex=\"0\" role=\"region\" aria-label=\"Text of the reproducer\">"
      "<code id=\"repro\">",
      out);
  ha_html(out, "%s</code></pre>\n</section>\n", text);
}

void ha_html_finding(FILE *out, const struct ha_html_job *job, unsigned finding) {
  struct view view = {.job = job, .row = &job->site->findings.at[finding]};
  static const char *const styles[] = {ha_asset_source_css, ha_asset_picture_css,
                                       ha_asset_finding_css, NULL};
  view.found = view.row->found;
  read_steps(&view);
  read_listings(&view);
  struct ha_page page = {ha_arena_printf(job->arena, "%s in %s: %s:%u",
                                         ha_site_kind(job->arena, view.row->kind),
                                         view.row->function, view.row->file,
                                         view.found->line),
                         styles, ha_asset_finding_js};
  ha_page_start(out);
  write_comments(out, &view);
  ha_page_begin(out, job, &page);
  write_neighbours(out, job, finding);
  write_head(out, &view);
  fputs("<div class=\"bench\">\n", out);
  write_listings(out, &view);
  write_walk(out, &view);
  fputs("</div>\n<div class=\"below\">\n", out);
  fputs("<div>\n", out);
  ha_page_relies(out, job, view.found->function);
  write_advice(out, &view);
  fputs("</div>\n", out);
  write_reproducer(out, &view);
  fputs("</div>\n", out);
  ha_page_end(out, job, &page);
}
