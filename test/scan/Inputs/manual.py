"""Compares what --help lists, and the plugin's table of options, with the manual pages:
manual.py PROGRAM FOLDER OPTIONS.DEF."""
import os
import re
import subprocess
import sys

program, folder, table = sys.argv[1:]


def said(*words):
    return subprocess.run([program, *words], capture_output=True, text=True).stdout


for command in re.findall(r"^  heapabs (\w+)", said("--help"), re.M):
    page = open(os.path.join(folder, f"heapabs-{command}.1")).read().replace("\\-", "-")
    if "heapabs-check (1)" in page:
        page += open(os.path.join(folder, "heapabs-check.1")).read().replace("\\-", "-")
    options = []
    for line in said(command, "--help").splitlines():
        column = line[:21].split("  ")[1] if line.startswith("  -") else ""
        options += re.findall(r"(?:^|[ ,])(--?[A-Za-z][\w+-]*)", column)
    print(f"{command}: {len(options)} options")
    for option in options:
        if not re.search(re.escape(option) + r"(?![\w-])", page):
            print(f"{command}: missing {option}")

keys = re.findall(r"^HA_OPTION\((\w+)", open(table).read(), re.M)
page = open(os.path.join(folder, "heapabs.1")).read()
print(f"the plugin: {len(keys)} options")
for key in keys:
    if f"\n.B {key}\n" not in page and f"\n.BI {key}= " not in page:
        print(f"the plugin: missing {key}")
