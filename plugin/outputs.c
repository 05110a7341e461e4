#include "outputs.h"
#include "../report/document.h"
#include "../report/files.h"
#include "../report/html.h"
#include "../report/path.h"
#include "../report/plist.h"
#include "../report/sarif.h"
#include "options.h"
#include <stddef.h>

bool ha_outputs_wanted(const struct ha_options *options) {
  return *options->json || *options->sarif || *options->plist || *options->html;
}

static const char *write_sarif(struct ha_arena *arena, const char *path,
                               const struct json_t *document, const char *directory) {
  struct ha_sarif_options options = {.root = ha_path_repository(arena, directory),
                                     .version = HEAPABS_VERSION};
  return ha_file_write(arena, path, ha_report_sarif(arena, &document, 1, &options));
}

static const char *write_html(struct ha_arena *arena, const char *dir,
                              const struct json_t *document, const char *directory) {
  struct ha_html_options options = {.root = ha_path_repository(arena, directory),
                                    .version = HEAPABS_VERSION};
  const char *error = NULL;
  ha_report_html(arena, &document, 1, &options, dir, &error);
  return error;
}

const char *ha_outputs_write(struct ha_arena *arena, const struct ha_options *options,
                             const struct json_t *document, const char *directory) {
  const char *error = NULL;
  if (*options->json)
    error = ha_file_write(arena, options->json, ha_document_text(arena, document));
  if (!error && *options->sarif)
    error = write_sarif(arena, options->sarif, document, directory);
  if (!error && *options->plist)
    error = ha_file_write(arena, options->plist,
                          ha_report_plist(arena, &document, 1, HEAPABS_VERSION));
  if (!error && *options->html)
    error = write_html(arena, options->html, document, directory);
  return error;
}
