import re

import pytest

from allonym.core.errors import SettingsError
from allonym.surrogates.placeholders import mask
from allonym.surrogates.redate import redate
from allonym.surrogates.zero import zero
from allonym.testing import desk_for, subject_for


@pytest.mark.parametrize(
    ("surface", "like"),
    [
        ("14 augusti 2013", r"\d{1,2} (?!augusti)[a-z]+ (2011|2012|2014|2015)"),
        ("3 mars", r"\d{1,2} (?!mars)[a-z]+"),
        ("maj 2015", r"(?!maj)[a-z]+ (2013|2014|2016|2017)"),
        ("2018-12-01", "1111-11-11"),
        ("180112", "111111"),
    ],
)
def test_each_part_is_drawn_anew(surface: str, like: str) -> None:
    [made] = redate().write(subject_for("DATE", surface, language="sv"), desk_for(surface))

    assert re.fullmatch(like, made), made


@pytest.mark.parametrize("day", range(1, 32))
def test_a_day_is_from_1_to_28_and_never_the_same(day: int) -> None:
    [made] = redate().write(subject_for("DATE", f"{day} maj 2015"), desk_for(""))

    assert 1 <= int(made.split()[0]) <= 28
    assert made.split()[0] != str(day)


def test_years_of_a_text_keep_their_order() -> None:
    desk = desk_for("")
    made = [redate().write(subject_for("DATE.YEAR", str(year)), desk)[0] for year in (1999, 2001, 2005)]

    assert {int(new) - old for new, old in zip(made, (1999, 2001, 2005), strict=True)} <= {-2, -1, 1, 2}
    assert int(made[1]) - int(made[0]) == 2


def test_dates_in_digits_may_have_one_form() -> None:
    assert redate(standard="11-11-1111").write(subject_for("DATE", "18/01/12"), desk_for("")) == ["11-11-1111"]


def test_what_cannot_be_read_becomes_its_kind() -> None:
    assert redate().write(subject_for("DATE", "igår"), desk_for("")) == ["[DATE]"]
    with pytest.raises(SettingsError, match="by = 1"):
        redate(by=0)


def test_masks_may_count_words_and_letters_may_all_be_one() -> None:
    assert mask(each_word=True).write(subject_for("DATE", "August  2016", "May"), desk_for("")) == ["XXX XXX", "XXX"]
    assert mask(each_word=True).write(subject_for("ADDRESS", "8 rue (Nord), Lyon."), desk_for("")) == [
        "XXX XXX (XXX), XXX."
    ]
    assert mask(each_word=True).write(subject_for("USERNAME", "@anna", "?!"), desk_for("")) == ["XXX", "XXX"]
    assert zero(letters="A").write(subject_for("PERSON.INITIALS", "J. K.-B."), desk_for("")) == ["A. A.-A."]
    with pytest.raises(SettingsError, match="letters"):
        zero(letters="1")
