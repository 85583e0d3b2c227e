"""Who may use the pages: whoever opens the link that the terminal shows, once, in one browser.

/enter?key=…   the link; it is good once, and gives the browser a cookie that no script can read
everything     needs the cookie; what changes something also needs a header that only our own pages send
"""

import secrets
from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.types import Scope

from allonym.interfaces.rest.limits import Failures
from allonym.interfaces.rest.problems import Problem

COOKIE = "allonym"
HEADER = b"x-allonym"
_SAFE = frozenset({"GET", "HEAD"})
_WRONG = 5
"""So many wrong keys, before whoever tries has to wait."""


class Sessions:
    """The one link and the browsers that it has let in. Only hashes are kept."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._link: bytes | None = None
        self._known: set[bytes] = set()
        # A browser does not tell ports apart: the cookies of two reviews that are open must have two names.
        self._name = f"{COOKIE}-{secrets.token_hex(4)}"
        self._failures = Failures(_WRONG, clock)

    def link(self) -> str:
        """Return a new key for the link; one that was not used before is good no more."""
        key = secrets.token_urlsafe(32)
        self._link = _hashed(key)
        return key

    def enter(self, scope: Scope) -> bytes:
        """Return the cookie for a browser that brings the key, which is used up now.

        It is for this site, for no script, and until the browser is closed.
        """
        if self._link is None or not compare_digest(self._link, _hashed(_key(scope))):
            wait = self._failures.note((scope.get("client") or ("-",))[0])
            if wait:
                raise Problem(429, "too many wrong links; wait a while", wait)
            raise Problem(
                403, "this link was used before, or is not the one in the terminal; start again for a new one"
            )
        self._link = None
        secret = secrets.token_urlsafe(32)
        self._known.add(_hashed(secret))
        return f"{self._name}={secret}; Path=/; HttpOnly; SameSite=Strict".encode()

    def require(self, scope: Scope) -> None:
        """Raise a problem unless a request comes from a browser that was let in and, if it changes things, our page."""
        if not self._is_known(scope):
            raise Problem(403, "open the link that the terminal shows; it is good once, in one browser")
        if scope["method"] in _SAFE:
            return
        headers = dict(scope["headers"])
        if headers.get(HEADER) != b"1":
            raise Problem(403, "only the pages themselves may ask for this")
        if (origin := headers.get(b"origin")) is not None and not _same(origin, headers.get(b"host", b"")):
            raise Problem(403, "a page from elsewhere may not ask")
        if headers.get(b"sec-fetch-site", b"same-origin") != b"same-origin":
            raise Problem(403, "a page from elsewhere may not ask")

    def _is_known(self, scope: Scope) -> bool:
        for name, value in scope["headers"]:
            if name != b"cookie":
                continue
            try:
                cookie = SimpleCookie(value.decode("latin-1")).get(self._name)
            except CookieError:
                continue
            if cookie is not None and _hashed(cookie.value) in self._known:
                return True
        return False


def _key(scope: Scope) -> str:
    query: bytes = scope.get("query_string", b"")
    try:
        asked = parse_qs(query.decode("latin-1"), max_num_fields=2)
    except ValueError:
        return ""
    return asked.get("key", [""])[0]


def _same(origin: bytes, host: bytes) -> bool:
    try:
        parts = urlsplit(origin.decode("latin-1"))
    except ValueError:
        return False
    return parts.scheme == "http" and parts.netloc.encode("latin-1") == host


def _hashed(words: str) -> bytes:
    return sha256(words.encode("utf-8", "surrogatepass")).digest()
