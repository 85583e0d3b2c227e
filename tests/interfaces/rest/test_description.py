"""The description of the service is true: whatever it allows, and much that it does not, gets an answer it names."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings
from tests.interfaces.rest.servers import Running, thread

from allonym import Pseudonymizer, open_vault
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.openapi import described
from allonym.interfaces.rest.work import Service
from allonym.settings import load_settings

schemathesis = pytest.importorskip("schemathesis", reason="needs schemathesis: pip install 'allonym[dev]'")

MANY = 10**9
LIMITS = Limits(text=2000, body=100_000, requests=MANY, recoveries=MANY, failures=MANY)
SCHEMA = schemathesis.openapi.from_dict(described(LIMITS))
BEYOND = {
    "/v1/apply": "a place that ends before it begins",
    "/v1/recover": "a reason of blanks",
    "/v1/subjects/find": "a name that names nobody",
    "/v1/certificate": "a file that the vault does not know, or that is not Base64",
    "/v1/certificate/verify": "a key that is none, or a name without a proof",
}
"""What is refused although a schema cannot say why."""
# Lines of JSON are not in its power; test_streaming.py tries them.
pytestmark = pytest.mark.filterwarnings("ignore:Skipped test cases with unsupported payload:UserWarning")


@pytest.fixture(scope="module")
def unlimited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("described")
    with open_vault("memory:") as vault:
        tool = Pseudonymizer(load_settings("default").with_model(fast=True), vault)
        with thread(Service(tool, vault), folder, LIMITS) as running:
            yield running


def test_the_description_is_served_as_it_is(service: Running) -> None:
    assert service.ask("GET", "/openapi.json", role=None).data == described(Limits())


@SCHEMA.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=8, deadline=None)
def test_every_answer_is_one_that_is_described(case: Any, unlimited: Running) -> None:
    _try(case, unlimited)


@pytest.mark.slow
@SCHEMA.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=2000, deadline=None)
def test_every_answer_is_one_that_is_described_at_length(case: Any, unlimited: Running) -> None:
    _try(case, unlimited)


def _try(case: Any, running: Running) -> None:
    headers = {"Authorization": f"Bearer {running.tokens['custodian']}"}
    answer = case.call(base_url=f"http://127.0.0.1:{running.port}", headers=headers)
    left_out = ["ignored_auth", *(["positive_data_acceptance"] if case.path in BEYOND else [])]
    if answer.status_code == 413:
        # Too large as a whole, and therefore not even read.
        left_out.append("negative_data_rejection")

    case.validate_response(answer, excluded_checks=[schemathesis.checks.CHECKS.get_one(each) for each in left_out])
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert not _words(case.body) & set(_strings(answer.json()))


def _words(data: object) -> set[str]:
    """Return all that somebody sent, if it is long enough to be recognised."""
    return {each for each in _strings(data) if len(each) > 12}


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from (key, *_strings(value))
    elif isinstance(data, list):
        for each in data:
            yield from _strings(each)
