"""Plans that somebody sends: whatever they say, a text that is rewritten by one can be given back."""

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from allonym import Pseudonymizer, open_vault
from allonym.core.labels import LABELS
from allonym.interfaces.rest.documents import read_many
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.problems import Problem
from allonym.interfaces.rest.work import Service
from allonym.settings import load_settings

TEXT = "Anna Berg wrote to Paul Smith, 3 May 2021, +46 70 174 06 05."
VAULT = open_vault("memory:")
SERVICE = {
    profile: Service(Pseudonymizer(load_settings(profile).with_model(fast=True), VAULT), VAULT)
    for profile in ("default", "cloaked-realistic")
}
words = st.text(max_size=8)
mentions = st.tuples(
    st.integers(-1, len(TEXT) + 2),
    st.integers(0, len(TEXT) + 2),
    st.floats(0, 1),
    words,
    st.lists(st.tuples(words, words)),
).map(list)
places = st.builds(lambda a, b: [min(a, b), max(a, b), 1.0, "x"], st.integers(0, 59), st.integers(1, 60))
decisions = st.fixed_dictionaries(
    {
        "entity": st.sampled_from(["e1", "e2", "e3", "e4"]),
        "label": st.sampled_from(sorted(LABELS)),
        "action": st.sampled_from(["replace", "mark", "keep"]),
        "rule": words,
        "mentions": st.lists(places | mentions, max_size=3),
    },
    optional={"replacement": words, "kin": st.sampled_from(["", "e1", "e2", "e9"])},
)


@pytest.mark.parametrize("profile", SERVICE)
@given(listed=st.lists(decisions, max_size=4))
@settings(max_examples=300)
def test_a_plan_is_carried_out_or_refused(profile: str, listed: list[dict[str, Any]]) -> None:
    plan = {"id": "d", "digest": sha256(TEXT.encode()).hexdigest(), "decisions": _plain(listed), "language": "en"}
    made = _applied(SERVICE[profile], {"text": TEXT, "plan": plan})
    if made is not None:
        given_back = read_many({"text": made["text"], "id": "d"}, Limits())

        assert SERVICE[profile].recover(given_back, "a test", "test")[0]["text"] == TEXT


def _applied(service: Service, data: dict[str, Any]) -> Any:
    """Return what comes of a plan, or nothing if it was refused as one that the sender can mend."""
    try:
        return service.apply(read_many(data, Limits(), plans=True))[0]
    except Problem as problem:
        if problem.status not in {409, 422}:
            raise
    return None


def _plain(data: Any) -> Any:
    """Return data as they come out of JSON, which has no tuples."""
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    return [_plain(each) for each in data] if isinstance(data, list | tuple) else data
