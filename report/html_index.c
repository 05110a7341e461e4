/* The index: what was found, what was proved, file by file. */
#include "assets.h"
#include "html_page.h"
#include "html_text.h"
#include "js.h"
#include <string.h>

static void write_card(FILE *out, const char *class, unsigned number,
                       const char *label) {
  ha_html(out, "<li class=\"%s\"><b>%u</b>%s</li>\n", class, number, label);
}

static void write_file_cell(FILE *out, const char *file) {
  fputs("<td class=\"file\">", out);
  ha_html_path(out, file);
  fputs("</td>", out);
}

/* What was analysed, when and how, as the caller tells it. */
static void write_facts(FILE *out, const struct ha_html_options *options) {
  if (!options->fact_count)
    return;
  fputs("<dl class=\"facts\">\n", out);
  for (unsigned i = 0; i < options->fact_count; i++)
    ha_page_fact(out, options->facts[i].name, options->facts[i].text);
  fputs("</dl>\n", out);
}

static void write_summary(FILE *out, const struct ha_html_job *job, const char *title) {
  const struct ha_site *site = job->site;
  ha_html(out, "<h1>%s</h1>\n", title);
  write_facts(out, job->options);
  fputs("<ul class=\"cards\">\n", out);
  write_card(out, "refuted", site->findings.count,
             site->findings.count == 1 ? "bug found" : "bugs found");
  write_card(out, "proved", site->total.proved, "functions proved");
  write_card(out, "unknown", site->total.unknown, "functions unknown");
  write_card(out, "", site->total.skipped, "without linked structures");
  if (site->suppressed.count)
    write_card(out, "", site->suppressed.count, "findings suppressed");
  fputs("</ul>\n", out);
}

/* ---- findings ---- */

/* A box for each kind that occurs, in the order of the findings. */
static void write_kinds(FILE *out, const struct ha_html_job *job) {
  const struct ha_site *site = job->site;
  fputs("<fieldset class=\"kinds\"><legend class=\"hidden\">Kinds</legend>\n", out);
  for (unsigned i = 0; i < site->findings.count; i++) {
    const char *kind = site->findings.at[i].kind;
    unsigned before = 0, count = 0;
    for (unsigned j = 0; j < site->findings.count; j++) {
      bool same = !strcmp(site->findings.at[j].kind, kind);
      before += same && j < i;
      count += same;
    }
    if (!before)
      ha_html(out,
              "<label><input type=\"checkbox\" value=\"%s\">%s "
              "<span class=\"n\">%u</span></label>\n",
              kind, ha_site_kind(job->arena, kind), count);
  }
  fputs("</fieldset>\n", out);
}

static void write_finding(FILE *out, const struct ha_site_finding *row,
                          const char *kind) {
  ha_html(out, "<tr data-kind=\"%s\" data-title=\"%s\" data-file=\"%s\" ", row->kind,
          kind, row->file);
  ha_html(out,
          "data-function=\"%s\"><td class=\"kind\">%s</td>"
          "<td class=\"what\"><a href=\"%s\">%s</a></td>",
          row->function, kind, row->page, row->message);
  write_file_cell(out, row->file);
  ha_html(out,
          "<td class=\"function\"><code>%s</code></td>"
          "<td class=\"number where\">%u</td><td class=\"number steps\">%u</td></tr>\n",
          row->function, row->found->line, row->steps);
}

static void write_findings(FILE *out, const struct ha_html_job *job) {
  const struct ha_site *site = job->site;
  fputs("<section class=\"panel\" aria-labelledby=\"h-findings\">"
        "<h2 id=\"h-findings\">Bugs</h2>\n",
        out);
  if (!site->findings.count) {
    fputs("<p class=\"none\">No bug was found.</p></section>\n", out);
    return;
  }
  fputs("<div class=\"tools\" role=\"search\" aria-label=\"Bugs\"><label>Filter "
        "<input type=\"search\" placeholder=\"words in any column\" "
        "autocomplete=\"off\"></label>\n<label>Group by <select>"
        "<option value=\"\">nothing</option><option value=\"title\">kind</option>"
        "<option value=\"file\">file</option>"
        "<option value=\"function\">function</option></select></label>\n",
        out);
  write_kinds(out, job);
  fputs("<span class=\"soft\" role=\"status\"></span></div>\n"
        "<div class=\"scroll\"><table class=\"findings\"><caption class=\"hidden\">Bugs"
        "</caption><thead><tr><th scope=\"col\" data-sort=\"text\">Kind</th>"
        "<th scope=\"col\" data-sort=\"text\">What</th>"
        "<th scope=\"col\" data-sort=\"text\">File</th>"
        "<th scope=\"col\" data-sort=\"text\">Function</th>"
        "<th scope=\"col\" data-sort=\"number\" class=\"number\">Line</th>"
        "<th scope=\"col\" data-sort=\"number\" class=\"number\">Steps</th>"
        "</tr></thead><tbody>\n",
        out);
  for (unsigned i = 0; i < site->findings.count; i++)
    write_finding(out, &site->findings.at[i],
                  ha_site_kind(job->arena, site->findings.at[i].kind));
  fputs("</tbody></table></div>\n"
        "<p class=\"none\" hidden>Nothing fits the filter.</p></section>\n",
        out);
}

/* ---- files ---- */

static void write_share(FILE *out, const char *class, unsigned part, unsigned all) {
  if (part)
    fprintf(out, "<span class=\"%s\" style=\"width:%.2f%%\"></span>", class,
            100.0 * part / all);
}

static void write_file(FILE *out, const struct ha_site_file *row) {
  unsigned all = row->proved + row->refuted + row->unknown;
  fputs("<tr>", out);
  write_file_cell(out, row->file);
  ha_html(out, "<td class=\"number\">%u</td><td class=\"number\">%u</td>",
          row->findings, row->proved);
  ha_html(out,
          "<td class=\"number\">%u</td><td class=\"number\">%u</td>"
          "<td class=\"number\">%u</td><td>",
          row->unknown, row->refuted, row->skipped);
  if (all) {
    fputs("<div class=\"bar\" aria-hidden=\"true\">", out);
    write_share(out, "proved", row->proved, all);
    write_share(out, "unknown", row->unknown, all);
    write_share(out, "refuted", row->refuted, all);
    fputs("</div>", out);
  }
  fputs("</td></tr>\n", out);
}

static void write_files(FILE *out, const struct ha_site *site) {
  if (!site->files.count)
    return;
  fputs(
      "<section class=\"panel\" aria-labelledby=\"h-files\">"
      "<h2 id=\"h-files\">Files</h2>\n<div class=\"scroll\" tabindex=\"0\" "
      "role=\"region\" aria-label=\"Table of files\"><table><caption class=\"hidden\">"
      "Functions by file and verdict</caption><thead><tr>"
      "<th scope=\"col\" data-sort=\"text\">File</th>"
      "<th scope=\"col\" data-sort=\"number\" class=\"number\">Bugs</th>"
      "<th scope=\"col\" data-sort=\"number\" class=\"number\">Proved</th>"
      "<th scope=\"col\" data-sort=\"number\" class=\"number\">Unknown</th>"
      "<th scope=\"col\" data-sort=\"number\" class=\"number\">Refuted</th>"
      "<th scope=\"col\" data-sort=\"number\" class=\"number\">Irrelevant</th>"
      "<th scope=\"col\"><span class=\"hidden\">Shares</span></th>"
      "</tr></thead><tbody>\n",
      out);
  for (unsigned i = 0; i < site->files.count; i++)
    write_file(out, &site->files.at[i]);
  fputs("</tbody></table></div></section>\n", out);
}

/* Files that could not be analysed, and why. */
static void write_missing(FILE *out, const struct ha_html_options *options) {
  if (!options->missing_count)
    return;
  fputs("<section class=\"panel\" aria-labelledby=\"h-missing\">"
        "<h2 id=\"h-missing\">Given up on</h2>\n<ul class=\"formulas\">\n",
        out);
  for (unsigned i = 0; i < options->missing_count; i++)
    ha_html(out, "<li><code>%s</code><span class=\"soft\">%s</span></li>\n",
            options->missing[i].name, options->missing[i].text);
  fputs("</ul></section>\n", out);
}

/* ---- functions ---- */

/* A refuted function has the page of its first finding. */
static const char *page_of(const struct ha_site *site,
                           const struct ha_site_function *row) {
  for (unsigned i = 0; !row->page && i < site->findings.count; i++)
    if (site->findings.at[i].found->function == row->json)
      return site->findings.at[i].page;
  return row->page;
}

static void write_function(FILE *out, const struct ha_site_function *row,
                           const char *page) {
  ha_html(out, "<tr data-kind=\"%s\" data-file=\"%s\"><td class=\"function\">",
          row->verdict, row->file);
  if (page)
    ha_html(out, "<a href=\"%s\"><code>%s</code></a>", page, row->name);
  else
    ha_html(out, "<code>%s</code>", row->name);
  fputs("</td>", out);
  write_file_cell(out, row->file);
  fputs("<td class=\"number where\">", out);
  if (row->line) /* of a function whose analysis was lost nothing is known */
    fprintf(out, "%u", row->line);
  ha_html(out,
          "</td><td class=\"verdict\">"
          "<span class=\"badge %s\">%s</span></td><td class=\"why\">%s</td></tr>\n",
          row->verdict, row->verdict, ha_js_text(row->json, "why"));
}

static void write_functions(FILE *out, const struct ha_site *site) {
  if (!site->functions.count)
    return;
  fputs(
      "<section class=\"panel\" aria-labelledby=\"h-functions\">"
      "<h2 id=\"h-functions\">Functions</h2>\n"
      "<div class=\"tools\" role=\"search\" aria-label=\"Functions\"><label>Filter "
      "<input type=\"search\" placeholder=\"words in any column\" "
      "autocomplete=\"off\"></label>\n"
      "<fieldset class=\"kinds\"><legend class=\"hidden\">Verdicts</legend>"
      "<label><input type=\"checkbox\" value=\"proved\">proved</label>"
      "<label><input type=\"checkbox\" value=\"unknown\">unknown</label>"
      "<label><input type=\"checkbox\" value=\"refuted\">refuted</label></fieldset>\n"
      "<span class=\"soft\" role=\"status\"></span></div>\n"
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Table of functions\"><table class=\"functions\"><caption "
      "class=\"hidden\">Functions"
      "</caption><thead><tr><th scope=\"col\" data-sort=\"text\">Function</th>"
      "<th scope=\"col\" data-sort=\"text\">File</th>"
      "<th scope=\"col\" data-sort=\"number\" class=\"number\">Line</th>"
      "<th scope=\"col\" data-sort=\"text\">Verdict</th>"
      "<th scope=\"col\" data-sort=\"text\">Why not settled</th></tr></thead><tbody>\n",
      out);
  for (unsigned i = 0; i < site->functions.count; i++)
    write_function(out, &site->functions.at[i], page_of(site, &site->functions.at[i]));
  fputs("</tbody></table></div>\n"
        "<p class=\"none\" hidden>Nothing fits the filter.</p></section>\n",
        out);
}

/* ---- what the source silences ---- */

static void write_suppressed(FILE *out, const struct ha_html_job *job) {
  const struct ha_site *site = job->site;
  for (unsigned i = 0; i < site->suppressed.count; i++) {
    const struct ha_site_finding *row = &site->suppressed.at[i];
    const json_t *how = json_object_get(row->found->finding, "suppressed");
    ha_html(out, "<li>%s <code>%s:%u</code>", row->message, row->file,
            row->found->line);
    ha_html(out, "<span class=\"soft\">by %s: %s</span></li>\n", ha_js_text(how, "by"),
            ha_js_text(how, "why"));
  }
}

static void write_silence(FILE *out, const struct ha_html_job *job) {
  const struct ha_site *site = job->site;
  if (!site->suppressed.count && !site->useless.count)
    return;
  fputs("<section class=\"panel\" aria-labelledby=\"h-silence\">"
        "<h2 id=\"h-silence\">Suppressed</h2>\n<ul class=\"formulas\">\n",
        out);
  write_suppressed(out, job);
  for (unsigned i = 0; i < site->useless.count; i++) {
    const struct ha_site_mark *mark = &site->useless.at[i];
    ha_html(out, "<li>silences nothing any more: %s <code>%s:%u</code></li>\n",
            mark->text, mark->file, mark->line);
  }
  fputs("</ul></section>\n", out);
}

void ha_html_index(FILE *out, const struct ha_html_job *job) {
  static const char *const styles[] = {ha_asset_index_css, NULL};
  const char *title = job->options->title ? job->options->title : "heapabs report";
  struct ha_page page = {title, styles, ha_asset_index_js};
  ha_page_start(out);
  ha_page_begin(out, job, &page);
  write_summary(out, job, title);
  write_findings(out, job);
  write_files(out, job->site);
  write_missing(out, job->options);
  write_functions(out, job->site);
  write_silence(out, job);
  ha_page_end(out, job, &page);
}
