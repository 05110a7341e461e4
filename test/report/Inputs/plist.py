"""Prints a property list, and compares its keys with those of the analyser's.

    plist.py OURS ANALYSERS"""
import os
import plistlib
import sys


def load(name):
    with open(name, "rb") as file:
        return plistlib.load(file)


def keys(value, path=""):
    if isinstance(value, dict):
        for key, item in value.items():
            yield f"{path}/{'N' if key.isdigit() else key}"
            yield from keys(item, f"{path}/{'N' if key.isdigit() else key}")
    elif isinstance(value, list):
        for item in value:
            yield from keys(item, path)


ours, clangs = load(sys.argv[1]), load(sys.argv[2])


def place(where):
    return f"{os.path.basename(ours['files'][where['file']])}:{where['line']}"


for found in ours["diagnostics"]:
    print(f"{found['check_name']} in {found['issue_context']}, "
          f"{place(found['location'])}, type {found['type']}")
    for step in found["path"]:
        if step["kind"] == "event":
            print("event", place(step["location"]), step["message"], "depth",
                  step["depth"])
    lines = {n for numbers in found["ExecutedLines"].values() for n in numbers}
    print("lines", *sorted(lines))
assert clangs["diagnostics"], "the analyser found nothing to compare with"
# A range is what the analyser adds where it knows one.
missing = {k for k in keys(clangs) if "/ranges" not in k} - set(keys(ours))
print("missing:", *sorted(missing)) if missing else print(
    "no key of the analyser is missing")
