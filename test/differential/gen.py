"""Random list functions for the differential test; seeded, the same on every machine.

A unit is a C file with functions over lists, a header struct and globals, and one case
per function.  The code is what people write about lists, in random order: walks,
insertions, unlinking through `struct node **`, frees, allocations, arithmetic of every
width, arrays, switches, gotos, calls of earlier functions.  Some of it is wrong on
purpose: tests are forgotten, freed nodes used, indices and divisors not checked.  Each
statement is one line, so that a failing line means one statement; loops carry fuel, so
that most runs end."""

import random
import re

PRELUDE = """#include <stdlib.h>
#include <string.h>
struct node {
  struct node *next;
  int data;
  unsigned char small;
  struct node *other;
  short half;
  unsigned word;
  long wide;
};
struct head {
  struct node *first, *last;
  unsigned len;
  struct node *slot[3];
};
struct node *g_list;
int g_count = 3;
"""

POSTLUDE = """
#ifdef NATIVE
#include "native.h"
GLOBAL(g_list)
GLOBAL(g_count)
static struct node *nodes(unsigned max) {
  struct node *x = LIST(struct node, next, max, {
    it->data = PICK(1, 0, -1, 2147483647);
    it->small = PICK(255, 0);
    it->half = PICK(-1, 7);
    it->word = 4294967295u;
    it->wide = PICK(-3, 1l << 40);
  });
  if (x && CHOOSE(2))
    x->other = MEMBER(x, next, 2);
  return x;
}
static struct head *head(void) {
  return OBJECT(struct head, {
    it->first = it->last = nodes(2);
    for (struct node *at = it->first; at; at = at->next)
      it->last = at, it->len++;
    it->slot[1] = nodes(1);
  });
}
"""
CLOSING = "#endif\n"

FIELDS = {"data": "int", "small": "unsigned char", "half": "short",
          "word": "unsigned", "wide": "long"}
INTS = ["int", "unsigned", "short", "unsigned char", "signed char", "long",
        "unsigned long", "_Bool"]
# How often a dereference is guarded by a test.
CARE = 0.8
RESULTS = ["struct node *", "struct node *", "int", "int", "void", "long", "unsigned char"]


class Function:
    """One function under construction: its variables by kind, and its lines."""

    def __init__(self, rng, name, callable_):
        self.rng, self.name, self.callable = rng, name, callable_
        self.lines, self.depth = [], 1
        self.nodes, self.ints, self.links, self.heads, self.arrays = [], [], [], [], []
        self.loops = self.calls = self.labels = self.locals = 0
        self.params = []

    # -- choices ---------------------------------------------------------------
    def odds(self, p):
        return self.rng.random() < p

    def pick(self, options):
        return self.rng.choice(options)

    def say(self, text):
        self.lines.append("  " * self.depth + text)

    def guard(self, text):
        """The tests that `text` needs, unless this is where they are forgotten."""
        bases = sorted(set(re.findall(r"\b(\w+)->", text)))
        return " && ".join(bases) if bases and self.odds(CARE) else ""

    def do(self, text):
        guard = self.guard(text)
        self.say(f"if ({guard}) {text}" if guard else text)

    # -- expressions -----------------------------------------------------------
    def node(self):
        """A pointer to a node, null or not."""
        choices = [lambda: self.pick(self.nodes)] * 6
        choices += [lambda: self.pick(self.nodes) + "->next"] * 2
        choices += [lambda: self.pick(self.nodes) + "->other", lambda: "NULL"]
        choices += [lambda: "g_list"]
        if self.links:
            choices += [lambda: "*" + self.pick(self.links)] * 2
        if self.heads:
            choices += [lambda: f"{self.pick(self.heads)}->{self.pick(['first', 'last'])}",
                        lambda: f"{self.pick(self.heads)}->slot[{self.index(3)}]"]
        if self.arrays:
            choices += [lambda: f"{self.pick(self.arrays)}[{self.index(4)}]"]
        return self.pick(choices)()

    def index(self, size):
        if self.odds(0.4):
            return str(self.rng.randrange(size))
        if self.odds(0.85):
            return f"(unsigned){self.atom()} % {size}"
        return f"{self.atom()} & {size}"

    def atom(self):
        choices = [lambda: self.pick(self.ints)[0]] * 4 if self.ints else []
        choices += [lambda: str(self.pick([0, 1, 2, 3, 7, 100, 255]))] * 2
        choices += [lambda: f"{self.pick(self.nodes)}->{self.pick(list(FIELDS))}"] * 2
        choices += [lambda: "g_count"]
        return self.pick(choices)()

    def number(self, depth=2):
        if depth == 0 or self.odds(0.3):
            return self.atom()
        a, b = self.number(depth - 1), self.number(depth - 1)
        form = self.rng.randrange(12)
        if form <= 5:
            return f"({a} {self.pick('+ - * & | ^'.split())} {b})"
        if form == 6:
            return f"({a} {self.pick(['<<', '>>'])} ({b} & {self.pick([3, 7, 31])}))"
        if form == 7:
            divisor = f"({b} | 1)" if self.odds(0.8) else b
            return f"({a} {self.pick(['/', '%'])} {divisor})"
        if form == 8:
            return f"({self.pick(['~', '-', '!'])}{a})"
        if form == 9:
            return f"(({self.pick(INTS)}){a})"
        if form == 10:
            return f"({self.condition(1)} ? {a} : {b})"
        return f"({a} {self.pick('< <= == != > >='.split())} {b})"

    def careful(self, text, otherwise):
        guard = self.guard(text)
        return f"{guard} ? {text} : {otherwise}" if guard else text

    def condition(self, depth=2):
        text = self.bare_condition(depth)
        guard = self.guard(text)
        return f"({guard} && {text})" if guard else text

    def bare_condition(self, depth):
        form = self.rng.randrange(9)
        if form <= 1:
            return self.pick(["{}", "!{}", "{} != NULL", "{} == NULL"]).format(self.node())
        if form == 2:
            return f"{self.node()} {self.pick(['==', '!='])} {self.node()}"
        if form <= 4 and depth:
            joint = self.pick(["&&", "||"])
            return f"({self.condition(depth - 1)} {joint} {self.condition(depth - 1)})"
        if form == 5:
            guarded = self.pick(self.nodes)
            return f"({guarded} && {guarded}->data {self.pick(['<', '==', '>'])} {self.atom()})"
        return f"{self.number(1)} {self.pick('< <= == != > >='.split())} {self.number(1)}"

    # -- variables -------------------------------------------------------------
    def fresh(self, prefix):
        self.locals += 1
        return f"{prefix}{self.locals}"

    def declare(self):
        form = self.rng.randrange(8)
        if form <= 2:
            name = self.fresh("x")
            self.say(f"struct node *{name} = {self.careful(self.node(), 'NULL')};")
            self.nodes.append(name)
        elif form <= 4:
            name, kind = self.fresh("i"), self.pick(INTS)
            start = f" = {self.careful(self.number(), '1')}" if self.odds(0.95) else ""
            self.say(f"{kind} {name}{start};")
            self.ints.append((name, kind))
        elif form == 5 and len(self.links) < 3:
            name = self.fresh("pp")
            self.say(f"struct node **{name} = {self.address()};")
            self.links.append(name)
        elif form == 6 and not self.arrays:
            name = self.fresh("a")
            self.say(f"struct node *{name}[4] = {{{self.pick(self.nodes)}, NULL}};")
            self.arrays.append(name)
        else:
            self.allocate()

    def address(self):
        choices = ["&" + self.pick(self.nodes), f"&{self.pick(self.nodes)}->next", "&g_list"]
        if self.heads:
            choices += [f"&{self.pick(self.heads)}->first",
                        f"&{self.pick(self.heads)}->slot[{self.index(3)}]"]
        if self.arrays:
            choices.append(f"&{self.pick(self.arrays)}[{self.index(4)}]")
        return self.pick(choices)

    # -- statements ------------------------------------------------------------
    def allocate(self):
        name = self.fresh("n")
        how = self.pick(["malloc(sizeof(struct node))", "calloc(1, sizeof(struct node))"])
        self.say(f"struct node *{name} = {how};")
        if self.odds(0.8):
            self.say(f"if ({self.pick(['!' + name, name + ' == NULL'])}) {self.leave()}")
        for field in ["data", "small", "half", "word", "wide"]:
            if self.odds(0.7):
                self.say(f"{name}->{field} = {self.careful(self.number(1), '2')};")
        for field in ["next", "other"]:
            if self.odds(0.9):
                self.say(f"{name}->{field} = {self.careful(self.node(), 'NULL')};")
        self.nodes.append(name)

    def leave(self):
        if self.result == "void":
            return "return;"
        if self.result == "struct node *":
            return f"return {self.pick(self.nodes + ['NULL', 'g_list'])};"
        return f"return {self.careful(self.number(1), '-1')};"

    def assign(self):
        form = self.rng.randrange(14)
        some = self.pick(self.nodes)
        if form <= 2:
            self.do(f"{some} = {self.node()};")
        elif form <= 4:
            self.do(f"{some}->{self.pick(['next', 'next', 'other'])} = {self.node()};")
        elif form <= 6:
            operator = self.pick(["=", "=", "+=", "-=", "^=", "|=", "*="])
            self.do(f"{some}->{self.pick(list(FIELDS))} {operator} {self.number()};")
        elif form == 7 and self.ints:
            name, _ = self.pick(self.ints)
            self.do(self.pick([f"{name}++;", f"--{name};", f"{name} = {self.number()};",
                                f"{name} += {self.number(1)};"]))
        elif form == 8 and self.links:
            link = self.pick(self.links)
            self.do(self.pick([f"*{link} = {self.node()};", f"{link} = &(*{link})->next;",
                                f"{link} = {self.address()};", f"*{link} = (*{link})->next;"]))
        elif form == 9 and self.arrays:
            self.do(f"{self.pick(self.arrays)}[{self.index(4)}] = {self.node()};")
        elif form == 10 and self.heads:
            head = self.pick(self.heads)
            self.do(self.pick([f"{head}->first = {self.node()};", f"{head}->len++;",
                                f"{head}->slot[{self.index(3)}] = {self.node()};"]))
        elif form == 11:
            self.do(self.pick([f"g_list = {self.node()};", f"g_count += {self.atom()};",
                                f"g_count = {self.number(1)};"]))
        else:
            self.whole(some, self.pick(self.nodes))

    def whole(self, a, b):
        """Copies and fills of whole nodes; of bytes, but a pointer's are the machine's own."""
        guard = f"if ({a} && {b}) " if self.odds(0.7) else ""
        byte = f"{self.pick([8, 24, 32])} + (unsigned){self.atom()} % 8"
        self.say(guard + self.pick([f"*{a} = *{b};", f"memmove({a}, {b}, sizeof *{a});",
                                    f"memset({a}, 0, sizeof *{a});",
                                    f"{a}->small = ((unsigned char *){b})[{byte}];"]))

    def release(self):
        name = self.pick(self.nodes)
        form = self.rng.randrange(5)
        if form == 0:
            self.say(f"if ({name}) {name} = {name}->next, free({name});")
        elif form == 1:
            rest = self.fresh("t")
            self.say(f"struct node *{rest} = {name} ? {name}->next : NULL;")
            self.say(f"free({name});")
            self.say(f"{name} = {rest};")
        elif form == 2:
            self.do(f"free({self.node()});")
        else:
            self.say(f"free({name});")
            if self.odds(0.7):
                self.say(f"{name} = NULL;")

    def block(self, opening, size, closing="}"):
        """A nested block; what it declares is gone afterwards."""
        lists = ("nodes", "ints", "links", "heads", "arrays")
        saved = {name: list(getattr(self, name)) for name in lists}
        self.say(opening)
        self.depth += 1
        for _ in range(self.rng.randint(1, size)):
            self.statement()
        self.depth -= 1
        self.say(closing)
        for name, value in saved.items():
            setattr(self, name, value)

    def fuel(self):
        name = self.fresh("fuel")
        self.say(f"int {name} = {self.rng.randint(2, 6)};")
        return f"{name}-- > 0"

    def loop(self):
        self.loops += 1
        form = self.rng.randrange(6)
        walker = self.pick(self.nodes)
        if form == 0:
            fuel = self.fuel()
            self.block(f"while ({self.condition()} && {fuel}) {{", 3)
        elif form == 1:
            fuel, at = self.fuel(), self.fresh("at")
            step = f"{at} = {at}->next"
            self.block(f"for (struct node *{at} = {walker}; {at} && {fuel}; {step}) {{", 3)
        elif form == 2:
            name = self.fresh("k")
            self.block(f"for (int {name} = 0; {name} < {self.rng.randint(1, 4)}; {name}++) {{", 3)
        elif form == 3:
            fuel = self.fuel()
            self.block("do {", 3, f"}} while ({self.condition(1)} && {fuel});")
        elif form == 4 and self.depth == 1:
            fuel, self.labels = self.fuel(), self.labels + 1
            label = f"again{self.labels}"
            self.say(f"{label}:;")
            self.assign()
            self.say(f"if ({self.condition(1)} && {fuel}) goto {label};")
        else:
            fuel = self.fuel()
            self.block(f"while ({walker} && {walker}->next && {fuel}) {{", 2,
                       f"{walker} = {walker}->next; }}")

    def branch(self):
        if self.odds(0.15):
            self.say(f"switch (({self.careful(self.number(1), '0')}) & 3) {{")
            for value in self.rng.sample([0, 1, 2, 3], 2):
                self.say(f"case {value}:")
                self.assign()
                if self.odds(0.7):
                    self.say("break;")
            self.say("default:")
            self.assign()
            self.say("}")
            return
        self.block(f"if ({self.condition()}) {{", 2)
        if self.odds(0.4):
            self.block("else {", 2)

    def call(self):
        self.calls += 1
        callee = self.pick(self.callable)
        arguments = ", ".join(self.argument(kind) for kind, _ in callee.params)
        use = f"{callee.name}({arguments})"
        if callee.result == "struct node *":
            use = f"{self.pick(self.nodes)} = {use}"
        elif callee.result != "void" and self.ints:
            use = f"{self.pick(self.ints)[0]} = {use}"
        self.say(use + ";")

    def argument(self, kind):
        if kind == "struct node *":
            return self.pick(self.nodes)
        if kind == "struct node **":
            return self.pick(self.links) if self.links else self.address()
        if kind == "struct head *":
            return self.pick(self.heads) if self.heads else "NULL"
        return self.number(1)

    def statement(self):
        form = self.rng.randrange(20)
        if form <= 2:
            self.declare()
        elif form <= 5 and self.depth < 4:
            self.branch()
        elif form <= 8 and self.loops < 3 and self.depth < 3:
            self.loop()
        elif form == 9:
            self.release()
        elif form == 10 and self.callable and self.calls < 2:
            self.call()
        elif form == 11 and self.depth > 1 and self.odds(0.3):
            self.say(self.leave())
        else:
            self.assign()

    def parameters(self):
        kinds = self.rng.sample(["struct node *", "struct node **", "struct head *", "int",
                                 "unsigned char", "long"], self.rng.randint(0, 3))
        for number, kind in enumerate(["struct node *"] + kinds):
            name = f"p{number}"
            self.params.append((kind, name))
            target = {"struct node *": self.nodes, "struct node **": self.links,
                      "struct head *": self.heads}.get(kind)
            if target is None:
                self.ints.append((name, kind))
            else:
                target.append(name)

    def build(self):
        self.result = self.pick(RESULTS)
        self.parameters()
        for _ in range(self.rng.randint(1, 4)):
            self.declare()
        for _ in range(self.rng.randint(3, 9)):
            self.statement()
        if self.result != "void":
            self.say(self.leave())

    # -- text ------------------------------------------------------------------
    def text(self):
        parameters = ", ".join(f"{kind} {name}" for kind, name in self.params)
        return "\n".join([f"{self.result} {self.name}({parameters}) {{", *self.lines, "}"])

    def case(self):
        """Its inputs: lists up to three nodes, mostly not null, sometimes shared."""
        lines = [f"DIFF({self.name}) {{"]
        lines.append("  g_list = nodes(1);")
        values = []
        for kind, name in self.params:
            maker = {"struct node *": "nodes(3)", "struct head *": "head()",
                     "struct node **": "OBJECT(struct node *, *it = nodes(2))"}.get(kind)
            if kind == "struct node *" and values:
                maker = "CHOOSE(3) ? nodes(2) : MEMBER(p0, next, 1)"
            maker = maker or "PICK(1, 0, -1, 3, 100, 2147483647)"
            lines.append(f"  __auto_type {name} = {maker};")
            values.append(name)
        run = "VRUN" if self.result == "void" else "RUN"
        lines += [f"  {run}({', '.join([self.name] + values)});", "}"]
        return "\n".join(lines)


def unit(seed, count):
    """A C file of `count` functions."""
    rng = random.Random(seed)
    functions = []
    for number in range(count):
        # Callees call nobody, so what is inlined stays small.
        leaves = [f for f in functions if f.calls == 0 and len(f.lines) < 30][-4:]
        function = Function(rng, f"f{number}", leaves if rng.random() < 0.5 else [])
        function.build()
        functions.append(function)
    parts = [f"/* seed {seed} */", PRELUDE]
    parts += [f.text() + "\n" for f in functions]
    parts += [POSTLUDE] + [f.case() for f in functions] + [CLOSING]
    return "\n".join(parts)
