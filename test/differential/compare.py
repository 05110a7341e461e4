"""Reads the outcomes of the two sides of the differential test and compares them."""

import collections
import re
import subprocess

# What AddressSanitizer says, and the kinds of check that mean it.
ASAN_KINDS = [
    (r"heap-use-after-free", {"use-after-free"}),
    (r"stack-use-after-(return|scope)", {"use-after-free", "invalid-deref"}),
    (r"attempting double-free", {"double-free"}),
    (r"attempting (free|to call).*not malloc|alloc-dealloc|malloc_usable", {"invalid-free"}),
    (r"(heap|stack|global|dynamic-stack)-buffer-(over|under)flow", {"invalid-deref"}),
    (r"SEGV on unknown address 0x0{9}[0-9a-f]{3} ", {"null-deref"}),
    (r"SEGV|negative-size-param|param-overlap|unknown-crash|wild-", {"invalid-deref"}),
]


class Outcome:
    """One run: how it ended, where, and the state it left, as lines of words."""

    def __init__(self):
        self.function = None
        self.kind = None  # exit, fail, overflow, halt, timeout, …
        self.checks = set()  # fail: the kinds that may be meant
        self.line = 0
        self.entry, self.state, self.report = [], {}, []
        self.text = []


def read_records(lines):
    """Splits at `input TITLE`; yields (title, lines)."""
    title, record = None, []
    for line in lines:
        if line.startswith("input "):
            if title:
                yield title, record
            title, record = line[6:].strip(), []
        else:
            record.append(line.rstrip("\n"))
    if title:
        yield title, record


def read_state(outcome, line):
    """`block n0 16 …`, `global g …`, `result 8 …`, `leak 0`."""
    key, _, rest = line.partition(" ")
    words = rest.split()
    name = key if key in ("result", "leak") else key + " " + words.pop(0)
    outcome.state[name] = words


def symbolize(program, symbolizer, outcomes):
    """Offset in the program → (file, line), all offsets in one go."""
    offsets = sorted({o for out in outcomes for o in frames(out, program)})
    if not offsets:
        return {}
    done = subprocess.run([symbolizer, "--obj=" + program, "--no-inlines"], text=True,
                          input="\n".join(offsets) + "\n", stdout=subprocess.PIPE,
                          check=True)
    places = {}
    for offset, answer in zip(offsets, done.stdout.split("\n\n")):
        where = answer.strip().split("\n")[-1]
        path, line, _ = where.rsplit(":", 2)
        places[offset] = (path, int(line) if line.isdigit() else 0)
    return places


def frames(outcome, program):
    pattern = re.compile(r"#\d+ 0x[0-9a-f]+ .*\(" + re.escape(program) + r"\+(0x[0-9a-f]+)\)")
    for line in outcome.report:
        found = pattern.search(line)
        if found:
            yield found.group(1)


def explain_death(outcome, program, source, places):
    """From the sanitizer's report: the kind, and the first frame in the tested file."""
    text = "\n".join(outcome.report)
    runtime = re.search(r":(\d+):\d+: runtime error: (.*)", text)
    if runtime:
        outcome.line = int(runtime.group(1))
        reached = "unreachable" in runtime.group(2)
        outcome.kind = "unreachable" if reached else "overflow"
        return
    if "MemorySanitizer: use-of-uninitialized-value" in text:
        outcome.kind = "uninitialized"
    else:
        outcome.kind = "fail"
        kinds = [kinds for pattern, kinds in ASAN_KINDS if re.search(pattern, text)]
        outcome.checks = kinds[0] if kinds else {"unrecognised: " + text[:200]}
    for offset in frames(outcome, program):
        path, line = places[offset]
        if path == source:
            outcome.line = line
            return


def read_native(path, program, source, symbolizer):
    outcomes = collections.OrderedDict()
    with open(path) as file:
        for title, lines in read_records(file):
            outcome = outcomes[title] = Outcome()
            read_native_record(outcome, lines)
    places = symbolize(program, symbolizer, outcomes.values())
    for outcome in outcomes.values():
        if outcome.kind == "died":
            explain_death(outcome, program, source, places)
    return outcomes


def read_native_record(outcome, lines):
    entered = False
    for line in lines:
        if line == "go":
            entered = True
        elif line.startswith("function "):
            outcome.function = line.split()[1]
        elif line.startswith("report "):
            outcome.report.append(line)
        elif line.startswith("end "):
            _, outcome.kind, number = line.split()
            outcome.line = int(number)
        elif line.startswith("nondet "):
            outcome.entry.append(line)
        elif entered:
            read_state(outcome, line)
            outcome.text.append(line)
        else:
            outcome.entry.append(line)
    if outcome.kind == "assert":
        outcome.kind, outcome.checks = "fail", {"assert"}
    if outcome.kind is None:
        outcome.kind = "nothing"


def read_interpreted(text):
    outcomes = {}
    for title, lines in read_records(text.splitlines()):
        outcome = outcomes[title] = Outcome()
        for line in lines:
            if line.startswith("end "):
                _, outcome.kind, check, number = line.split()
                outcome.line = int(number)
                outcome.checks = {check}
            else:
                read_state(outcome, line)
                outcome.text.append(line)
        if outcome.kind == "check":
            outcome.kind = "fail"
    return outcomes


def opinions_needed(interpreted):
    """A claim that AddressSanitizer may not see is checked by a native run of its own."""
    bytes_undefined = any("~" in line for o in interpreted.values() for line in o.text)
    if bytes_undefined or any(o.kind == "undefined" for o in interpreted.values()):
        yield "msan"
    if bytes_undefined:
        yield "twin"
    if any(o.checks == {"null-deref"} for o in interpreted.values()):
        yield "null"


# How an end natively and one in the interpreter correspond, where names differ.
SAME_END = {("timeout", "steps"), ("halt", "blocked"), ("unreachable", "blocked")}


def is_confirmed(title, other, opinions):
    """Another sanitizer sees at that line what the first did not: a null pointer whose
    load the code generator dropped or that was copied onto itself; an address that
    rests on an uninitialised number."""
    if other.checks == {"null-deref"}:
        # Where it stopped before the allocation that fails, the input without a failure.
        run = opinions["null"].get(title) or opinions["null"][title.rpartition(".")[0] + ".0"]
        pattern = re.compile(rf":{other.line}:\d+: runtime error: .*null")
        return any(map(pattern.search, run.report))
    witness = opinions.get("msan", {}).get(title)
    return (other.checks == {"invalid-deref"} and witness
            and witness.kind == "uninitialized" and witness.line == other.line)


def is_unordered(native, other):
    """Arithmetic that C leaves undefined, and a failure elsewhere in the same statement
    or of an undefined number: either may come first."""
    return native.kind == "overflow" and (
        other.kind == "fail" and native.line == other.line
        or any("~" in line for line in other.text))


def end_difference(title, native, other, opinions):
    """None if both ended alike; the kind and the line of a failure included."""
    if other.kind == "undefined":
        witness = opinions["msan"].get(title)
        if not witness:  # it stopped before the allocation that fails in this input
            return None
        # It may stop earlier: it does not see that both outcomes go the same way.
        if witness.kind == "uninitialized" and witness.line <= other.line:
            return None
        return (f"undefined at line {other.line}, but MemorySanitizer says "
                f"{witness.kind} at line {witness.line}")
    if native.kind == "unreachable" and other.checks == {"unreachable"}:
        return None if native.line == other.line else "other line"
    if native.kind != other.kind and (native.kind, other.kind) not in SAME_END:
        return f"ends: {describe(native)} natively, {describe(other)} interpreted"
    if native.kind == "fail" and not other.checks <= native.checks:
        return f"fails: {describe(native)} natively, {describe(other)} interpreted"
    if native.kind in ("fail", "overflow") and native.line != other.line:
        return f"where: {describe(native)} natively, {describe(other)} interpreted"
    return None


def describe(outcome):
    kinds = "|".join(sorted(outcome.checks - {"-"}))
    return " ".join(filter(None, [outcome.kind, kinds, f"at line {outcome.line}"]))


def is_witnessed(run, real, twin, poison):
    """Bytes that the interpreter calls undefined are so natively: another fill pattern
    changes one of them, or MemorySanitizer knows one to be uninitialised.  (Not all of
    them: arithmetic on an undefined number may leave some digits as they were.)"""
    return any(twin and real[i] != twin[i] or poison and poison[i] for i in run)


def runs_of(mask):
    """Maximal ranges of nonzero bytes."""
    run = []
    for i, byte in enumerate(mask + b"\0"):
        if byte:
            run.append(i)
        elif run:
            yield run
            run = []


def word_agrees(native, other, twin, poison):
    """Equal, but for bits that are undefined, each run of them with a witness."""
    if "~" not in other:
        return native == other
    value, mask = (bytes.fromhex(part) for part in other.split("~"))
    if native.startswith("&") or len(native) != 2 * len(value):
        return False
    real = bytes.fromhex(native)
    if any((r ^ v) & ~m & 0xFF for r, v, m in zip(real, value, mask)):
        return False
    if twin and twin.startswith("&"):
        return False
    twin, poison = (bytes.fromhex(w) if w else None for w in (twin, poison))
    if not twin and not poison:
        return True
    return all(is_witnessed(run, real, twin, poison) for run in runs_of(mask))


def beside(words, native):
    return words if words and len(words) == len(native) else [None] * len(native)


def words_agree(native, other, twin, poison):
    return len(native) == len(other) and all(
        map(word_agrees, native, other, beside(twin, native), beside(poison, native)))


def state_difference(native, other, twin, poison):
    """The first piece of state that differs."""
    for name in sorted(native.state.keys() | other.state.keys()):
        mine, theirs = native.state.get(name), other.state.get(name)
        if mine is None or theirs is None:
            return f"{name}: only on one side"
        opinions = [o.state.get(name) if o else None for o in (twin, poison)]
        if name.startswith("global "):
            changed, mine = mine[0], mine[1:]
            opinions = [o and o[1:] for o in opinions]
            if theirs == ["absent"] and changed == "same":
                continue
        if not words_agree(mine, theirs, *opinions):
            return f"{name}: {' '.join(mine)} natively, {' '.join(theirs)} interpreted"
    return None


def difference(title, native, other, opinions):
    """One sentence on how the outcomes differ, or None."""
    if other is None:
        return "the interpreter has no outcome"
    if native.kind == "nothing":
        return "the native run ended without an outcome"
    found = end_difference(title, native, other, opinions)
    if found and (is_confirmed(title, other, opinions)
                  or is_unordered(native, other)):
        return None
    if found or other.kind in ("undefined", "steps", "blocked"):
        return found
    beside = {name: side.get(title) for name, side in opinions.items()}
    alike = {name: o for name, o in beside.items() if o and o.kind == native.kind}
    return state_difference(native, other, alike.get("twin"), alike.get("msan"))


class Tally:
    def __init__(self, show):
        self.show = show
        self.inputs = self.failing = self.differences = 0
        self.functions = set()
        self.differing = collections.Counter()

    def report(self, source, title, native, other, sentence):
        self.differences += 1
        self.differing[(source, native.function)] += 1
        if self.differing[(source, native.function)] > 1 or self.show == 0:
            return
        self.show -= 1
        print(f"{source}: {native.function}: input {title}: {sentence}")
        for line in native.entry:
            print("    " + line)
        for name, side in (("natively", native), ("interpreted", other)):
            print(f"  {name}: {describe(side) if side else 'nothing'}")
            for line in side.text if side else []:
                print("    " + line)

    def summary(self):
        text = (f"{len(self.functions)} functions, {self.inputs} runs, "
                f"{self.failing} of them failing, {self.differences} differences")
        if self.differing:
            text += f" in {len(self.differing)} functions"
        return text
