/* Writing the pages. */
#include "html.h"
#include "html_page.h"
#include "source.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct writer {
  struct ha_arena *arena;
  struct ha_html_job job;
  const char *dir;
  const char *error;
  HA_VEC(const char *) written; /* that were not there before */
};

/* First under another name, so that nobody meets half a page. */
static bool store(struct writer *writer, const char *name, const char *text,
                  size_t length) {
  const char *path = ha_arena_printf(writer->arena, "%s/%s", writer->dir, name);
  const char *draft = ha_arena_printf(writer->arena, "%s.part", path);
  FILE *file = fopen(draft, "wb");
  bool is_new = access(path, F_OK);
  bool stored = file && fwrite(text, 1, length, file) == length;
  int why = errno;
  if (file && fclose(file) && stored) {
    stored = false;
    why = errno;
  }
  if (stored && rename(draft, path)) {
    stored = false;
    why = errno;
  }
  if (!stored) {
    remove(draft);
    writer->error =
        ha_arena_printf(writer->arena, "cannot write %s: %s", path, strerror(why));
  }
  if (stored && is_new)
    HA_PUSH(writer->arena, writer->written, path);
  return stored;
}

typedef void render(FILE *out, const struct ha_html_job *job, unsigned index);

static void render_index(FILE *out, const struct ha_html_job *job, unsigned index) {
  (void)index;
  ha_html_index(out, job);
}

/* A page's own memory is given back with the page. */
static bool write_page(struct writer *writer, const char *name, render *page,
                       unsigned index) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (!out) {
    writer->error = "out of memory";
    return false;
  }
  struct ha_html_job job = writer->job;
  job.arena = ha_arena_new();
  page(out, &job, index);
  ha_arena_free(job.arena);
  bool whole = !ferror(out);
  if (fclose(out) || !whole) {
    writer->error = "out of memory";
    free(text);
    return false;
  }
  bool stored = store(writer, name, text, length);
  free(text);
  return stored;
}

static bool write_pages(struct writer *writer) {
  const struct ha_site *site = writer->job.site;
  for (unsigned i = 0; i < site->findings.count; i++)
    if (!write_page(writer, site->findings.at[i].page, ha_html_finding, i))
      return false;
  for (unsigned i = 0; i < site->functions.count; i++)
    if (site->functions.at[i].page &&
        !write_page(writer, site->functions.at[i].page, ha_html_function, i))
      return false;
  /* Last: an index leads to pages that are there. */
  return write_page(writer, "index.html", render_index, 0);
}

/* Pages without an index are of no use, and take the room that is wanting. */
static void remove_pages(const struct writer *writer) {
  for (unsigned i = 0; i < writer->written.count; i++)
    remove(writer->written.at[i]);
}

bool ha_report_html(struct ha_arena *arena, const struct json_t *const *documents,
                    unsigned count, const struct ha_html_options *options,
                    const char *dir, const char **error) {
  struct writer writer = {.arena = arena, .dir = dir};
  writer.job.options = options;
  writer.job.sources = ha_sources_new(arena, "");
  writer.job.site =
      ha_site_new(arena, documents, count, options->root ? options->root : "");
  if (mkdir(dir, 0777) && errno != EEXIST) {
    *error = ha_arena_printf(arena, "cannot make %s: %s", dir, strerror(errno));
    return false;
  }
  bool written = write_pages(&writer);
  if (!written) {
    *error = writer.error;
    remove_pages(&writer);
  }
  return written;
}
