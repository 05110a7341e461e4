"""Checks JSON documents against a schema (Debian: python3-jsonschema).

    validate.py SCHEMA DOCUMENT…"""
import json
import sys

import jsonschema


def main():
    with open(sys.argv[1]) as file:
        schema = json.load(file)
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    errors = []
    for name in sys.argv[2:]:
        with open(name) as file:
            document = json.load(file)
        for error in validator(schema).iter_errors(document):
            errors.append(f"{name}: {error.json_path}: {error.message}")
    print("\n".join(errors) or "valid")
    return 1 if errors else 0


sys.exit(main())
