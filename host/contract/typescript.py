"""Writes the extension's view of the contract: `python -m host.contract.typescript > extension/contract.ts`.

Works on the JSON Schema that pydantic makes (draft 2020-12), of which the contract uses a small part;
anything outside that part is an error here rather than a wrong type there.
"""

from __future__ import annotations

import sys
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter

from host.contract import events, requests, results, views
from host.contract.transcript import WatchedTranscript
from host.identity import PROTOCOL

Schema = dict[str, Any]

_HEADER = """\
// The wire between extension and host. Made by `python -m host.contract.typescript`: change the models, not this file.
"""
_SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def generate() -> str:
    """The whole of `extension/contract.ts`."""
    request_models = _members(requests.Request)
    parts = [
        _HEADER,
        f"export const PROTOCOL = {PROTOCOL};\nexport const MAX_PIECE = {requests.MAX_PIECE};\n",
        *_definitions(),
        _union("Request", request_models),
        _union("Event", _members(events.Event)),
        _union("Result", _members(results.Result)),
        _result_map(request_models),
    ]
    return "\n".join(parts)


def _members(union: Any) -> tuple[type[BaseModel], ...]:
    return get_args(get_args(union)[0])


def _definitions() -> list[str]:
    """One declaration for each model and enumeration, requests as sent and the rest as received."""
    declared: dict[str, str] = {}
    for union, mode in (
        (requests.Request, "validation"),
        (WatchedTranscript | None, "validation"),  # of an upload; with None, as only what is referred to gets a name
        (results.Result, "serialization"),
        (events.Event, "serialization"),
    ):
        schema = TypeAdapter(union).json_schema(mode=mode)  # type: ignore[arg-type]
        for name, definition in schema["$defs"].items():
            alias = _alias(name, union)
            declared.setdefault(alias, _declaration(alias, definition, optional=mode == "validation", union=union))
    return list(declared.values())


def _alias(name: str, union: Any) -> str:
    """Requests, events and results may share a Python name across modules (`Status`); here they may not."""
    if union is requests.Request and hasattr(requests, name) and not hasattr(views, name):
        return f"{name}Request"
    if hasattr(results, name) and not hasattr(views, name) and not hasattr(events, name):
        return f"{name}Result"
    if hasattr(events, name) and not hasattr(views, name) and not hasattr(results, name):
        return f"{name}Event"
    return name


def _declaration(name: str, schema: Schema, *, optional: bool, union: Any) -> str:
    if "enum" in schema:
        return f"export type {name} =\n" + "\n".join(f"  | {_literal(value)}" for value in schema["enum"]) + ";\n"
    lines = [_comment(schema, ""), f"export interface {name} {{"]
    required = set(schema.get("required", []))
    for field, definition in schema["properties"].items():
        # A field with a default may be left out by a sender; the engine always sends it. The tag is never left out.
        mark = "?" if optional and field not in required and "const" not in definition else ""
        lines += [_comment(definition, "  "), f"  {field}{mark}: {_type(definition, union)};"]
    return "\n".join(line for line in [*lines, "}"] if line) + "\n"


def _comment(schema: Schema, indent: str) -> str:
    text = str(schema.get("description", ""))
    return f"{indent}/** {' '.join(text.split())} */" if text else ""


def _type(schema: Schema, union: Any) -> str:
    if "$ref" in schema:
        return _alias(schema["$ref"].rsplit("/", 1)[1], union)
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(_type(option, union) for option in schema[key])
    if schema.get("type") == "array":
        return f"readonly ({_type(schema['items'], union)})[]"
    if schema.get("type") in _SCALARS:
        return _SCALARS[schema["type"]]
    raise TypeError(f"the contract uses a JSON Schema that this generator does not know: {schema}")


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _union(name: str, members: tuple[type[BaseModel], ...]) -> str:
    suffix = {"Request": "Request", "Event": "Event", "Result": "Result"}[name]
    return f"export type {name} =\n" + "\n".join(f"  | {member.__name__}{suffix}" for member in members) + ";\n"


def _result_map(members: tuple[type[BaseModel], ...]) -> str:
    """Request tag -> the result that its `done` carries."""
    rows = [f"  {m.model_fields['type'].default}: {m.result.__name__}Result;" for m in members]  # type: ignore[attr-defined]
    return (
        "/** What the `done` event of each request carries. */\nexport interface Results {\n"
        + "\n".join(rows)
        + "\n}\n"
    )


if __name__ == "__main__":
    sys.stdout.write(generate())
