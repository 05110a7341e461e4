"""Prints the heap of the last step of a function's first refuted check.

    graph.py DOCUMENT FUNCTION"""
import json
import sys


def slot(s):
    text = s["name"]
    if "to" in s:
        text += " -> " + (s["to"] or "NULL")
    if "value" in s:
        text += " = " + s["value"]
    return text


with open(sys.argv[1]) as file:
    functions = json.load(file)["functions"]
checks = next(f["checks"] for f in functions if f["name"] == sys.argv[2])
graph = next(c["trace"][-1]["graph"] for c in checks if c["verdict"] == "refuted")
for var in graph["vars"]:
    print(slot(var))
for node in graph["nodes"]:
    print(f"{node['id']}: {node['type']}, {node['state']}")
    for field in node["fields"]:
        print("  " + slot(field))
