"""Prints the results of a SARIF log with their flows and the graphs of the steps.

    sarif.py LOG"""
import json
import sys


def place(location):
    line = location["physicalLocation"]["region"]["startLine"]
    return f"in {location['logicalLocations'][0]['name']}, line {line}"


def show_graph(graph):
    nodes = {n["id"]: n for n in graph["nodes"]}
    assert len(nodes) == len(graph["nodes"]), "node ids are not unique"
    for edge in graph["edges"]:
        source, target = nodes[edge["sourceNodeId"]], nodes[edge["targetNodeId"]]
        name, label = source["label"]["text"], " " + edge["label"]["text"]
        if "properties" in source:
            name += " ({type}, {state})".format(**source["properties"])
        elif name == edge["label"]["text"]:
            label = ""
        print(f"  {name}{label} -> {target['id']}")


def show(result):
    print(f"{result['level']}: {result['message']['text']}")
    for suppression in result["suppressions"]:
        print(f"suppressed: {suppression['kind']}: {suppression['justification']}")
    for location in result["relatedLocations"]:
        print("related:", location["message"]["text"])
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    for number, step in enumerate(steps, 1):
        location = step["location"]
        print(f"step {number} {place(location)}: {location['message']['text']}")
        show_graph(result["graphs"][step["properties"]["graphIndex"]])


with open(sys.argv[1]) as file:
    run = json.load(file)["runs"][0]
for item in run["results"]:
    show(item)
