import re

import pytest

from allonym.core.errors import SettingsError
from allonym.surrogates.hashing import hashed
from allonym.testing import desk_for, subject_for


def test_a_hash_stands_for_who_it_is_however_it_is_written() -> None:
    made = hashed().write(subject_for("PERSON", "Anna Berg", "anna berg"), desk_for(""))

    assert made[0] == made[1]
    assert re.fullmatch(r"PERSON_[0-9a-f]{12}", made[0])


def test_length_and_template_are_options() -> None:
    made = hashed(length=20, template="<{fine}:{hash}>").write(subject_for("PERSON.FIRST", "Anna"), desk_for(""))

    assert re.fullmatch(r"<FIRST:[0-9a-f]{20}>", made[0])


def test_two_originals_have_two_hashes() -> None:
    desk = desk_for("")
    made = {hashed(length=6).write(subject_for("PERSON", f"Anna {number}"), desk)[0] for number in range(2000)}

    assert len(made) == 2000


def test_a_hash_that_stands_in_the_text_is_not_given() -> None:
    [first] = hashed().write(subject_for("PERSON", "Anna"), desk_for(""))

    assert hashed().write(subject_for("PERSON", "Anna"), desk_for(f"Anna met {first}")) != [first]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"length": 4}, "6 to 64"),
        ({"template": "x"}, "needs {hash}"),
        ({"template": "{hsh}{hash}"}, "unknown slot {hsh}, did you mean 'hash'"),
    ],
)
def test_options_that_cannot_work_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(message)):
        hashed(**options)  # type: ignore[arg-type]
