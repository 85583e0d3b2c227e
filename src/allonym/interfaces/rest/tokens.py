"""Who may ask the service for what: tokens with roles, kept as hashes in a file that only its owner can read.

A token has 256 bits of chance, so that its plain SHA-256 tells nothing and nobody can guess it. The file is read again
whenever it changes: a token that is removed is refused from then on.
"""

import json
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Any

from allonym.core.errors import UsageError
from allonym.running.publishing import publish
from allonym.vault.roles import CUSTODIAN, OPERATIONS, ROLES

PREFIX = "aln_"
"""What every token begins with, so that programs that look for secrets in code find it."""
VERSION = 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True, slots=True)
class Token:
    """What is kept of a token: its name, its roles, until when it is good, and its hash."""

    name: str
    roles: tuple[str, ...]
    sha256: str = field(repr=False)
    created: int
    expires: int | None = None

    def may(self, operation: str) -> bool:
        """Tell whether one of its roles is for something."""
        return any(role in OPERATIONS[operation] for role in self.roles)

    def is_over(self, now: float) -> bool:
        """Tell whether it has run out."""
        return self.expires is not None and now >= self.expires


def new_token(name: str, roles: Sequence[str], now: float, seconds: int | None) -> tuple[Token, str]:
    """Return what is kept of a new token, and the token itself, which is nowhere else."""
    if not _NAME.fullmatch(name):
        raise UsageError("the name of a token has letters, digits, points and hyphens, 64 at most")
    if unknown := [role for role in roles if role not in ROLES]:
        raise UsageError(f"there is no role {unknown[0]!r}; there are {', '.join(ROLES)}")
    if not roles:
        raise UsageError(f"a token needs a role: {', '.join(ROLES)}")
    secret = PREFIX + secrets.token_urlsafe(32)
    until = None if seconds is None else int(now) + seconds
    return Token(name, tuple(dict.fromkeys(roles)), _hash(secret), int(now), until), secret


class TokenFile:
    """Tokens in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, int, int] | None = None
        self._tokens: tuple[Token, ...] = ()

    def tokens(self) -> tuple[Token, ...]:
        """Return the tokens as the file has them now; none if there is no file."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            self._seen, self._tokens = None, ()
            return ()
        if status.st_mode & 0o077:
            raise UsageError(f"others can reach the token file {self.path}: chmod 600 keeps it yours")
        seen = (status.st_mtime_ns, status.st_ino, status.st_size)
        if seen != self._seen:
            self._tokens, self._seen = _read(self.path), seen
        return self._tokens

    def add(self, token: Token) -> None:
        """Keep a token; no two have the same name."""
        tokens = self.tokens()
        if any(each.name == token.name for each in tokens):
            raise UsageError(f"there is a token {token.name} already; remove it first, or take another name")
        self._write([*tokens, token])

    def remove(self, name: str) -> None:
        """Forget a token, which is refused from now on."""
        tokens = self.tokens()
        left = [each for each in tokens if each.name != name]
        if len(left) == len(tokens):
            raise UsageError(f"there is no token {name}; `allonym serve tokens list` shows them")
        self._write(left)

    def _write(self, tokens: Sequence[Token]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        data = {"allonym-tokens": VERSION, "tokens": [asdict(each) for each in tokens]}
        with publish(self.path, private=True) as (_, stream):
            stream.write((json.dumps(data, indent=2) + "\n").encode())


class Tokens:
    """The tokens that a running service takes: those of its file or, without any, one of its own while it runs."""

    def __init__(self, kept: TokenFile, clock: Callable[[], float]) -> None:
        self._kept = kept
        self._clock = clock
        self._own: tuple[Token, ...] = ()

    def first(self) -> str | None:
        """Return a token to begin with, if the file has none; it is good for as long as the service runs."""
        if self._kept.tokens():
            return None
        token, secret = new_token("first", (CUSTODIAN,), self._clock(), None)
        self._own = (token,)
        return secret

    def find(self, secret: str) -> Token | None:
        """Return the token that somebody has shown, if it is good. All are compared, so that time tells nothing."""
        shown, found = _hash(secret), None
        for token in (*self._own, *self._kept.tokens()):
            if compare_digest(token.sha256, shown) and not token.is_over(self._clock()):
                found = token
        return found


def _hash(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def _read(path: Path) -> tuple[Token, ...]:
    try:
        data: Any = json.loads(path.read_text("utf-8"))
        if data["allonym-tokens"] == VERSION:
            return tuple(Token(**{**each, "roles": tuple(each["roles"])}) for each in data["tokens"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    raise UsageError(f"{path} is not a token file that this version of allonym wrote")
