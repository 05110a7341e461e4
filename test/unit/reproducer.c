/* The text of reproducers; that they fail when run is test/report's. */
#include "report/report.h"
#include "report_fixture.h"

static const char *write_for(struct fixture *f, const struct ha_repro_options *o) {
  const char *text = ha_report_reproducer(f->arena, &f->result, 2, o);
  return text ? text : "";
}

static void test_heap_and_call(void) {
  struct fixture f;
  fixture_init(&f, NULL);
  const char *flags[] = {"-DX=*/", NULL};
  struct ha_repro_options options = {.source = "/src/f.c", .cflags = flags};
  const char *text = write_for(&f, &options);
  EXPECT_HAS(text, "/* heapabs: null-deref in 'f', fails at f.c:3\n");
  EXPECT_HAS(text, "-DX=* /"); /* a flag does not end the comment */
  EXPECT_HAS(text, "#define main ha_user_main\n#include \"/src/f.c\"\n");
  EXPECT_HAS(text, "ha_n0 = ha_malloc(16);");
  EXPECT_HAS(text, "ha_put(ha_n0, 0, 4, (ha_word)7); /* data */");
  EXPECT_HAS(text, "ha_put(ha_n0, 8, 8, (ha_word)(void *)0); /* next */");
  EXPECT_HAS(text, "ha_result = f(ha_n0);");
  EXPECT(!strstr(text, "ha_hook_malloc"));
  EXPECT(!strstr(text, "__lsan_do_leak_check();\n  ha_exit"));
  ha_arena_free(f.arena);
}

static void push_choice(struct fixture *f, enum ha_origin origin, const char *callee,
                        ha_type type, uint64_t bits) {
  HA_PUSH(
      f->arena, f->witness.choices,
      (struct ha_choice){
          .origin = origin, .callee = callee, .type = type, .value = {.bits = bits}});
}

static void test_failing_allocation(void) {
  struct fixture f;
  fixture_init(&f, NULL);
  ha_type truth = ha_type_int(f.types, 1, false);
  push_choice(&f, HA_ORIGIN_ALLOC_FAILS, NULL, truth, 0);
  push_choice(&f, HA_ORIGIN_ALLOC_FAILS, NULL, truth, 1);
  const char *text = write_for(&f, &(struct ha_repro_options){.source = "f.c"});
  EXPECT_HAS(text, "ha_list_alloc_fails[0] = (ha_word)0u;");
  EXPECT_HAS(text, "ha_list_alloc_fails[1] = (ha_word)1u;");
  const char *hook = strstr(text, "__asm__(\"ha_hook_malloc\")");
  EXPECT(hook && hook < strstr(text, "#include")); /* before the first use */
  ha_arena_free(f.arena);
}

static void test_unknown_calls(void) {
  struct fixture f;
  fixture_init(&f, NULL);
  push_choice(&f, HA_ORIGIN_CALL_RESULT, "get", f.node_ptr, f.witness.args->bits);
  push_choice(&f, HA_ORIGIN_CALL_RESULT, "count", f.int32, 0xffffffff);
  push_choice(&f, HA_ORIGIN_CALL_RESULT, "get", f.node_ptr, 0);
  const char *functions[] = {"get", "log_it", NULL}, *variables[] = {"level", NULL};
  struct ha_repro_options options = {
      .source = "f.c", .extern_functions = functions, .extern_variables = variables};
  const char *text = write_for(&f, &options);
  EXPECT_HAS(text, "ha_list_for_get[0] = (ha_word)ha_n0;");
  EXPECT_HAS(text, "ha_list_for_get[1] = (ha_word)(void *)0;");
  EXPECT_HAS(text, "ha_list_for_count[0] = (ha_word)-1;");
  EXPECT_HAS(text, "__asm__(\"log_it\")");
  EXPECT_HAS(text, "__typeof__(level) level;");
  ha_arena_free(f.arena);
}

static void test_leak_and_names(void) {
  struct fixture f;
  fixture_init(&f, NULL);
  f.program->checks.at[2].kind = HA_CHECK_LEAK;
  EXPECT_HAS(write_for(&f, &(struct ha_repro_options){.source = "f.c"}),
             "__lsan_do_leak_check();\n  ha_exit(0);");
  EXPECT(!strcmp(ha_report_reproducer_name(f.arena, &f.result, 2, "/a.b/list.c"),
                 "list.f.leak.2.c"));
  EXPECT(!ha_report_reproducer(f.arena, &f.result, 1,
                               &(struct ha_repro_options){.source = "f.c"}));
  ha_arena_free(f.arena);
}

int main(void) {
  test_heap_and_call();
  test_failing_allocation();
  test_unknown_calls();
  test_leak_and_names();
  return fixture_end();
}
