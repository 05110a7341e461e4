#include "check_report.h"
#include "../report/document.h"
#include "../report/files.h"
#include "../report/html.h"
#include "../report/path.h"
#include "../report/plist.h"
#include "../report/sarif.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *root_of(struct ha_arena *arena) {
  char here[PATH_MAX];
  return ha_path_repository(arena, getcwd(here, sizeof here) ? here : "/");
}

static const char *write_json(struct ha_arena *arena, const char *path,
                              const struct ha_documents *documents) {
  HA_VEC(char) text = {0};
  for (unsigned i = 0; i < documents->count; i++)
    for (const char *at = ha_document_text(arena, documents->at[i]); *at; at++)
      HA_PUSH(arena, text, *at);
  HA_PUSH(arena, text, '\0');
  if (strcmp(path, "-"))
    return ha_file_write(arena, path, text.at);
  return fputs(text.at, stdout) < 0 || fflush(stdout) ? "cannot write to stdout" : NULL;
}

static const char *write_html(struct ha_arena *arena, const char *dir,
                              const json_t *const *units, unsigned count) {
  struct ha_html_options options = {.root = root_of(arena), .version = HEAPABS_VERSION};
  const char *error = NULL;
  ha_report_html(arena, units, count, &options, dir, &error);
  return error;
}

const char *ha_check_write(struct ha_arena *arena,
                           const struct ha_check_outputs *outputs,
                           const struct ha_documents *documents) {
  const json_t *const *units = (const json_t *const *)documents->at;
  unsigned count = documents->count;
  struct ha_sarif_options sarif = {.root = root_of(arena), .version = HEAPABS_VERSION};
  const char *error = NULL;
  if (outputs->json)
    error = write_json(arena, outputs->json, documents);
  if (!error && outputs->sarif)
    error = ha_file_write(arena, outputs->sarif,
                          ha_report_sarif(arena, units, count, &sarif));
  if (!error && outputs->plist)
    error = ha_file_write(arena, outputs->plist,
                          ha_report_plist(arena, units, count, HEAPABS_VERSION));
  if (!error && outputs->html)
    error = write_html(arena, outputs->html, units, count);
  return error;
}
