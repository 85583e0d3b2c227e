import pytest

from allonym.core.errors import SettingsError
from allonym.core.registry import Registry
from allonym.testing import check_surrogate_maker, desk_for, subject_for

OPTIONS = {"fixed": {"text": "someone"}}


@pytest.mark.parametrize("name", Registry("surrogates").names())
def test_every_strategy_passes_the_kit(name: str) -> None:
    check_surrogate_maker(Registry("surrogates").make(name, OPTIONS.get(name, {})))


@pytest.mark.parametrize(
    ("strategy", "options", "label", "surface", "expected"),
    [
        ("delete", {}, "PERSON", "Anna", ""),
        ("mask", {}, "PERSON", "Anna", "XXX"),
        ("mask", {"text": "***"}, "PERSON", "Anna", "***"),
        ("placeholder", {}, "EMAIL", "a@b.se", "[REDACTED]"),
        ("category", {}, "PERSON.FIRST", "Anna", "[PERSON]"),
        ("category", {"template": "<{label}>"}, "EMAIL", "a@b.se", "<EMAIL>"),
        ("numbered", {}, "PERSON.FIRST", "Anna", "[PERSON_1]"),
        ("numbered", {"template": "Company{n}"}, "ORGANIZATION.COMPANY", "Ikea", "Company1"),
        ("numbered", {"template": "_{fine}{n}"}, "LOCATION.CITY", "Leeds", "_CITY1"),
        ("numbered", {"template": "_{fine}{n}"}, "EMAIL", "a@b.se", "_EMAIL1"),
        ("fixed", {"text": "email@dot.com"}, "EMAIL", "a@b.se", "email@dot.com"),
        ("zero", {}, "ADDRESS.ZIP", "SW1 4ÅÄ", "AB0 0CD"),
        ("zero", {}, "PHONE", "+46 (0)70-174 06 05", "+00 (0)00-000 00 00"),
        ("zero", {}, "PHONE", "٠٥٠\u200b１", "0000"),
    ],
)
def test_a_strategy_puts(strategy: str, options: dict[str, object], label: str, surface: str, expected: str) -> None:
    maker = Registry("surrogates").make(strategy, options)

    assert maker.write(subject_for(label, surface), desk_for(surface)) == [expected]


@pytest.mark.parametrize(
    ("strategy", "options", "message"),
    [
        ("numbered", {"template": "[X]"}, "needs {n}"),
        ("numbered", {"template": "{lable}{n}"}, "unknown slot {lable}, did you mean 'label'"),
        ("category", {"template": "[X]"}, "needs {label}"),
        ("mask", {"text": ""}, "needs a text; to leave nothing, use 'delete'"),
    ],
)
def test_a_template_that_cannot_work_is_refused(strategy: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=message.replace("{", r"\{").replace("}", r"\}")):
        Registry("surrogates").make(strategy, options)


def test_what_looks_alike_is_counted_together() -> None:
    maker, desk = Registry("surrogates").make("numbered", {}), desk_for("Anna Berg")
    subjects = subject_for("PERSON.FIRST", "Anna"), subject_for("PERSON.LAST", "Berg"), subject_for("EMAIL", "a@b.se")

    assert [maker.write(each, desk)[0] for each in subjects] == ["[PERSON_1]", "[PERSON_2]", "[EMAIL_1]"]


def test_a_stand_in_that_already_stands_in_the_text_is_skipped() -> None:
    maker = Registry("surrogates").make("numbered", {})

    assert maker.write(subject_for("PERSON", "Anna"), desk_for("Anna met [PERSON_1]")) == ["[PERSON_2]"]
