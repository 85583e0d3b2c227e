"""Whether the name of a column or key surely names somebody: geo, max and Grant do not, svetlana and Anna Berg do."""

import re
from collections.abc import Container, Mapping, Sequence
from itertools import pairwise

from allonym.core.labels import is_a
from allonym.core.types import DENIED, UNSURE, Action, Document, Entity, Mention, Plan
from allonym.formats.json_scan import NotJson, scan
from allonym.languages.list_facts import THINGS
from allonym.languages.lists import Entries, normal, open_lists
from allonym.pseudonymizer import Pseudonymizer
from allonym.standing import faulty, parts_of, readings

_WORD = re.compile(r"[^\W\d_]+")
_HUMP = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_STEP = re.compile(r"[^\W\d]\w{0,31}(?:\[\])*")
_BODIES = frozenset({"ORGANIZATION", "LOCATION"})
_ORDINARY = 0.3
"""What is so common a word is taken for one: Max, Mark, Grant, Key."""
_NOTHING_ELSE = 0.1
"""A word in small letters names somebody only if it is hardly ever anything else: svetlana, not geo or lang."""
_LISTED, _LISTED_SMALL, _LISTED_IN_FULL, _LISTED_BESIDE = 0.7, 0.8, 0.9, 0.5
_WEIGHT = 0.45
"""A single word must be so well known as a name, unless the network is as good as certain."""
_CERTAIN, _CERTAIN_IN_FULL = 0.98, 0.95
_MEASURES = frozenset(
    {
        "apgar", "bartlett", "beck", "bonferroni", "braden", "cohen", "cramer", "cronbach", "fisher", "friedman",
        "hamilton", "hedges", "jaccard", "kendall", "kruskal", "levene", "likert", "pearson", "spearman", "student",
        "tukey", "wald", "welch", "wilcoxon",
    }
)  # fmt: skip
"""Who gave their names to tests and scales, which head columns beside another word: Pearson r, Cohen Kappa."""
_PAIRS = frozenset(
    {
        "anderson darling", "bland altman", "breusch pagan", "cohen kappa", "dickey fuller", "durbin watson",
        "fisher exact",
        "hosmer lemeshow", "kolmogorov smirnov", "kruskal wallis", "likert scale", "mann whitney", "shapiro wilk",
    }
)  # fmt: skip


def refused(tool: Pseudonymizer, names: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return those of the names that surely hold one of their labels, or somebody's name; each with its label."""
    maybe = faulty(tool, names)
    allowed = {each.casefold() for each in tool.settings.allow}
    found: dict[str, str] = {}
    for name in maybe:
        # Read as words, a name may only name a person.
        asked = {**dict.fromkeys(readings(name), ()), **dict.fromkeys((name, *parts_of(name)), names[name])}
        texts = [text for text in asked if text.casefold() not in allowed]
        plans = tool.plan_many([Document("name", text) for text in texts])
        told = (_told(text, plan, asked[text]) for text, plan in zip(texts, plans, strict=True))
        if label := next(filter(None, told), None):
            found[name] = label
    return found


def place_of(text: str, name: str, hidden: Container[str]) -> str:
    """Return the path of a key in a piece of JSON, without the key; nothing if the piece is none, or has no such key.

    A step that is hidden, or does not look like a name, is not shown.
    """
    for start in (0, text.find("{")):
        try:
            paths = [path for path, _, _ in scan(text, max(start, 0)).found]
        except NotJson:
            continue
        for path in paths:
            if path == name or path.endswith(f".{name}"):
                steps = path[: -len(name)].split(".")[:-1]
                shown = [step if _STEP.fullmatch(step) and step.rstrip("[]") not in hidden else "?" for step in steps]
                return ".".join(("$", *shown, "?"))
    return ""


def _told(text: str, plan: Plan, labels: Sequence[str]) -> str | None:
    """Return the label of the first thing in a text that surely names somebody."""
    replaced = (each.entity for each in plan.decisions if each.action is Action.REPLACE)
    return next((entity.label for entity in replaced if _counts(text, entity, labels)), None)


def _counts(text: str, entity: Entity, labels: Sequence[str]) -> bool:
    if any(DENIED[0] in mention.features for mention in entity.mentions):
        return True
    top = entity.label.partition(".")[0]
    if top == "PERSON":
        return any(_is_sure(text, mention) for mention in entity.mentions)
    if entity.label == UNSURE or (top in _BODIES and (_is_ordinary(text) or _is_thing(_words(text)))):
        return False
    if top == "USERNAME" and all(_is_worded(mention.span.of(text)) for mention in entity.mentions):
        # The followers of "twitter_followers" are no account.
        return False
    if top in _BODIES and text.islower() and not any("lists" in dict(each.features) for each in entity.mentions):
        # A short form in small letters that no list knows, such as issn, is a word of tables.
        return False
    return any(is_a(entity.label, each) for each in labels)


def _is_sure(text: str, mention: Mention) -> bool:
    """Tell whether a name is no word of a table: a full name that is surely one, or a word that is nothing else."""
    by_lists = mention.score if mention.source.startswith("lists") else 0.0
    listed = float(dict(mention.features).get("lists", by_lists))
    name = mention.span.of(text)
    words = _words(name)
    if _is_measure(words, text) or _is_thing(words) or _is_thing(_words(text)):
        return False
    if len(words) > 1:
        is_told = mention.score >= _CERTAIN_IN_FULL or listed >= _LISTED_IN_FULL or any(map(_is_given, words))
        return is_told and not all(map(_is_ordinary, words))
    if _weight(name) < _WEIGHT and mention.score < _CERTAIN:
        return False
    if name.islower():
        is_alone = len(_WORD.findall(text)) == 1
        return listed >= (_LISTED_SMALL if is_alone else _LISTED_BESIDE) and _is_nothing_else(name)
    return listed >= _LISTED and not _is_ordinary(name)


def _is_measure(words: Sequence[str], text: str) -> bool:
    """Tell whether names are those of a test or a scale."""
    own, all_words = set(map(normal, words)), list(map(normal, _words(text)))
    pairs = [pair for pair in pairwise(all_words) if not _PAIRS.isdisjoint((" ".join(pair), " ".join(pair[::-1])))]
    return any(own <= set(pair) for pair in pairs) or (own <= _MEASURES and len(own) == 1 < len(all_words))


def _is_thing(words: Sequence[str]) -> bool:
    """Tell whether words are the name of a town, or of a product beside ordinary words: San Francisco, GitHub login."""
    if len(words) < 2:
        return False
    orders = (words, list(reversed(words)))
    if any(open_lists().weight(normal(" ".join(each)), *THINGS) >= _WEIGHT for each in orders):
        return True
    others = [word for word in words if not (_is_nothing_else(word) and _names_things_only(word))]
    return len(others) < len(words) and all(map(_is_ordinary, others))


def _names_things_only(word: str) -> bool:
    entries = _entries(word)
    return bool(entries) and all(entry.kind in THINGS for entry in entries)


def _entries(form: str) -> Entries:
    return open_lists().find(normal(form))


def _words(name: str) -> list[str]:
    return _WORD.findall(_HUMP.sub(" ", name))


def _is_given(word: str) -> bool:
    return _weight(word, frozenset({"first"})) >= _WEIGHT and _is_nothing_else(word)


def _weight(word: str, kinds: frozenset[str] = frozenset({"first", "last"})) -> float:
    """Return how well known a word is as a name."""
    return open_lists().weight(normal(word), *kinds)


def _is_nothing_else(word: str) -> bool:
    return open_lists().ambiguity(normal(word)) <= _NOTHING_ELSE


def _is_worded(name: str) -> bool:
    """Tell whether something is made of ordinary words, and of nothing else."""
    words = _WORD.findall(name)
    return bool(words) and not any(map(str.isdigit, name)) and all(map(_is_ordinary, words))


def _is_ordinary(word: str) -> bool:
    return open_lists().ambiguity(normal(word)) > _ORDINARY
