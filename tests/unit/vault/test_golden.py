"""A vault that was written once and for all: whatever stands in vaults is found by the same tags for ever."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest
from tests.unit.vault.every_table import GIVEN, GOLDEN, MADE, OUTPUT, PEOPLE, SERIES, TEXTS, handed_over, recoveries
from tests.unit.vault.helpers import QUICK

from allonym.core.errors import VaultError
from allonym.core.types import Draw, digest
from allonym.vault.records import unpack_file
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import open_file
from allonym.vault.store import FILES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "made.csv").write_bytes(MADE)
    return Path(copy(GOLDEN, tmp_path / "study.vault"))


@pytest.fixture
def golden(path: Path) -> Iterator[SealedVault]:
    with open_file(path, PEOPLE.passphrase, options=QUICK) as vault:
        yield vault


def test_a_vault_of_the_second_format_still_opens(golden: SealedVault, tmp_path: Path) -> None:
    assert golden.audit.verify().entries == 11
    assert [ask() for ask in recoveries(golden, tmp_path / "made.csv").values()] == [
        *(text.original for text in TEXTS),
        TEXTS[1].original,
        GIVEN,
        "karl ek",
    ]
    assert golden.verify().format == 2


def test_its_workers_and_recoverers_still_come_in(path: Path, tmp_path: Path) -> None:
    with open_file(path, PEOPLE.worker, options=QUICK) as worker:
        assert worker.assign("corpus", SERIES, "karl ek", lambda _: None) == "[PERSON_2]"
    assert handed_over(path, PEOPLE, tmp_path / "made.csv") == GIVEN
    with pytest.raises(VaultError, match="used"):
        handed_over(path, PEOPLE, tmp_path / "made.csv")


def test_people_in_it_are_found_and_those_who_have_withdrawn_are_known(golden: SealedVault) -> None:
    has_withdrawn = golden.subjects.withdrawn()
    found = golden.subjects.find("Anna Berg")

    assert has_withdrawn is not None
    names = ("nicolas sarkozy", "n sarkozy", "anna berg")
    assert [has_withdrawn("PERSON", name) for name in names] == [True, True, False]
    assert found.reference == "8b627fff2c61ccd8c2f1f3c2550a8c8a"
    assert [(each.document, each.pseudonyms) for each in found.found] == [
        ("post-1", ("[PERSON_1]",)),
        ("post-3", ("[PERSON_1]",)),
    ]
    assert [each.document for each in golden.subjects.find("cy@example.org", "EMAIL").found] == ["1"]


def test_counting_and_drawing_go_on_where_they_were(golden: SealedVault) -> None:
    drawn = list[Draw]()

    def propose(draw: Draw) -> str:
        drawn.append(draw)
        return f"[PERSON_{draw.number - 1}]" if draw.attempt == 0 else f"[PERSON_{draw.number}]"

    # Four was the number of somebody who has withdrawn, so it is passed over.
    assert golden.assign("corpus", SERIES, "new", propose) == "[PERSON_6]"
    assert [draw.number for draw in drawn] == [5, 6]
    assert drawn[0].seed.hex() == "a998e05894f54e14c4d34d3af5d769e14e7a8e9b7794319157b1eb36196a467d"
    assert golden.knows("corpus", SERIES, "مريم")
    assert golden.seed("corpus", "a", "b").hex() == "ec369b99d6b30b2aa7588a70e15beef378c9531f75d4f0ae58b8cb03093c710d"
    assert golden.name_for("Anna") == "d-cfe3da77cd6cd41b167e7e1b"


def test_a_file_and_texts_that_it_knows_are_not_kept_twice(golden: SealedVault, path: Path) -> None:
    [(_, plain)] = golden._rows.scan(FILES)
    before = golden.info()
    record = golden.find_file(OUTPUT, "posts.csv")

    assert record is not None
    assert golden.begin_file(digest(GIVEN.decode()), unpack_file(plain, 1).settings) == record.file == 1
    golden.remember(golden.searches.manifests_of("post-1"))
    assert golden.info() == before
    [mine] = golden.searches.manifests_of("post-3")
    with open_file(path, PEOPLE.worker, options=QUICK) as worker:
        worker.remember([replace(mine, place=None)])
    assert golden.info() == before


def test_its_certificates_can_still_be_proven(golden: SealedVault) -> None:
    assert golden.audit.public_key == (
        "allonym-verify-EK37-B7MY-H32R-942X-FED6-G1GD-AWR0-9RE4-2X0F-5Q4E-ADYW-M2DZ-W2YM-7H7E"
    )
    assert golden.certificates.input_tag(b"in") == "02dbc2aa4d6e1b1cf9d2f5e36e95e1934c09a90cab5e2c2eaf244e0d6c82aeb9"
    salt = golden.certificates._salt(bytes(16), "anna berg")
    assert salt.hex() == "2ae16c55fffb8e3a573415b2141631187ddb5f464d34ebfdecab515ef5fd5c4c"
