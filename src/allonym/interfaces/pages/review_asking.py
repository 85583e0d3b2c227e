"""What the review page has sent, read strictly."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from allonym.interfaces.pages.asking import body_of
from allonym.interfaces.rest.documents import parsed
from allonym.interfaces.rest.problems import Problem

MOST_BODY = 1024 * 1024


async def told(request: Request, fields: tuple[str, ...]) -> dict[str, Any]:
    """Return what a page has sent: an object with none but these fields."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(415, "send application/json")
    data = parsed(await body_of(request, MOST_BODY, "this is too long for one step"))
    if not isinstance(data, dict) or not data.keys() <= set(fields):
        raise Problem(422, f"the request has a field that is not known; there are {', '.join(fields)}")
    return data


def queried(request: Request, known: tuple[str, ...]) -> dict[str, str]:
    """Return the query of an address, each name once."""
    pairs = request.query_params.multi_items()
    if len(dict(pairs)) < len(pairs) or not dict(pairs).keys() <= set(known):
        raise Problem(422, f"the address has a query that is not known; there are {', '.join(known)}")
    return dict(pairs)


def number(asked: Mapping[str, str], name: str, default: int, most: int) -> int:
    """Return a number of a query."""
    text = asked.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= most):
        raise Problem(422, f"{name} is a number up to {most}")
    return int(text)
