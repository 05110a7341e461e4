"""Prints the suppressed findings of a document and the marks of no use.

    suppressed.py DOCUMENT"""
import json
import sys

with open(sys.argv[1]) as file:
    document = json.load(file)
for function in document["functions"]:
    for check in function["checks"]:
        by = check.get("finding", {}).get("suppressed")
        if by:
            print(f"{function['name']} {check['kind']}: {by['by']} {by['line']} {by['why']}")
for mark in document["suppressions"]:
    if not mark["used"]:
        print("unused:", mark["text"])
