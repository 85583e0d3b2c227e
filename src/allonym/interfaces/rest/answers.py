"""What goes back over the wire: JSON, problems, and streams that keep pace with whoever reads them."""

import json
from collections.abc import AsyncIterator

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from allonym.interfaces.rest.limits import whole_seconds
from allonym.interfaces.rest.problems import Problem, as_data

NDJSON = "application/x-ndjson"


def json_answer(data: object, status: int = 200, kind: str = "application/json") -> Response:
    """Return data as JSON in UTF-8."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(body, status, media_type=kind)


def problem_answer(problem: Problem, id_: str) -> Response:
    """Return a problem; who may ask again later is told when."""
    answer = json_answer(as_data(problem, id_), problem.status, "application/problem+json")
    if problem.wait:
        answer.headers["retry-after"] = whole_seconds(problem.wait)
    if problem.status == 401:
        answer.headers["www-authenticate"] = "Bearer"
    return answer


class Streamed:
    """An answer line by line. The next one is made when the last one was taken: whoever reads slowly is waited for."""

    def __init__(self, lines: AsyncIterator[bytes]) -> None:
        self._lines = lines

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send the lines. The request may still be coming in: nothing else may listen to it."""
        headers = [(b"content-type", NDJSON.encode()), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async for line in self._lines:
            await send({"type": "http.response.body", "body": line, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
