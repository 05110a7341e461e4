"""Writes a document and a source in which every text tries to be markup.

    hostile.py FOLDER"""
import json
import os
import sys

BAD = "<img src=x onerror=window.pwned=1>\"'--><script>window.pwned=1</script>"
SOURCE = (
    b"// </span></pre><script>window.pwned=1</script>\n"
    b"char *s = \"</code><img src=x onerror=window.pwned=1>\"; /* &lt;b&gt; */\n"
    b"int \xff\xfe\x80 = 0; // no UTF-8, \x00 a zero, \x1b[31m an escape\n"
    b"int x; /* \xe2\x80\xae turned round \xe2\x81\xa6 */\r\n"
    b"/* a comment that does not end <!-- \n"
    b"'\"'\"<style>*{display:none}</style>\n"
) + b"int long_line = 0x" + b"<" * 5000 + b";\n"


def cell(name, **what):
    return {"name": name, **what}


def graph(step):
    fields = [cell(BAD, to=BAD), cell("</text></svg>" + BAD, value=BAD),
              cell("null", to=None), cell("at", to=BAD, value="&n->" + BAD)]
    fields += [cell(f"f{i}", value=str(step)) for i in range(40)]
    node = {"id": BAD, "type": "struct " + BAD, "state": "input", "fields": fields}
    return {"vars": [cell(BAD, to=BAD), cell("p" + BAD, to=None), cell("v", value=BAD),
                     cell("w", to="nowhere")], "nodes": [node]}


def finding(line):
    return {"file": "<b>\"x.c", "line": line, "column": 2, "function": BAD,
            "rule": "heapabs-" + BAD, "cwe": 1, "message": BAD, "notes": [],
            "reproducer": {"name": BAD, "text": "</code></pre>" + BAD},
            "fingerprint": BAD, "reported": True, "suppressed": None}


def check(line):
    trace = [{"file": "<b>\"x.c", "line": n, "column": 1, "function": BAD + str(n),
              "what": BAD, "heap": BAD, "graph": graph(n)} for n in (1, 2, 3, 4, 5, 6, 7, 900)]
    return {"id": line, "kind": "null-deref", "file": "<b>\"x.c", "line": line, "column": 1,
            "function": BAD, "text": BAD, "verdict": "refuted", "engine": BAD, "why": BAD,
            "trace": trace, "finding": finding(line)}


def function(name, verdict, checks):
    formulas = [BAD, "list(" + BAD, "x == null || alloc(" * 300, "(" * 3000, "!" * 100000, "*" * 100000, "forall x. " * 5000, "a" * 5000,
                "lseg(<b>, x, y)", "list(next, x) && x->next == 3 && lseg(next, x, 5)"]
    return {"name": name, "file": "<b>\"x.c", "line": 1, "verdict": verdict, "engine": BAD,
            "why": BAD, "ms": 1, "queries": 1, "cache_hits": 0,
            "invariants": [{"line": 2, "column": 1, "formula": f} for f in formulas],
            "inferred_requires": formulas, "assumes": formulas,
            "limitations": [{"file": BAD, "line": 1, "column": 1, "function": BAD, "what": BAD}],
            "checks": checks}


folder = sys.argv[1]
with open(os.path.join(folder, "<b>\"x.c"), "wb") as file:
    file.write(SOURCE)
document = {"heapabs": 1, "file": "<b>\"x.c", "directory": folder, "skipped": 0, "ms": 1,
            "functions": [function(BAD, "refuted", [check(1), check(3), check(5000)]),
                          function("p" + BAD, "proved", []),
                          function("u" + BAD, "unknown", [])]}
with open(os.path.join(folder, "hostile.json"), "w") as file:
    json.dump(document, file)
