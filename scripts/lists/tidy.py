"""After all sources have spoken: one meaning for what two sources say, and nothing that could only be noise."""

from collections.abc import Mapping
from dataclasses import replace

from facts import LANGUAGES, Fact, Facts, merged
from variants import is_arabic, plain

NAMES = {"first", "last"}
# The share of sources that must agree on the gender of a name.
AGREED = 0.8
# How prominent a name with accents is at least, compared with the same name without.
LIFT = 0.9
# Past so many cities of one name, the next one adds nothing.
MOST = 5
# How prominent a meaning must be to be worth a false hit on a form that is a fairly common word, or a very common one.
LEAST = {
    "first": (0.2, 0.35),
    "last": (0.2, 0.45),
    "city": (0.3, 0.5),
    "region": (0.4, 0.7),
    "company": (0.4, 0.7),
    "product": (0.2, 0.7),
    "school": (0.3, 0.7),
    "transit": (0.3, 0.7),
    "occupation": (0.2, 0.6),
    "nickname": (0.0, 0.0),
}


def tidy(facts: Facts, scores: Mapping[str, int]) -> Facts:
    """Return the facts that the tables are made from."""
    entries = {}
    for form, meanings in facts.entries.items():
        ambiguity = highest(scores.get(form, 0))
        told = [gendered(fact, facts.genders) for fact in one_per_name(list(meanings.values()))]
        kept = [fact for fact in told if is_worth(fact, ambiguity)]
        if kept:
            entries[form] = {(fact.kind, fact.canonical): fact for fact in kept}
    lifted_up = {form: lifted(form, meanings, entries) for form, meanings in entries.items()}
    return Facts(lifted_up, facts.parents, facts.counts)


def gendered(fact: Fact, genders: Mapping[str, Mapping[str, int]]) -> Fact:
    """Return a first name with the gender that nearly all say it has: some list Mary among the men, too."""
    votes = genders.get(fact.form) if fact.kind == "first" else None
    if not votes:
        return fact
    gender, most = max(votes.items(), key=lambda vote: vote[1])
    return replace(fact, gender=gender if most >= AGREED * sum(votes.values()) else "n")


Meanings = dict[tuple[str, str], Fact]


def lifted(form: str, meanings: Meanings, entries: Mapping[str, Meanings]) -> Meanings:
    """Return the meanings of a name with accents, almost as prominent as without: a census often leaves them out."""
    bare = plain(form)
    if bare == form or is_arabic(form) or bare not in entries:
        return meanings
    weights = {kind: max(f.weight for f in entries[bare].values() if f.kind == kind) for kind, _ in entries[bare]}
    return {
        key: replace(fact, weight=max(fact.weight, LIFT * weights.get(fact.kind, 0))) if fact.kind in NAMES else fact
        for key, fact in meanings.items()
    }


def one_per_name(meanings: list[Fact]) -> list[Fact]:
    """Return meanings with one first name and one surname at most: the most prominent spelling is the canonical one."""
    others = told_apart([fact for fact in meanings if fact.kind not in NAMES])
    for kind in sorted(NAMES):
        ranked = sorted(
            (fact for fact in meanings if fact.kind == kind), key=lambda fact: (-fact.weight, fact.canonical)
        )
        if ranked:
            chief = ranked[0]
            for fact in ranked[1:]:
                chief = merged(chief, fact)
            others.append(chief)
    return others


def told_apart(meanings: list[Fact]) -> list[Fact]:
    """Return meanings without those that say less than another: no thing beside a thing, a logo beside its company."""
    with_thing = {fact.kind for fact in meanings if fact.canonical}
    kinds = {fact.kind for fact in meanings}
    kept = [fact for fact in meanings if fact.canonical or fact.kind not in with_thing]
    kept = [fact for fact in kept if fact.source != "simple-icons" or "company" not in kinds]
    ranked = sorted(kept, key=lambda fact: (-fact.weight, fact.kind, fact.canonical))
    return [fact for place, fact in enumerate(ranked) if same_kind_before(ranked, place) < MOST]


def same_kind_before(ranked: list[Fact], place: int) -> int:
    """Return how many meanings of the same kind are more prominent."""
    return sum(fact.kind == ranked[place].kind for fact in ranked[:place])


def is_worth(fact: Fact, ambiguity: float) -> bool:
    """Tell whether a meaning is prominent enough for how common its form is as a word."""
    if fact.kind == "nickname" and len(fact.form) <= 3 and ambiguity >= 0.8:
        return False
    if fact.kind not in LEAST or fact.source == "allonym":
        return True
    common, very_common = LEAST[fact.kind]
    return fact.weight >= (very_common if ambiguity >= 0.8 else common if ambiguity >= 0.5 else 0.0)


def highest(score: int) -> float:
    """Return the highest of the scores of the languages."""
    return max((score >> 4 * place & 15) for place in range(len(LANGUAGES))) / 15
