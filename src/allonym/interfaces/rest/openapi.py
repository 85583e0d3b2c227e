"""The description of the service in OpenAPI 3.1: every route, what it takes, and all that it may answer."""

from allonym import __version__
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.schemas import Schema, an_object, schemas, text_fields

_PROBLEMS = {
    400: "The body is not JSON in UTF-8.",
    401: "No token, or none that is good.",
    403: "The token, or the key of the vault, is not for this.",
    404: "No document of this vault gave this text, or it knows no such output.",
    408: "The body came too slowly.",
    409: "The vault cannot do this, two documents have one id or gave one text, or a plan does not fit.",
    413: "The body is too large.",
    415: "The body is of a type that is not taken.",
    421: "The service does not answer for this host.",
    422: "A field is missing, not known, or does not fit.",
    429: "Too often; Retry-After says when to come again.",
    500: "Something went wrong inside; the log has a line with the id.",
    503: "It took too long, or too many are waiting.",
}
_ALWAYS = (401, 403, 421, 422, 429, 500, 503)
_WITH_BODY = (400, 408, 413, 415)


def described(limits: Limits) -> Schema:
    """Return the document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "allonym",
            "version": __version__,
            "description": "Pseudonymizes text about people, and gives it back. Offsets count Unicode characters.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": _paths(limits),
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "A token, aln_…"}},
            "schemas": schemas(limits),
        },
    }


def _paths(limits: Limits) -> Schema:
    return {
        "/health": {"get": _open("health", "Tell that the service runs.", "Health")},
        "/openapi.json": {"get": _open("describe", "Return this document.", None)},
        "/metrics": {"get": _metrics()},
        "/v1/detect": {"post": _texts("detect", "Say where something identifying stands.", "Text", "Spans")},
        "/v1/plan": {"post": _texts("plan", "Say what would be done with each text.", "Text", "Plan")},
        "/v1/apply": {"post": _texts("apply", "Carry out plans, corrected or not.", "PlannedText", "NewText")},
        "/v1/pseudonymize": {"post": _texts("pseudonymize", "Replace what identifies people.", "Text", "NewText")},
        "/v1/recover": {"post": _recover(limits)},
        "/v1/subjects/find": {"post": _find()},
        "/v1/certificate": {"post": _certify()},
        "/v1/certificate/verify": {"post": _check(limits)},
        "/v1/vault": {"get": _get("vault", "Say what the vault holds, in numbers; any role.", "Vault")},
        "/v1/audit": {"get": _audit()},
    }


def _texts(name: str, summary: str, sent: str, answered: str) -> Schema:
    body = {
        "application/json": {"schema": _one_or_many(sent)},
        "application/x-ndjson": {"schema": {"type": "string", "description": f"A line of JSON for each {sent}."}},
    }
    answer = {
        "application/json": {"schema": _one_or_many(answered)},
        "application/x-ndjson": {
            "schema": {"type": "string", "description": f"For each line one with {answered}, or with error and line."}
        },
    }
    return {
        "operationId": name,
        "summary": f"{summary} Roles: worker, annotator, custodian.",
        "security": [{"token": []}],
        "requestBody": {"required": True, "content": body},
        "responses": {"200": {"description": "Done.", "content": answer}, **_problems(*_WITH_BODY, *_ALWAYS, 409)},
    }


def _recover(limits: Limits) -> Schema:
    reason = {"type": "string", "minLength": 1, "maxLength": limits.reason, "description": "Why; kept in the vault."}
    one = an_object({**text_fields(limits), "reason": reason}, ["text", "reason"])
    many = _many("Text")
    many["properties"]["reason"] = reason
    many["required"].append("reason")
    return {
        "operationId": "recover",
        "summary": "Give texts back exactly, for a reason. Roles: recoverer, custodian.",
        "security": [{"token": []}],
        "requestBody": _json({"oneOf": [one, many]}),
        "responses": {"200": _answer(_one_or_many("OldText")), **_problems(*_WITH_BODY, *_ALWAYS, 404, 409)},
    }


def _find() -> Schema:
    name = {"type": "string", "minLength": 1, "maxLength": 1000}
    label = {"type": ["string", "null"], "description": "What is asked for, if not a person: EMAIL, PHONE …"}
    person = an_object({"name": name, "label": label}, ["name"])
    return {
        "operationId": "findSubject",
        "summary": "Say in which documents a person stands, and under which pseudonyms. Role: custodian.",
        "security": [{"token": []}],
        "requestBody": _json(person),
        "responses": {"200": _answer(_schema("Found")), **_problems(*_WITH_BODY, *_ALWAYS, 409)},
    }


def _certify() -> Schema:
    name = {"type": "string", "minLength": 1, "maxLength": 1000, "description": "What the file is called."}
    sent = {"type": "string", "contentEncoding": "base64", "description": "The whole file in Base64."}
    listed = {"type": "array", "items": an_object({"name": name, "data": sent}), "minItems": 1, "maxItems": 100}
    return {
        "operationId": "certify",
        "summary": "Sign for outputs, proving once more that they can be given back. Role: custodian.",
        "security": [{"token": []}],
        "requestBody": _json(an_object({"outputs": listed})),
        "responses": {"200": _answer(_schema("Certificate")), **_problems(*_WITH_BODY, *_ALWAYS, 404, 409)},
    }


def _check(limits: Limits) -> Schema:
    output = an_object({"sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"}})
    words = {"type": ["string", "null"], "maxLength": limits.id}
    body = an_object(
        {
            "certificate": {"type": "object"},
            "outputs": {"type": ["array", "null"], "items": output, "minItems": 1, "maxItems": limits.documents},
            "public_key": {**words, "description": "The key of the vault, if it is known."},
            "proof": {"type": ["object", "null"], "description": "What `allonym certificate prove` wrote."},
            "name": {**words, "description": "The name that the proof must be for."},
        },
        ["certificate"],
    )
    return {
        "operationId": "checkCertificate",
        "summary": "Say whether a certificate is in order, and speaks of these outputs; any role.",
        "security": [{"token": []}],
        "requestBody": _json(body),
        "responses": {"200": _answer(_schema("Checked")), **_problems(*_WITH_BODY, *_ALWAYS)},
    }


def _audit() -> Schema:
    return {
        **_get("audit", "Show the audit log, the oldest entry first. Roles: auditor, custodian.", "Entries"),
        "parameters": [
            _query("after", "Only entries after this number.", 0, 2**53, 0),
            _query("limit", "At most so many.", 100, 1000, 0),
        ],
        "responses": {"200": _answer(_schema("Entries")), **_problems(*_ALWAYS, 409)},
    }


def _metrics() -> Schema:
    text = {"description": "Prometheus, version 0.0.4.", "content": {"text/plain": {"schema": {"type": "string"}}}}
    return {
        "operationId": "metrics",
        "summary": "Show counts and seconds, no text; any role.",
        "security": [{"token": []}],
        "responses": {"200": text, **_problems(*_ALWAYS)},
    }


def _get(name: str, summary: str, answered: str) -> Schema:
    return {
        "operationId": name,
        "summary": summary,
        "security": [{"token": []}],
        "responses": {"200": _answer(_schema(answered)), **_problems(*_ALWAYS, 409)},
    }


def _open(name: str, summary: str, answered: str | None) -> Schema:
    schema = {"type": "object"} if answered is None else _schema(answered)
    return {
        "operationId": name,
        "summary": summary,
        "security": [],
        "responses": {"200": _answer(schema), **_problems(403, 421, 422, 500)},
    }


def _query(name: str, description: str, default: int, most: int, least: int) -> Schema:
    schema = {"type": "integer", "minimum": least, "maximum": most, "default": default}
    return {"name": name, "in": "query", "required": False, "description": description, "schema": schema}


def _json(schema: Schema) -> Schema:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _answer(schema: Schema) -> Schema:
    return {"description": "Done.", "content": {"application/json": {"schema": schema}}}


def _problems(*statuses: int) -> Schema:
    content = {"application/problem+json": {"schema": _schema("Problem")}}
    return {str(status): {"description": _PROBLEMS[status], "content": content} for status in sorted(statuses)}


def _schema(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _one_or_many(name: str) -> Schema:
    return {"oneOf": [_schema(name), _many(name)]}


def _many(name: str) -> Schema:
    listed = {"type": "array", "items": _schema(name), "minItems": 1, "maxItems": 100}
    return an_object({"documents": listed}, ["documents"])
