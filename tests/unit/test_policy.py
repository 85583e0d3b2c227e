import re
from dataclasses import replace

import pytest

from allonym.core.errors import SettingsError
from allonym.core.types import DENIED, Action, Decision, Document, Entity, Mention, Span
from allonym.policy.exempting import Exemption, canonical_names, listed
from allonym.policy.homes import country_of
from allonym.policy.rules import HOME, Policy, Rule
from allonym.settings.parsing import parse

OTHERWISE = Rule("otherwise", (), "numbered")
CITY = Rule("city", ("LOCATION.CITY",), "numbered", when="writer")
SEVERAL = Rule("indirect", ("AGE", "PROFESSION", "LOCATION"), "numbered", when="several")


def entity(text: str, words: str, label: str, *, denied: bool = False) -> Entity:
    start = text.index(words)
    features = DENIED if denied else ()
    return Entity(words, label, (Mention(Span(start, start + len(words)), label, 1.0, "test", features),))


def decided(
    policy: Policy, text: str, *found: tuple[str, str], language: str | None = "en"
) -> list[tuple[Action, str]]:
    entities = [entity(text, words, label) for words, label in found]
    return [(each.action, each.rule) for each in policy.decide(Document("d", text, language), entities)]


def policy(*rules: Rule, exempt: tuple[Exemption, ...] = (), home: str = "") -> Policy:
    return Policy({label: rule for rule in rules for label in rule.labels}, OTHERWISE, frozenset(), exempt, home)


@pytest.mark.parametrize(
    ("language", "text", "city", "tied"),
    [
        ("en", "I grew up in Istanbul.", "Istanbul", True),
        ("en", "Istanbul has two airports. I like planes.", "Istanbul", False),
        ("fr", "J'habite à Lyon avec ma mère.", "Lyon", True),
        ("fr", "Lyon est une grande ville.", "Lyon", False),
        ("de", "Meine Eltern wohnen in Bremen.", "Bremen", True),
        ("de", "Bremen liegt an der Weser.", "Bremen", False),
        ("es", "Nací en Sevilla en 1990.", "Sevilla", True),
        ("es", "Sevilla recibe muchos turistas.", "Sevilla", False),
        ("it", "Abito a Bari da due anni.", "Bari", True),
        ("it", "Bari ha un porto.", "Bari", False),
        ("pt", "Moro em Braga desde 2010.", "Braga", True),
        ("pt", "Braga tem uma universidade.", "Braga", False),
        ("sv", "Min bror bor i Lund.", "Lund", True),
        ("sv", "Lund har en domkyrka.", "Lund", False),
        ("ar", "أعيش في بيروت منذ سنوات.", "بيروت", True),
        ("ar", "بيروت مدينة كبيرة.", "بيروت", False),
    ],
)
def test_a_city_goes_only_if_the_writer_is_tied_to_it(language: str, text: str, city: str, tied: bool) -> None:
    [(action, rule)] = decided(policy(CITY), text, (city, "LOCATION.CITY"), language=language)

    assert (action, rule) == (Action.REPLACE if tied else Action.MARK, "city")


def test_what_the_user_listed_goes_whatever_the_condition() -> None:
    text = "Istanbul is large."
    listed_one = entity(text, "Istanbul", "LOCATION.CITY", denied=True)

    assert policy(CITY).decide(Document("d", text, "en"), [listed_one])[0].action is Action.REPLACE


def test_one_of_several_indirect_identifiers_goes_the_first_by_the_rule() -> None:
    text = "A nurse of 34 from Lund"
    found = ("nurse", "PROFESSION"), ("34", "AGE"), ("Lund", "LOCATION.CITY")

    assert [action for action, _ in decided(policy(SEVERAL), text, *found)] == [
        Action.MARK,
        Action.REPLACE,
        Action.MARK,
    ]
    assert decided(policy(SEVERAL), text, found[0]) == [(Action.MARK, "indirect")]


def test_rare_things_wait_for_the_corpus() -> None:
    rare = Rule("rare", ("PROFESSION",), "numbered", when="rare")

    assert decided(policy(rare), "I am a falconer", ("falconer", "PROFESSION")) == [(Action.MARK, "rare")]


FIGURES = Exemption("public figures", ("PERSON",), listed("public-figures"))


@pytest.mark.parametrize(
    ("text", "name", "exempt"),
    [
        ("President Barack Obama spoke.", "Barack Obama", True),
        ("The plumber is called Barack Obama.", "Barack Obama", False),
        ("Barack Obama fixed our sink. The president was away.", "Barack Obama", False),
        ("President Anna Berg spoke.", "Anna Berg", False),
        ("the novel by VIRGINIA WOOLF", "VIRGINIA WOOLF", True),
    ],
)
def test_a_public_figure_stays_but_a_namesake_does_not(text: str, name: str, exempt: bool) -> None:
    expected = (Action.KEEP, "exempt:public figures") if exempt else (Action.REPLACE, "otherwise")

    assert decided(policy(exempt=(FIGURES,)), text, (name, "PERSON")) == [expected]


def test_a_public_figure_that_the_user_listed_goes() -> None:
    text = "President Barack Obama spoke."
    found = entity(text, "Barack Obama", "PERSON", denied=True)

    assert policy(exempt=(FIGURES,)).decide(Document("d", text, "en"), [found])[0].action is Action.REPLACE


def test_small_organisations_are_not_exempt() -> None:
    firms = Exemption("organisations", ("ORGANIZATION",), unless="small")
    rules = policy(exempt=(firms,))

    assert decided(rules, "Siemens built it.", ("Siemens", "ORGANIZATION.COMPANY"))[0][0] is Action.KEEP
    assert decided(rules, "the owner of Siemens", ("Siemens", "ORGANIZATION.COMPANY"))[0][0] is Action.REPLACE


def test_the_home_country_stays_and_other_places_are_foreign() -> None:
    text = "Från Sverige till Polens Gdansk och Malmö"
    found = [entity(text, "Sverige", "LOCATION.COUNTRY"), entity(text, "Polens", "LOCATION.COUNTRY")]
    found += [entity(text, "Gdansk", "LOCATION.CITY"), entity(text, "Malmö", "LOCATION.CITY")]
    decisions = policy(home="SE").decide(Document("d", text, "sv"), found)

    def foreign(decision: Decision) -> bool:
        return ("foreign", "yes") in decision.entity.mentions[0].features

    assert [(each.rule, foreign(each)) for each in decisions] == [
        (HOME, False), ("otherwise", True), ("otherwise", True), ("otherwise", False),
    ]  # fmt: skip


@pytest.mark.parametrize(("words", "country"), [("السويد", "SE"), ("Suède", "SE"), ("Leeds", "GB"), ("Xyzzyq", "")])
def test_a_place_lies_in_a_country(words: str, country: str) -> None:
    assert country_of(words) == country


def test_an_exemption_by_names_of_the_user_needs_no_cue_if_it_says_so() -> None:
    mine = Exemption("ours", ("PERSON",), canonical_names(["Anna Berg"]), cue=False)

    assert decided(policy(exempt=(mine,)), "anna  BERG", ("anna  BERG", "PERSON")) == [(Action.KEEP, "exempt:ours")]
    assert (
        replace(mine, cue=True).holds(Document("d", "Anna Berg"), entity("Anna Berg", "Anna Berg", "PERSON")) is False
    )


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ('[[exempt]]\nlabels = ["EMAIL"]', "line 2: exemption 1: only PERSON, .* can be exempt, not 'EMAIL'"),
        ('[[exempt]]\nlabels = ["PERSON"]\nlist = "publicfigures"', "line 3: .*did you mean 'public-figures'"),
        (
            '[[exempt]]\nlabels = ["PERSON"]\nfile = "nowhere.txt"',
            "line 3: cannot read .*nowhere.txt: FileNotFoundError",
        ),
        ('[[exempt]]\nlabels = ["PERSON"]\ncue = "yes"', "line 3: 'cue' must be true or false"),
        ('[[exempt]]\nlabels = ["PERSON"]\nwords = ["x"]', "line 3: unknown setting of an exemption 'words'"),
        ('[[rules]]\nlabels = ["AGE"]\nstrategy = "mask"\nwhen = "wirter"', "line 4: .*did you mean 'writer'"),
        ('[[rules]]\nlabels = ["AGE"]\nstrategy = "mark"\nwhen = "rare"', "line 4: 'when' says when a rule replaces"),
        ('[[rules]]\nlabels = ["AGE"]\nstrategy = ["hash", "generalise"]', "line 3: rule 1 has one strategy; for two"),
        ('home = "Sweden"', "line 1: home is a country by its two letters"),
    ],
)
def test_a_policy_that_cannot_work_is_refused(profile: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        parse("mine.toml", profile)


def test_a_mark_that_may_stay_does_not_hide_an_address() -> None:
    from allonym import Pseudonymizer

    text = "Her home is 14 Elm Avenue, Springfield, IL 62704, USA. She is a nurse."
    for profile in ("cloaked-s3", "swell-writer", "default"):
        assert "Elm" not in Pseudonymizer(profile).pseudonymize(text).text, profile


@pytest.mark.parametrize(
    "text",
    [
        "The singer Taylor Swift spoke. My cousin Taylor Swift is in hospital.",
        "My dentist Donald Trump is president of our club.",
    ],
)
def test_nobodys_cousin_is_a_public_figure(text: str) -> None:
    names = ("Taylor Swift", "Donald Trump")
    name = next(each for each in names if each in text)
    spans = [Span(match.start(), match.end()) for match in re.finditer(name, text)]
    found = Entity("e1", "PERSON", tuple(Mention(span, "PERSON", 1.0, "test") for span in spans))

    assert policy(exempt=(FIGURES,)).decide(Document("d", text, "en"), [found])[0].action is Action.REPLACE
