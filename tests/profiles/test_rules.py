"""Every rule of every shipped profile, label by label, whatever the detectors find: `rules.toml` says what comes out.

rule = "stays"      the words stay as they are
rule = "another"    other words that look like an original: no brackets, no original
rule = "…"          an expression that the words put in their place must match
"""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from allonym import Pseudonymizer, open_vault
from allonym.core.labels import LABELS, lineage
from allonym.core.types import Document, Features, Mention, Span
from allonym.engine import Detected, decide
from allonym.settings import profile_names

HERE = Path(__file__).parent
RULES: dict[str, dict[str, str]] = tomllib.loads((HERE / "rules.toml").read_text("utf-8"))
SAMPLES: dict[str, list[str]] = tomllib.loads((HERE / "samples.toml").read_text("utf-8"))


@cache
def tool(profile: str) -> Pseudonymizer:
    return Pseudonymizer(profile, open_vault("memory:"), "en")


def put_for(profile: str, label: str) -> tuple[str, str]:
    """Return the rule that a profile has for a label, and what it puts in the place of the sample."""
    made = tool(profile)
    words, *features = SAMPLES[label]
    text = f"So it was {words} there."
    told: Features = tuple(sorted((name, value) for name, _, value in (each.partition("=") for each in features)))
    mention = Mention(Span(10, 10 + len(words)), label, 0.9, "test", told)
    document = Document(f"{label} of {profile}", text, "en")
    plan = decide(made._engine, Detected(document, [mention], len(text)))
    [result] = made.apply([document], [plan])
    assert made.recover(result.text) == text
    return plan.decisions[0].rule, re.sub(r"\ASo it was (.*) there\.\Z", r"\1", result.text, flags=re.DOTALL)


def rule_of(profile: str, label: str) -> str:
    rules = tool(profile).settings.rules
    return next((rule.name for each in lineage(label) for rule in rules if each in rule.labels), "otherwise")


def is_as_wanted(wanted: str, words: str, put: str) -> bool:
    if wanted == "stays":
        return put == words
    if wanted == "another":
        return bool(put) and "[" not in put and not re.search(rf"(?<!\w){re.escape(words)}(?!\w)", put)
    return re.fullmatch(wanted, put) is not None


@pytest.mark.parametrize("profile", profile_names())
def test_each_rule_puts_what_the_table_says(profile: str) -> None:
    wrong = {}
    for label in LABELS:
        name = rule_of(profile, label)
        rule, put = put_for(profile, label)
        # What is cut into parts follows the rules of these.
        assert rule == name or label in tool(profile).settings.parts or rule.startswith("exempt:")
        if not is_as_wanted(RULES[profile].get(f"{name}: {label}", RULES[profile][name]), SAMPLES[label][0], put):
            wrong[label] = (name, put)

    assert wrong == {}


@pytest.mark.parametrize("profile", profile_names())
def test_every_rule_is_in_the_table(profile: str) -> None:
    settings = tool(profile).settings
    names = {rule.name for rule in (*settings.rules, settings.otherwise)}

    assert {name.partition(": ")[0] for name in RULES[profile]} == names


def test_there_is_a_sample_of_every_label() -> None:
    assert set(SAMPLES) == set(LABELS)
