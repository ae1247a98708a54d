"""schema.py SCHEMA FILE: is FILE valid?  The part of JSON Schema that docs/tts.schema.json uses,
so that no package is needed."""
import json
import re
import sys

schema = json.load(open(sys.argv[1]))
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool}
KNOWN = {"$comment", "$ref", "definitions", "type", "enum", "required", "properties", "additionalProperties",
         "items", "anyOf", "minimum", "maximum", "pattern", "minItems", "minProperties"}


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def check(value, rule, where):
    assert set(rule) <= KNOWN, f"the schema uses {set(rule) - KNOWN}"
    if "$ref" in rule:
        yield from check(value, schema["definitions"][rule["$ref"].split("/")[-1]], where)
        return
    if "anyOf" in rule:
        found = [list(check(value, r, where)) for r in rule["anyOf"]]
        if all(found):
            yield from min(found, key=len)
        return
    if "type" in rule and not is_type(value, rule["type"]):
        yield f"{where}: not of type {rule['type']}"
        return
    if "enum" in rule and value not in rule["enum"]:
        yield f"{where}: {value!r} is none of {rule['enum']}"
    if value < rule["minimum"] if "minimum" in rule else False:
        yield f"{where}: {value} is too small"
    if value > rule["maximum"] if "maximum" in rule else False:
        yield f"{where}: {value} is too large"
    if "pattern" in rule and not re.search(rule["pattern"], value):
        yield f"{where}: {value!r} does not look like {rule['pattern']}"
    if isinstance(value, list):
        if len(value) < rule.get("minItems", 0):
            yield f"{where}: too few"
        for i, item in enumerate(value):
            yield from check(item, rule.get("items", {}), f"{where}[{i}]")
    if isinstance(value, dict):
        for key in rule.get("required", []):
            if key not in value:
                yield f"{where}: no {key}"
        if len(value) < rule.get("minProperties", 0):
            yield f"{where}: too few"
        for key, item in value.items():
            extra = rule.get("additionalProperties", {})
            if key in rule.get("properties", {}):
                yield from check(item, rule["properties"][key], f"{where}.{key}")
            elif extra is False:
                yield f"{where}: {key} is not known"
            elif extra is not True:
                yield from check(item, extra, f"{where}.{key}")


wrong = list(check(json.load(open(sys.argv[2])), schema, "save"))
print("\n".join(wrong[:20]))
sys.exit(bool(wrong))
