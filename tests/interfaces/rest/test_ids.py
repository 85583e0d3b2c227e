"""Ids that name people, and ids that two texts have: refused, as in files, without an echo."""

import json
from io import BytesIO
from pathlib import Path

import pytest
from tests.interfaces.rest.servers import NDJSON, thread

from allonym import Pseudonymizer, open_vault
from allonym.interfaces.rest.documents import Wanted
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.problems import Problem
from allonym.interfaces.rest.streaming import stream
from allonym.interfaces.rest.work import Service
from allonym.settings import load_settings

NAMING = ("anna@example.org", "Anna Svensson", "@anna_sv")


@pytest.fixture
def kept() -> Service:
    """Return a service with a vault of its own."""
    vault = open_vault("memory:")
    return Service(Pseudonymizer(load_settings("default").with_model(fast=True), vault), vault)


@pytest.mark.parametrize("id_", NAMING)
@pytest.mark.parametrize("work", ["detect", "plan", "pseudonymize"])
def test_an_id_that_names_somebody_is_refused(light: Service, work: str, id_: str) -> None:
    with pytest.raises(Problem, match=r"documents\[1\]: the id holds") as refused:
        getattr(light, work)([Wanted("hello", "a-1"), Wanted("hello", id_)])

    assert refused.value.status == 422
    assert id_ not in refused.value.detail


@pytest.mark.parametrize("id_", NAMING)
def test_a_line_with_such_an_id_is_an_error_and_the_others_go_on(light: Service, id_: str) -> None:
    rows = ({"id": each, "text": "Anna Berg was here"} for each in ("m1", id_, "m2"))
    out = BytesIO()
    failed = stream(light, BytesIO(b"".join(json.dumps(row).encode() + b"\n" for row in rows)), out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]

    assert failed == 1
    assert [each.get("id") for each in lines] == ["m1", None, "m2"]
    assert "the id holds" in lines[1]["error"]
    assert id_ not in out.getvalue().decode()


def test_one_id_for_two_texts_with_the_same_output_is_refused(kept: Service) -> None:
    [first] = kept.pseudonymize([Wanted("Anna Berg wrote", "d1")])
    with pytest.raises(Problem, match="another text has the same id") as refused:
        kept.pseudonymize([Wanted("Paul Smith wrote", "d1")])
    kept.pseudonymize([Wanted("Anna Berg wrote", "d1")])

    assert refused.value.status == 409
    assert kept.recover([Wanted(first["text"], "d1")], "a test", "test")[0]["text"] == "Anna Berg wrote"


def test_recoveries_are_counted_by_texts(light: Service, tmp_path: Path) -> None:
    def asked(count: int) -> dict[str, object]:
        return {"documents": [{"text": "x"}] * count, "reason": "y"}

    with thread(light, tmp_path, Limits(recoveries=3)) as running:
        statuses = [running.post("recover", asked(each), role="recoverer").status for each in (4, 2, 2, 1)]

    assert statuses == [422, 409, 429, 409]


@pytest.mark.parametrize(
    ("path", "data", "told"),
    [
        ("recover", {"text": "x", "reason": " \u200b\u3164"}, "needs a reason"),
        ("subjects/find", {"name": "Anna", "label": "PERSN"}, "there is no such label"),
    ],
)
def test_what_is_wrong_is_told(light: Service, tmp_path: Path, path: str, data: object, told: str) -> None:
    with thread(light, tmp_path, Limits()) as running:
        answer = running.post(path, data)
        lines = running.post(path, data, headers={"Content-Type": NDJSON})

    assert answer.status == 422
    assert told in answer.data["detail"]
    assert lines.data["detail"] == "send application/json"
