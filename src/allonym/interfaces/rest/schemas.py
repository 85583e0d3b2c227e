"""The schemas of what the service takes and gives: the values of the description, one by one."""

from typing import Any

from allonym.core.labels import LABELS
from allonym.core.types import Action
from allonym.interfaces.rest.limits import Limits
from allonym.languages.pack import CODES

Schema = dict[str, Any]

_WORDS: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_LANGUAGE: Schema = {"enum": [*CODES, None], "description": "Told from the text if it is left out."}


def schemas(limits: Limits) -> Schema:
    """Return all schemas by their names."""
    return {**_sent(limits), **_told()}


def text_fields(limits: Limits) -> Schema:
    """Return the fields of a document that is sent."""
    short = {"type": ["string", "null"], "maxLength": limits.id}
    return {
        "text": {"type": "string", "maxLength": limits.text},
        "id": {**short, "minLength": 1, "description": "The same id, text and vault give the same output."},
        "author": {**short, "description": "Who wrote it; shares pseudonyms in the scope author."},
        "language": _LANGUAGE,
    }


def an_object(properties: Schema, required: list[str] | None = None) -> Schema:
    """Return the schema of an object that has these fields and no others."""
    needed = sorted(properties) if required is None else required
    return {"type": "object", "additionalProperties": False, "properties": properties, "required": needed}


def _sent(limits: Limits) -> Schema:
    fields = text_fields(limits)
    plan = {"$ref": "#/components/schemas/Plan"}
    return {
        "Text": an_object(fields, ["text"]),
        "PlannedText": an_object({**fields, "plan": plan}, ["text", "plan"]),
        "Plan": _plan(),
    }


def _plan() -> Schema:
    mention = {
        "type": "array",
        "minItems": 4,
        "maxItems": 5,
        "prefixItems": [
            {**_COUNT, "description": "start"},
            {"type": "integer", "minimum": 1, "description": "end"},
            {"type": "number", "description": "score"},
            {**_WORDS, "description": "source"},
            {"type": "array", "items": {"type": "array", "items": _WORDS, "minItems": 2, "maxItems": 2}},
        ],
    }
    decision = {
        "type": "object",
        "required": ["entity", "label", "action", "rule", "mentions"],
        "properties": {
            "entity": _WORDS,
            "label": {"enum": sorted(LABELS)},
            "action": {"enum": [each.value for each in Action]},
            "rule": _WORDS,
            "kin": {"type": ["string", "null"]},
            "replacement": {"type": ["string", "null"], "description": "Written by hand."},
            "mentions": {"type": "array", "items": mention, "minItems": 1},
        },
    }
    return {
        "type": "object",
        "required": ["id", "digest", "decisions"],
        "properties": {
            "id": _WORDS,
            "digest": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "language": _LANGUAGE,
            "decisions": {"type": "array", "items": decision},
        },
    }


def _told() -> Schema:
    span = {
        "type": "array",
        "minItems": 4,
        "maxItems": 4,
        "prefixItems": [_COUNT, _COUNT, {"enum": sorted(LABELS)}, {"type": "number"}],
    }
    problem = {"type": _WORDS, "title": _WORDS, "status": _COUNT, "detail": _WORDS, "id": _WORDS}
    return {
        "Spans": an_object({"id": _WORDS, "spans": {"type": "array", "items": span}}),
        "NewText": an_object({"id": _WORDS, "text": _WORDS, "language": _LANGUAGE}),
        "OldText": an_object({"id": _WORDS, "text": _WORDS}),
        "Found": _found(),
        "Certificate": an_object({"payload": {"type": "object"}, "signature": _WORDS}),
        "Checked": _checked(),
        "Vault": _vault(),
        "Entries": an_object({"entries": {"type": "array", "items": {"type": "object"}}}),
        "Health": an_object({"status": {"const": "ok"}}),
        "Problem": an_object(problem),
    }


def _found() -> Schema:
    place = {"type": "array", "items": _COUNT, "minItems": 2, "maxItems": 2}
    one = an_object(
        {
            "number": _WORDS,
            "document": _WORDS,
            "file": _WORDS,
            "label": _WORDS,
            "places": {"type": "array", "items": place},
            "pseudonyms": {"type": "array", "items": _WORDS},
            "count": _COUNT,
            "sure": {"type": "boolean"},
            "author": {"type": ["string", "null"]},
        }
    )
    return an_object({"found": {"type": "array", "items": one}, "documents": _COUNT, "mentions": _COUNT})


def _checked() -> Schema:
    told = an_object({"id": _WORDS, "issued": _WORDS, "key": _WORDS, "files": _COUNT})
    proven = an_object({"mentions": _COUNT, "texts": _COUNT})
    counts = dict.fromkeys(("documents", "mentions", "outputs"), _COUNT)
    said = {
        "reference": _WORDS,
        "time": _WORDS,
        "key": {"type": ["string", "null"]},
        "keys_pending": {"type": "boolean"},
    }
    return an_object(
        {
            "valid": {"type": "boolean"},
            "reason": {"type": ["string", "null"]},
            "certificate": {"oneOf": [told, {"type": "null"}]},
            "proven": {"oneOf": [proven, {"type": "null"}]},
            "withdrawn": {"oneOf": [an_object({**said, **counts}), {"type": "null"}]},
        }
    )


def _vault() -> Schema:
    counts = dict.fromkeys(("format", "slots", "entities", "texts", "files", "accesses"), _COUNT)
    return an_object({**counts, "created": {"type": "string", "format": "date-time"}, "role": _WORDS})
