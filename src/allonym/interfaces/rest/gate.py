"""The gate of the service: who asks, whether the token is for this, and whether it is too often."""

from collections.abc import Callable

from starlette.requests import Request

from allonym.interfaces.rest.limits import Failures, Limits, Rate
from allonym.interfaces.rest.metrics import Metrics
from allonym.interfaces.rest.problems import Problem
from allonym.interfaces.rest.tokens import Token, Tokens
from allonym.vault.roles import OPERATIONS


class Gate:
    """Admits those with a token, and only to what its roles are for."""

    def __init__(self, tokens: Tokens, limits: Limits, metrics: Metrics, clock: Callable[[], float]) -> None:
        self._tokens = tokens
        self._metrics = metrics
        self._rate = Rate(limits.requests, clock)
        self._recoveries = Rate(limits.recoveries, clock)
        self._most_recoveries = limits.recoveries
        self._failures = Failures(limits.failures, clock)

    def admit(self, request: Request, operation: str) -> Token:
        """Return the token of a request, or raise what is wrong with it.

        A good token is taken even where others from the same address have failed: a program of this machine that
        guesses, which cannot come to anything with 256 bits, must not be able to lock all others out.
        """
        token = self._shown(request)
        request.scope["allonym"]["token"] = token.name
        if wait := self._rate.take(token.name):
            raise Problem(429, "too many requests with this token", wait)
        if not token.may(operation):
            raise Problem(
                403, f"this token is not for that; it takes the role of a {' or '.join(OPERATIONS[operation])}"
            )
        return token

    def count_recoveries(self, token: Token, texts: int) -> None:
        """Count texts that are to be given back, or raise what is wrong: also with one request that asks for all."""
        if texts > self._most_recoveries:
            raise Problem(422, f"a request recovers {self._most_recoveries} texts at most, as many as in a minute")
        if wait := self._recoveries.take(token.name, texts):
            raise Problem(429, "too many recoveries with this token", wait)

    def _shown(self, request: Request) -> Token:
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        token = self._tokens.find(secret.strip()) if kind.lower() == "bearer" else None
        if token is not None:
            return token
        self._metrics.refused()
        if wait := self._failures.note(request.client.host if request.client else "-"):
            raise Problem(429, "too many requests without a good token", wait)
        raise Problem(401, "a token is needed: Authorization: Bearer aln_…; `allonym serve tokens add` makes one")
