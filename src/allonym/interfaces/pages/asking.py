"""What a page has sent, read strictly, and a vault opened with what somebody has typed.

Errors are told in sentences of ours. Those of the engine name files, rows and roles, never words of a text, and are
passed on as the command line would show them.
"""

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import unquote

import anyio
from anyio.to_thread import run_sync
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from allonym.core.errors import AllonymError, InputError, NotAllowed, UsageError, VaultError, WrongPassphrase
from allonym.formats.encodings import HINT
from allonym.interfaces.pages.desk import Desk, is_vault
from allonym.interfaces.rest.answers import json_answer, problem_answer
from allonym.interfaces.rest.documents import parsed
from allonym.interfaces.rest.problems import Problem, problem_of

if TYPE_CHECKING:
    from allonym.vault.sealed import SealedVault

T = TypeVar("T")
Handle = Callable[[Request], Awaitable[Response]]
SECRET = 20_000
"""How many characters a passphrase or a key may have."""
_STATUS: tuple[tuple[type[AllonymError], int], ...] = (
    (WrongPassphrase, 403),
    (NotAllowed, 403),
    (VaultError, 409),
    (InputError, 422),
    (UsageError, 422),
    (AllonymError, 409),
)
_SAID = {
    HINT: "say on the page how its letters are written",
    "use --edited": "tick “It was edited since” and try again",
}
"""What the command line advises, and what a page says instead."""


def route(path: str, method: str, handle: Handle) -> Route:
    """Return a route whose errors are told as problems, whatever they are."""

    async def endpoint(request: Request) -> Response:
        try:
            return await handle(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:  # noqa: BLE001 - told by its kind; see told
            known = request.scope.get("allonym", {})
            return problem_answer(told(error), known.get("id") or secrets.token_hex(8))

    return Route(path, endpoint, methods=[method])


def told(error: Exception) -> Problem:
    """Return what a page is told of an error."""
    for kind, status in _STATUS:
        if isinstance(error, kind):
            return Problem(status, _in_words_of_the_page(str(error)))
    if isinstance(error, OSError):
        return Problem(409, "the system refused to read or write a file; is the disk full, or the folder protected?")
    return problem_of(error)


def _in_words_of_the_page(words: str) -> str:
    for said, here in _SAID.items():
        words = words.replace(said, here)
    return words


async def in_thread(work: Callable[[], T]) -> T:
    """Have something done in a thread, so that the page is answered meanwhile."""
    return await run_sync(work, abandon_on_cancel=True)


async def body_of(request: Request, most: int, what: str) -> bytes:
    """Return the body of a request; nothing of it touches the disk."""
    too_large = Problem(413, what)
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length[:20]) > most:
        raise too_large
    body = bytearray()
    with anyio.fail_after(600):
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise too_large
    return bytes(body)


async def file_of(request: Request, desk: Desk) -> tuple[str, bytes]:
    """Return the name and the bytes of a file that was handed in."""
    name = unquote(request.headers.get("x-name", ""), errors="replace")
    most = desk.limits.file
    data = await body_of(
        request,
        most,
        f"the file has more than {most // (1024 * 1024)} MiB, too much to hold in memory. Put it into the folder in "
        "which the pages were started and choose it there; or use the command line: "
        "allonym pseudonymize FILE -o OUTPUT --vault study.vault",
    )
    return name, data


async def asked(request: Request, desk: Desk, fields: Sequence[str]) -> dict[str, Any]:
    """Return the data of a request: an object with none but these fields."""
    data = parsed(await body_of(request, desk.limits.body, "this is too long for a page; hand it in as a file"))
    if not isinstance(data, dict) or not data.keys() <= set(fields):
        raise Problem(422, f"the request has a field that is not known; there are {', '.join(fields)}")
    return data


def word(data: Mapping[str, Any], name: str, most: int = 1000) -> str:
    """Return a field that holds words; an empty string if it is not there."""
    value = data.get(name)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > most:
        raise Problem(422, f"{name} is a text of at most {most} characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Problem(422, f"{name} holds half of a sign") from None
    return value


def given(data: Mapping[str, Any], name: str = "input") -> dict[str, str]:
    """Return which file is meant: one that is held, or one in the folder."""
    value = data.get(name)
    if not isinstance(value, dict) or len(value) != 1 or not value.keys() <= {"held", "file"}:
        raise Problem(422, "choose a file first")
    return {key: word(value, key) for key in value}


def open_existing(desk: Desk, data: Mapping[str, Any]) -> "SealedVault":
    """Open a vault of the folder with a passphrase, or with a key and, if it is sealed, its passphrase."""
    from allonym.vault.opening import open_vault

    path = desk.inside(word(data, "vault"))
    if not is_vault(path):
        raise Problem(404, "there is no vault of this name in the folder")
    with desk.brake.trying(path.name):
        return open_vault(path, secret_of(data))


def secret_of(data: Mapping[str, Any]) -> str:
    """Return what opens a vault; nothing of it is kept."""
    passphrase, key = word(data, "passphrase", SECRET), word(data, "key", SECRET).strip()
    if not key:
        if not passphrase:
            raise Problem(422, "the passphrase of the vault is missing")
        return passphrase
    if not key.startswith("allonym-sealed-"):
        return key
    from allonym.vault.credentials import unseal_private_key

    return unseal_private_key(key, passphrase)


def as_json(data: object) -> Response:
    """Return data as JSON."""
    return json_answer(data)


def attachment(name: str, data: bytes, kind: str = "application/octet-stream") -> Response:
    """Return a file to be saved, never shown."""
    plain = "".join(each if each.isascii() and (each.isalnum() or each in "._-") else "_" for each in name)
    from urllib.parse import quote

    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return Response(data, media_type=kind, headers={"content-disposition": disposition})


def as_bytes(data: object) -> bytes:
    """Return data as a JSON file."""
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()
