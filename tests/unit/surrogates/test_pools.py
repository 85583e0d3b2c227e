"""The pools are frozen, and what their card says of them is true."""

import hashlib
import re
import time
from pathlib import Path

import allonym
from allonym.languages.pack import CODES
from allonym.surrogates.names.pool_files import VERSIONS, Pools, open_pools
from allonym.surrogates.names.styling import plain

FOLDER = Path(allonym.__file__).parent / "surrogates" / "pools"


def test_every_version_is_what_its_card_says() -> None:
    folders = {int(folder.name) for folder in FOLDER.iterdir()}

    assert folders == set(VERSIONS)
    for version in VERSIONS:
        card = (FOLDER / str(version) / "CARD.md").read_text("utf-8")
        told = dict(re.findall(r"\| (\w+\.txt) \| [\d,]+ \| `([0-9a-f]{64})` \|", card))
        hashes = {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (FOLDER / str(version)).glob("*.txt")
        }

        assert told == hashes


def test_the_pools_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < 1_500_000


def test_the_pools_load_fast() -> None:
    def load() -> float:
        pools = Pools(VERSIONS[-1])
        start = time.process_time()
        for file in ("persons", "places", "things"):
            assert pools.keys(file)
        return time.process_time() - start

    assert min(load() for _ in range(3)) < 0.03


def test_every_language_has_names_of_all_kinds() -> None:
    pools = open_pools()
    for code in CODES:
        assert min(len(pools.cell("persons", f"first {code} {gender}")) for gender in "fm") >= 150
        assert len(pools.cell("persons", f"first {code} n")) >= 20
        assert len(pools.cell("persons", f"last {code}")) >= 220
        assert len(pools.cell("places", f"town {code}")) >= 60
        assert len(pools.cell("things", f"firm {code}")) >= (2000 if code != "ar" else 500)
        assert pools.cell("things", f"stem {code}")
        assert pools.cell("things", f"line {code}")
        assert pools.cell("things", f"media {code}")


def test_no_cell_has_a_name_twice_or_an_empty_one() -> None:
    pools = open_pools()
    for file in ("persons", "places", "things"):
        for key in pools.keys(file):
            names = pools.cell(file, key)

            assert len(set(names)) == len(names), key
            assert all(name.strip() == name and name for name in names), key


def test_no_two_names_of_a_cell_differ_in_accents_only() -> None:
    pools = open_pools()
    for key in pools.keys("persons"):
        looks = [plain(name.partition("/")[0]).casefold() for name in pools.cell("persons", key)]

        assert len(set(looks)) == len(looks), key


def test_the_countries_of_our_languages_have_cities_enough() -> None:
    pools = open_pools()
    for country in ("SE", "DE", "FR", "ES", "IT", "PT", "GB", "US", "BR", "EG"):
        cells = [pools.cell("places", f"city {country} {size}") for size in range(5)]

        assert sum(map(len, cells)) >= 60, country
