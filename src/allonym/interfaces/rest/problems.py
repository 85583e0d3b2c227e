"""What is told when something is wrong: a kind, a place and a number to ask about; never a word that was sent.

Messages of the engine may name a document or a setting, which somebody has sent. So only our own sentences leave, by
the kind of the error; what else it says stays here.
"""

from http import HTTPStatus

from allonym.core.errors import (
    AllonymError,
    AmbiguousText,
    InputError,
    NotAllowed,
    UnknownText,
    UsageError,
    VaultDamaged,
    VaultError,
)


class Problem(Exception):
    """A request that is answered with a problem: its status, and what may be said of it."""

    def __init__(self, status: int, detail: str, wait: float = 0) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.wait = wait
        """After how many seconds it is worth while to try again, if that helps."""


_TOLD: tuple[tuple[type[Exception], int, str], ...] = (
    (UnknownText, 404, "no document of this vault gave this text: was it changed, or is it of another vault?"),
    (AmbiguousText, 409, "several documents gave this text; say which with an id"),
    (VaultDamaged, 500, "the vault is damaged; `allonym vault verify` says where"),
    (VaultError, 409, "the vault cannot do this; `allonym vault info` shows its state"),
    (InputError, 422, "a text cannot be read"),
    (UsageError, 422, "this does not fit how the service was started"),
    (AllonymError, 500, "going on would not have been safe; nothing is kept"),
    (TimeoutError, 503, "it took too long; nothing is known of its result"),
)


def problem_of(error: Exception) -> Problem:
    """Return what is told of an error, whatever it is."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, NotAllowed):
        # It names roles and requests, which are ours.
        return Problem(403, str(error))
    for kind, status, detail in _TOLD:
        if isinstance(error, kind):
            return Problem(status, detail)
    return Problem(500, "something went wrong inside; the log of the service has a line with this id")


def as_data(problem: Problem, id_: str) -> dict[str, object]:
    """Return a problem as RFC 9457 writes it, with the id that the log of the service shows."""
    title = HTTPStatus(problem.status).phrase
    return {"type": "about:blank", "title": title, "status": problem.status, "detail": problem.detail, "id": id_}
