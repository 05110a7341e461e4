/* What goes into a page: escaped text, and C in colours. */
#include "report/html_text.h"
#include "expect.h"
#include "report/listing.h"
#include <stdlib.h>

static char *text;
static size_t length;

static FILE *begin(void) { return open_memstream(&text, &length); }

static void expect_end(FILE *out, const char *wanted) {
  fclose(out);
  EXPECT_TEXT(text, wanted);
  free(text);
}

static void test_escapes(void) {
  static const char *const cases[][2] = {
      {"<a href=\"x\">&'", "&lt;a href=&quot;x&quot;&gt;&amp;&#39;"},
      {"größer → 𝛌", "größer → 𝛌"},
      {"\xff\xc0\xaf", "⟨FF⟩⟨C0⟩⟨AF⟩"}, /* no UTF-8, overlong */
      {"\xed\xa0\x80", "⟨ED⟩⟨A0⟩⟨80⟩"}, /* a surrogate */
      {"\x1b[31m\x7f", "⟨U+001B⟩[31m⟨U+007F⟩"},
      {"\xe2\x80\xae|\xef\xbb\xbf", "⟨U+202E⟩|⟨U+FEFF⟩"}, /* turned round, invisible */
      {"a\tb\nc", "a\tb\nc"},
      {"\xe2\x82", "⟨E2⟩⟨82⟩"}, /* cut off */
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    FILE *out = begin();
    ha_html_text(out, cases[i][0]);
    expect_end(out, cases[i][1]);
  }
}

static void test_format(void) {
  FILE *out = begin();
  ha_html(out, "<b id=\"%s\">%d of %u: %s 100%%</b>", "\"", -1, 2u, "<i>");
  expect_end(out, "<b id=\"&quot;\">-1 of 2: &lt;i&gt; 100%</b>");
}

static void test_comment(void) {
  FILE *out = begin();
  ha_html_comment(out, "BUGDESC", "a --> b\n<script>\tc");
  expect_end(out, "<!-- BUGDESC a --&gt; b &lt;script&gt; c -->\n");
}

static void expect_listing(const char *source, const char *wanted) {
  struct ha_arena *arena = ha_arena_new();
  struct ha_listing listing = {.prefix = "s", .text = source};
  listing.length = strlen(source);
  FILE *out = begin();
  ha_listing_html(arena, out, &listing);
  expect_end(out, wanted);
  ha_arena_free(arena);
}

#define LINE(n, text)                                                                  \
  "<span class=\"line\" id=\"s-" #n "\" data-n=\"" #n "\">" text "\n</span>"

static void test_colours(void) {
  expect_listing(
      "int f(int x) { return 0x1p-3; }",
      LINE(1, "<i class=\"t\">int</i> <i class=\"f\">f</i>(<i class=\"t\">int"
              "</i> x) { <i class=\"k\">return</i> <i class=\"n\">0x1p-3</i>; }"));
  expect_listing("a /* b\nc */ d // e",
                 LINE(1, "a <i class=\"c\">/* b</i>")
                     LINE(2, "<i class=\"c\">c */</i> d <i class=\"c\">// e</i>"));
  expect_listing("# define A \\\n  1 // c\nint",
                 LINE(1, "<i class=\"p\"># define A \\</i>")
                     LINE(2, "<i class=\"p\">  1 </i><i class=\"c\">// c</i>")
                         LINE(3, "<i class=\"t\">int</i>"));
  expect_listing("s = \"a\\\"b\" 'c'; \"open",
                 LINE(1, "s = <i class=\"s\">&quot;a\\&quot;b&quot;</i> <i class=\"s\">"
                         "&#39;c&#39;</i>; <i class=\"s\">&quot;open</i>"));
  expect_listing("", "");
}

/* Far from every mark, a long file is left out; a comment that began there is not lost.
 */
static void test_gaps(void) {
  struct ha_arena *arena = ha_arena_new();
  const char *source = "/*\n";
  for (unsigned i = 0; i < 700; i++)
    source = ha_arena_printf(arena, "%sx\n", source);
  struct ha_listing listing = {.prefix = "s", .text = source};
  listing.length = strlen(source);
  HA_PUSH(arena, listing.marks, (struct ha_listing_mark){500, 1, 1, NULL});
  FILE *out = begin();
  ha_listing_html(arena, out, &listing);
  fclose(out);
  EXPECT(!strstr(text, "data-n=\"459\"") && strstr(text, "data-n=\"460\""));
  EXPECT(strstr(text, "data-n=\"540\"") && !strstr(text, "data-n=\"541\""));
  EXPECT(strstr(text, "<mark data-steps=\"1\"><i class=\"c\">x</i></mark>"));
  free(text);
  ha_arena_free(arena);
}

int main(void) {
  test_escapes();
  test_format();
  test_comment();
  test_colours();
  test_gaps();
  return finish();
}
