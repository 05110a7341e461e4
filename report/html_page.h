/* The frame that all pages share, and the parts that several of them have. */
#ifndef HEAPABS_REPORT_HTML_PAGE_H
#define HEAPABS_REPORT_HTML_PAGE_H

#include "html.h"
#include "site.h"
#include <stdio.h>

/* What every page is made from. */
struct ha_html_job {
  struct ha_arena *arena; /* of this page: reset when it is written */
  const struct ha_site *site;
  const struct ha_html_options *options;
  struct ha_sources *sources; /* by absolute path; of all pages */
};

struct ha_page {
  const char *title;
  const char *const *styles; /* besides page.css; NULL-terminated */
  const char *script;        /* at the end of the page; NULL for none */
};

/* Everything up to the inside of <main>; the caller may have written comments before,
 * after ha_page_start. */
void ha_page_start(FILE *out);
void ha_page_begin(FILE *out, const struct ha_html_job *job,
                   const struct ha_page *page);
void ha_page_end(FILE *out, const struct ha_html_job *job, const struct ha_page *page);

/* The pages. */
void ha_html_index(FILE *out, const struct ha_html_job *job);
void ha_html_finding(FILE *out, const struct ha_html_job *job, unsigned finding);
void ha_html_function(FILE *out, const struct ha_html_job *job, unsigned function);

/* A row of facts: term and description. */
void ha_page_fact(FILE *out, const char *term, const char *description);
/* What a function relies on: its inferred precondition and the other assumptions, and
 * what was not modelled.  Nothing if there is nothing. */
void ha_page_relies(FILE *out, const struct ha_html_job *job,
                    const struct json_t *function);
/* Formulas in words, with the formula itself under them. */
void ha_page_formula(FILE *out, const struct ha_html_job *job, const char *formula);

#endif
