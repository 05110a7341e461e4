/* Lines, colours and marks. */
#include "listing.h"
#include "colour.h"
#include "html_text.h"
#include <string.h>

/* Files up to this many lines are shown whole; of longer ones, the lines this near to
 * a mark.  A line of more bytes than that is data: its rest is left out. */
enum { WHOLE = 600, AROUND = 40, LONGEST = 2000, STOPS = 6 };

struct lines {
  const struct ha_listing *listing;
  unsigned count, number;
  struct ha_colour state;
  FILE *out;
  struct ha_arena *arena;
};

static size_t line_length(const char *line, const char *end) {
  const char *newline = memchr(line, '\n', (size_t)(end - line));
  return (size_t)((newline ? newline : end) - line);
}

static unsigned count_lines(const char *text, size_t length) {
  const char *end = text + length;
  unsigned count = 0;
  for (; text < end; count++)
    text += line_length(text, end) + 1;
  return count;
}

static bool near_mark(const struct lines *lines, unsigned line) {
  const struct ha_listing *listing = lines->listing;
  for (unsigned i = 0; i < listing->marks.count; i++) {
    unsigned at = listing->marks.at[i].line;
    if (line + AROUND >= at && line <= at + AROUND)
      return true;
  }
  return false;
}

static bool is_shown(const struct lines *lines, unsigned line) {
  const struct ha_listing *listing = lines->listing;
  if (listing->first)
    return line >= listing->first && line <= listing->last;
  return lines->count <= WHOLE || near_mark(lines, line);
}

/* The steps that begin in this part of the line, as " 3 5"; "" for none. */
static const char *steps_at(const struct lines *lines, size_t offset, size_t length) {
  const char *steps = "";
  const struct ha_listing *listing = lines->listing;
  for (unsigned i = 0; i < listing->marks.count; i++) {
    const struct ha_listing_mark *mark = &listing->marks.at[i];
    if (mark->line == lines->number && mark->step && mark->column > offset &&
        mark->column <= offset + length)
      steps = ha_arena_printf(lines->arena, "%s %u", steps, mark->step);
  }
  return steps;
}

static void write_token(const struct lines *lines, const char *at, size_t offset,
                        struct ha_token token) {
  const char *steps = steps_at(lines, offset, token.length);
  if (*steps)
    ha_html(lines->out, "<mark data-steps=\"%s\">", steps + 1);
  if (*token.colour)
    ha_html(lines->out, "<i class=\"%s\">", token.colour);
  ha_html_bytes(lines->out, at, token.length);
  fputs(*token.colour ? "</i>" : "", lines->out);
  fputs(*steps ? "</mark>" : "", lines->out);
}

/* Lines that are not shown are read too: a comment may begin in them. */
static void write_tokens(struct lines *lines, const char *line, size_t length,
                         size_t shown) {
  ha_colour_line(&lines->state, line, length);
  for (size_t at = 0; at < length;) {
    struct ha_token token = ha_colour_next(&lines->state, line + at, length - at);
    size_t next = at + token.length;
    if (at < shown) {
      token.length = next < shown ? token.length : shown - at;
      write_token(lines, line + at, at, token);
    }
    at = next;
  }
}

/* Links to the steps at this line, behind the code. */
static void write_stops(const struct lines *lines) {
  const struct ha_listing *listing = lines->listing;
  unsigned count = 0;
  for (unsigned i = 0; i < listing->marks.count; i++) {
    const struct ha_listing_mark *mark = &listing->marks.at[i];
    if (mark->line != lines->number || !mark->step || count++ >= STOPS)
      continue;
    ha_html(lines->out,
            "<a class=\"stop\" href=\"#step-%u\" aria-label=\"step %u\" "
            "data-step=\"%u\"></a>",
            mark->step, mark->step, mark->step);
  }
  if (count > STOPS)
    ha_html(lines->out, "<span class=\"more\">+%u</span>", count - STOPS);
}

static void write_notes(const struct lines *lines) {
  const struct ha_listing *listing = lines->listing;
  for (unsigned i = 0; i < listing->marks.count; i++) {
    const struct ha_listing_mark *mark = &listing->marks.at[i];
    if (mark->line != lines->number || !mark->note)
      continue;
    fputs(mark->step ? "<span class=\"note final\" id=\"EndPath\">"
                     : "<span class=\"note\">",
          lines->out);
    ha_html(lines->out, "%s</span>", mark->note);
  }
}

static void write_line(struct lines *lines, const char *line, size_t length) {
  size_t shown = length < LONGEST ? length : LONGEST;
  ha_html(lines->out, "<span class=\"line\" id=\"%s-%u\" data-n=\"%u\">",
          lines->listing->prefix, lines->number, lines->number);
  write_tokens(lines, line, length, shown);
  if (shown < length)
    ha_html(lines->out, "<i class=\"c\">… %u bytes more</i>",
            (unsigned)(length - shown));
  write_stops(lines);
  fputs("\n</span>", lines->out);
  write_notes(lines);
}

void ha_listing_html(struct ha_arena *arena, FILE *out,
                     const struct ha_listing *listing) {
  struct lines lines = {.listing = listing, .out = out, .arena = arena};
  lines.count = count_lines(listing->text, listing->length);
  const char *end = listing->text + listing->length;
  bool any = false, gap = false;
  for (const char *line = listing->text; line < end;) {
    size_t length = line_length(line, end);
    size_t visible = length && line[length - 1] == '\r' ? length - 1 : length;
    lines.number++;
    bool shown = is_shown(&lines, lines.number);
    any = any || shown;
    fputs(shown && gap ? "<span class=\"gap\">⋯</span>" : "", out);
    gap = any && !shown;
    if (shown)
      write_line(&lines, line, visible);
    else
      write_tokens(&lines, line, visible, 0);
    line += length + 1;
  }
}
