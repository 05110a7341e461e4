/* The interpreter's half of the differential test.
 *
 *   diff_gcl PROGRAMS.gcl NATIVE
 *
 * NATIVE is what the native half printed.  For each of its inputs the entry state is
 * rebuilt byte by byte in a machine of the interpreter, the program of that name is
 * run, and the outcome is printed in the same form: blocks under the same names,
 * words that point into one as `&name+offset`.  A word with undefined bits prints as
 * `bytes~mask`, a tainted one as `tainted`.  Nothing here knows a type's layout. */
#include "gcl/arena.h"
#include "gcl/interp.h"
#include "gcl/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 200000 };

struct program_list {
  HA_VEC(struct ha_program *) at;
};

/* One line `block n0 16 words…` or `global g 8 words…` of the entry state; `words` is
 * NULL where a global keeps its initialiser. */
struct place {
  const char *name;
  bool global;
  uint64_t size;
  char *words;
  uint64_t address;
};

struct input {
  const char *title;
  const char *function;
  unsigned fail_at;
  HA_VEC(struct place) places;
  HA_VEC(const char *) args;
  HA_VEC(uint32_t) nondet;
};

/* The state of one run, and what the oracle still has to say. */
struct side {
  struct ha_arena *arena;
  struct input *in;
  struct ha_run *run;
  struct ha_machine *machine;
  unsigned word; /* bytes of a pointer */
  unsigned allocations, nondets;
};

static char *read_file(struct ha_arena *arena, const char *path) {
  FILE *file = fopen(path, "r");
  if (!file)
    return NULL;
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *text = ha_arena_alloc(arena, size + 1);
  text[fread(text, 1, size, file)] = 0;
  fclose(file);
  return text;
}

/* Cuts the next line off *text; NULL at the end. */
static char *next_line(char **text) {
  char *line = *text;
  if (!*line)
    return NULL;
  char *end = strchr(line, '\n');
  *text = end ? end + 1 : line + strlen(line);
  if (end)
    *end = 0;
  return line;
}

/* Cuts the next word off *text; "" at the end. */
static char *next_word(char **text) {
  char *word = *text + strspn(*text, " ");
  size_t length = strcspn(word, " ");
  *text = word + length + (word[length] != 0);
  word[length] = 0;
  return word;
}

/* A dump holds one program after the other, each opening with a line `program`. */
static bool parse_programs(struct ha_arena *arena, char *text,
                           struct program_list *list) {
  static const char opening[] = "\nprogram ";
  bool ok = true;
  char *begin = strncmp(text, opening + 1, 8) ? strstr(text, opening) : text;
  while (begin && *begin) {
    begin += *begin == '\n';
    char *end = strstr(begin, opening);
    struct ha_text_error error;
    const char *one =
        ha_arena_strndup(arena, begin, end ? (size_t)(end + 1 - begin) : strlen(begin));
    struct ha_program *program = ha_program_parse(arena, one, &error);
    if (program) {
      HA_PUSH(arena, list->at, program);
    } else {
      printf("unparsable %.*s:%u:%u: %s\n", (int)strcspn(begin, "\n"), begin,
             error.line, error.column, error.message);
      ok = false;
    }
    begin = end;
  }
  return ok;
}

static const struct ha_program *find_program(const struct program_list *list,
                                             const char *name) {
  for (unsigned i = 0; i < list->at.count; i++)
    if (!strcmp(list->at.at[i]->name, name))
      return list->at.at[i];
  return NULL;
}

static void read_place(struct ha_arena *arena, struct input *in, char *rest,
                       bool global) {
  struct place place = {.name = next_word(&rest), .global = global};
  place.size = strtoull(next_word(&rest), NULL, 10);
  place.words = strcmp(rest, "initial") ? rest : NULL;
  HA_PUSH(arena, in->places, place);
}

/* Reads up to `go` and the answers after it; what the native side found is skipped. */
static struct input *read_input(struct ha_arena *arena, const char *title,
                                char **text) {
  struct input *in = ha_arena_alloc(arena, sizeof *in);
  in->title = title;
  bool entered = false;
  while (**text && strncmp(*text, "input ", 6)) {
    char *line = next_line(text), *rest = line;
    const char *key = next_word(&rest);
    if (!strcmp(key, "nondet"))
      HA_PUSH(arena, in->nondet, (uint32_t)strtoul(rest, NULL, 16));
    else if (entered)
      continue;
    else if (!strcmp(key, "function"))
      in->function = rest;
    else if (!strcmp(key, "fail"))
      in->fail_at = (unsigned)strtoul(rest, NULL, 10);
    else if (!strcmp(key, "block") || !strcmp(key, "global"))
      read_place(arena, in, rest, *key == 'g');
    else if (!strcmp(key, "arg"))
      HA_PUSH(arena, in->args, next_word(&rest));
    entered = entered || !strcmp(key, "go");
  }
  return in;
}

static uint64_t object_address(const struct side *s, const char *name) {
  const struct ha_program *program = s->run->program;
  for (ha_obj i = 1; i < program->objs.count; i++)
    if (!strcmp(program->objs.at[i].name, name) && s->run->obj_address[i])
      return s->run->obj_address[i];
  return 0;
}

/* A global that the program does not mention still has an address. */
static void place_all(struct side *s) {
  for (unsigned i = 0; i < s->in->places.count; i++) {
    struct place *place = &s->in->places.at[i];
    place->address = place->global ? object_address(s, place->name) : 0;
    if (place->address)
      continue;
    enum ha_block_kind kind = place->global ? HA_BLOCK_GLOBAL : HA_BLOCK_ENTRY;
    ha_block block = ha_machine_alloc(s->machine, kind, place->size, 0, place->name);
    place->address = ha_machine_block(s->machine, block)->address;
  }
}

static uint64_t named_address(struct side *s, const char *name) {
  for (unsigned i = 0; i < s->in->places.count; i++)
    if (!strcmp(s->in->places.at[i].name, name))
      return s->in->places.at[i].address;
  uint64_t function = object_address(s, name);
  if (function)
    return function;
  ha_block code = ha_machine_alloc(s->machine, HA_BLOCK_CODE, 1, 0,
                                   ha_arena_strdup(s->arena, name));
  return ha_machine_block(s->machine, code)->address;
}

/* `&name+offset`, or bytes in memory order; *size is how many they are. */
static uint64_t read_word(struct side *s, const char *text, unsigned *size) {
  uint64_t value = 0;
  if (*text == '&') {
    char *name = ha_arena_strdup(s->arena, text + 1);
    char *plus = strchr(name, '+');
    *size = s->word;
    if (!plus)
      return 0;
    *plus = 0;
    return named_address(s, name) + strtoull(plus + 1, NULL, 10);
  }
  *size = (unsigned)strlen(text) / 2;
  for (unsigned i = 0; i < *size; i++) {
    char digits[3] = {text[2 * i], text[2 * i + 1], 0};
    value |= (uint64_t)strtoul(digits, NULL, 16) << (8 * i);
  }
  return value;
}

static void fill_place(struct side *s, const struct place *place) {
  char *words = place->words;
  uint64_t at = place->address;
  while (words && *words) {
    unsigned size;
    uint64_t value = read_word(s, next_word(&words), &size);
    ha_machine_write(s->machine, at, size, (struct ha_value){.bits = value});
    at += size;
  }
}

static uint64_t mask_of(unsigned bits) {
  return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static unsigned value_bits(const struct ha_program *program, ha_type type) {
  const struct ha_type_info *info = ha_type_get(program->types, type);
  return info->kind == HA_TYPE_INT ? info->bits : (unsigned)(8 * info->size);
}

static void set_args(struct side *s) {
  const struct ha_program *program = s->run->program;
  for (unsigned i = 0; i < program->params.count && i < s->in->args.count; i++) {
    unsigned size;
    ha_var var = program->params.at[i];
    uint64_t value = read_word(s, s->in->args.at[i], &size);
    uint64_t mask = mask_of(value_bits(program, program->vars.at[var].type));
    s->run->vars[var] = (struct ha_value){.bits = value & mask};
  }
}

/* The same answers the native run had: which allocation fails, what nondet gave. */
static bool answer(void *context, struct ha_machine *machine,
                   const struct ha_question *question, struct ha_value *value) {
  struct side *s = context;
  (void)machine;
  if (question->ask != HA_ASK_HAVOC)
    return false;
  if (question->origin == HA_ORIGIN_ALLOC_FAILS) {
    *value = (struct ha_value){.bits = ++s->allocations == s->in->fail_at};
    return true;
  }
  if (question->origin != HA_ORIGIN_NONDET || s->nondets == s->in->nondet.count)
    return false;
  *value = (struct ha_value){.bits = s->in->nondet.at[s->nondets++]};
  return true;
}

/* The name under which the native side knows a block. */
static const char *block_name(struct side *s, ha_block block) {
  const struct ha_block_info *info = ha_machine_block(s->machine, block);
  for (unsigned i = 0; i < s->in->places.count; i++)
    if (s->in->places.at[i].address == info->address)
      return s->in->places.at[i].name;
  if (info->kind == HA_BLOCK_CODE)
    return info->name;
  if (info->kind != HA_BLOCK_HEAP)
    return NULL;
  unsigned number = 0;
  for (ha_block i = 1; i <= block; i++)
    number += ha_machine_block(s->machine, i)->kind == HA_BLOCK_HEAP;
  return ha_arena_printf(s->arena, "h%u", number);
}

static bool print_reference(struct side *s, uint64_t address) {
  ha_block block = ha_machine_find(s->machine, address);
  if (!block)
    return false;
  const char *name = block_name(s, block);
  if (name)
    printf(" &%s+%" PRIu64, name,
           address - ha_machine_block(s->machine, block)->address);
  else
    printf(" &?");
  return true;
}

static void print_little_endian(uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; i++)
    printf("%02x", (unsigned)(value >> (8 * i) & 0xff));
}

static void print_word(struct side *s, struct ha_value value, unsigned size) {
  if (value.taint) {
    printf(" tainted");
    return;
  }
  if (size == s->word && !value.undef && print_reference(s, value.bits))
    return;
  printf(" ");
  print_little_endian(value.bits & ~value.undef, size);
  if (value.undef & mask_of(8 * size)) {
    printf("~");
    print_little_endian(value.undef, size);
  }
}

static void print_bytes(struct side *s, uint64_t address, uint64_t size) {
  for (uint64_t at = 0; at < size; at += 8) {
    unsigned width = size - at < 8 ? (unsigned)(size - at) : 8;
    print_word(s, ha_machine_read(s->machine, address + at, width), width);
  }
  printf("\n");
}

static void print_heap(struct side *s) {
  for (ha_block i = 1; i <= ha_machine_blocks(s->machine); i++) {
    const struct ha_block_info *info = ha_machine_block(s->machine, i);
    if (info->kind != HA_BLOCK_ENTRY && info->kind != HA_BLOCK_HEAP)
      continue;
    printf("block %s %" PRIu64, block_name(s, i), info->size);
    if (info->live)
      print_bytes(s, info->address, info->size);
    else
      printf(" freed\n");
  }
  for (unsigned i = 0; i < s->in->places.count; i++) {
    const struct place *place = &s->in->places.at[i];
    if (!place->global)
      continue;
    printf("global %s", place->name);
    if (object_address(s, place->name))
      print_bytes(s, place->address, place->size);
    else
      printf(" absent\n");
  }
}

static void print_result(struct side *s, bool leak) {
  const struct ha_program *program = s->run->program;
  if (!program->result) {
    printf("result 0");
  } else {
    unsigned bits = value_bits(program, program->vars.at[program->result].type);
    printf("result %u", (bits + 7) / 8);
    print_word(s, s->run->vars[program->result], (bits + 7) / 8);
  }
  printf("\nleak %d\n", leak);
}

static void print_end(struct side *s) {
  static const char *const text[] = {
      [HA_RUN_EXIT] = "exit",         [HA_RUN_CHECK_FAILED] = "check",
      [HA_RUN_BLOCKED] = "blocked",   [HA_RUN_STEPS] = "steps",
      [HA_RUN_TAINTED] = "tainted",   [HA_RUN_UNDEFINED] = "undefined",
      [HA_RUN_OVERFLOW] = "overflow", [HA_RUN_STOPPED] = "stopped",
  };
  const struct ha_program *program = s->run->program;
  bool check = s->run->status == HA_RUN_CHECK_FAILED;
  const struct ha_check_row *row = &program->checks.at[check ? s->run->failed : 0];
  bool leak = check && row->kind == HA_CHECK_LEAK;
  bool exit = leak || s->run->status == HA_RUN_EXIT;
  if (exit)
    print_result(s, leak);
  print_heap(s);
  ha_pos pos = check ? row->pos : program->cmds.at[s->run->at].pos;
  printf("end %s %s %u\n", exit ? "exit" : text[s->run->status],
         check && !leak ? ha_check_id[row->kind] : "-",
         exit ? 0 : program->poss.at[pos].line);
}

static void run_input(struct ha_arena *arena, const struct program_list *list,
                      struct input *in) {
  printf("input %s\n", in->title);
  const struct ha_program *program =
      in->function ? find_program(list, in->function) : 0;
  if (!program) {
    printf("end missing - 0\n");
    return;
  }
  struct side s = {.arena = arena, .in = in};
  s.word = ha_types_ptr_bytes(program->types);
  s.machine = ha_machine_new(arena, s.word);
  s.run = ha_run_new(arena, program, s.machine, true);
  place_all(&s);
  for (unsigned i = 0; i < in->places.count; i++)
    fill_place(&s, &in->places.at[i]);
  set_args(&s);
  ha_run_go(s.run, (struct ha_oracle){.context = &s, .answer = answer}, NULL, STEPS);
  print_end(&s);
}

int main(int argc, char **argv) {
  struct ha_arena *programs = ha_arena_new(), *arena = ha_arena_new();
  struct program_list list = {0};
  char *gcl = argc == 3 ? read_file(programs, argv[1]) : NULL;
  char *native = argc == 3 ? read_file(programs, argv[2]) : NULL;
  bool ok = gcl && native && parse_programs(programs, gcl, &list);
  while (gcl && native && *native) {
    size_t mark = ha_arena_mark(arena);
    char *line = next_line(&native);
    if (!strncmp(line, "input ", 6))
      run_input(arena, &list, read_input(arena, line + 6, &native));
    ha_arena_reset(arena, mark);
  }
  ha_arena_free(arena);
  ha_arena_free(programs);
  return ok && ha_arena_live() == 0 ? 0 : 1;
}
