"""Ordinary names of columns and keys pass, those that surely name somebody do not, and the message says where."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from allonym.core.errors import InputError
from allonym.core.labels import LABELS
from allonym.core.pieces import Layout
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.files import Run, pseudonymize_file
from allonym.running.naming import place_of, refused
from allonym.running.reports import Report
from allonym.running.sources import find_inputs
from allonym.settings import load_settings

KEYS = ["geo", "lon", "cid", "m", "leaf", "sender", "guild", "lemma", "max", "mark", "grant", "gene", "miles"]
COLUMNS = [
    "lang",
    "geo",
    "lon",
    "lng",
    "ip",
    "src",
    "uri",
    "msg",
    "dob",
    "key",
    "keys",
    "val",
    "meta",
    "misc",
    "coords",
    "pk",
    "fk",
    "sid",
    "gid",
    "sku",
    "qty",
    "avg",
    "dist",
    "sha",
    "db",
    "seed",
    "split",
    "fold",
    "spans",
    "upos",
    "lemma",
    "deprel",
    "deps",
    "sender",
    "max",
    "edge",
    "sv",
    "pt",
    "opts",
    "favs",
]
COMMON = [
    "user_id",
    "tweet_id",
    "created_at",
    "full_text",
    "screen_name",
    "reply_count",
    "max_len",
    "lang_conf",
    "val_loss",
    "sender_name",
    "gene_id",
    "uuid",
    "guid",
    "doi",
    "isbn",
    "issn",
    "arxiv",
    "stem",
    "ner",
    "head",
    "feats",
    "xpos",
    "batch",
    "coder",
    "rater",
    "bill",
    "page",
    "line",
    "street",
    "penny",
    "beta",
    "zeta",
    "alpha",
    "delta",
    "tz",
    "ts",
    "df",
    "sd",
    "rod",
    "lance",
    "frank",
]
WRITTEN = [
    "Name",
    "City",
    "Country",
    "Max",
    "Mark",
    "Grant",
    "Key",
    "Lang",
    "Sender",
    "Lemma",
    "Price",
    "Qty",
    "SKU",
    "DOB",
    "IP",
    "MSG",
    "MAX",
    "KEY",
    "maxLength",
    "senderName",
    "geoTag",
    "keyName",
    "coordsLat",
    "geo.lat",
    "lemma:en",
    "max-age",
    "x-sender",
    "$key",
]
SPACED = [
    "Unnamed: 0",
    "Group A",
    "Label A",
    "IP Address",
    "Grant ID",
    "Max Value",
    "Mark Total",
    "Geo Lat",
    "Gene Name",
]
COUNTED = [
    "facebook_likes", "twitter_followers", "instagram_handle", "github_login", "tiktok_views", "youtube_channel",
    "snapchat_score", "telegram_username", "skype_name", "san_francisco", "New York", "Cohen Kappa", "Pearson r",
    "Shapiro-Wilk", "Kolmogorov Smirnov", "Mann Whitney U", "Fisher exact", "Beck depression", "Likert scale",
]  # fmt: skip
"""Accounts that are counted, towns, and tests and scales that are called after somebody."""
PASS = [*KEYS, *COLUMNS, *COMMON, *WRITTEN, *SPACED, *COUNTED]
NAMING = [
    "Anna Svensson",
    "MariaSchmidt",
    "anna_svensson",
    "anna-svensson",
    "Svensson, Anna",
    "Dr Anna Svensson",
    "score of Maria Schmidt",
    "Svetlana",
    "Mohammed",
    "Fatima",
    "svetlana",
    "mohammed",
    "Anna Pearson",
    "Cohen, Maria",
]
FAST = load_settings("default").with_model(fast=True)


@pytest.fixture(scope="module")
def tool() -> Pseudonymizer:
    return Pseudonymizer("default")


def taken(tool: Pseudonymizer, path: Path, data: bytes) -> tuple[Report, bytes]:
    """Take a file through; return what is told of it, and what came out."""
    path.write_bytes(data)
    out = path.with_name(f"out-{path.name}")
    [source], _ = find_inputs([str(path)], None, Layout())
    return pseudonymize_file(Run(tool), source, out), out.read_bytes()


def test_more_than_forty_further_names_are_tried() -> None:
    assert len({*COMMON, *WRITTEN, *SPACED} - {*KEYS, *COLUMNS}) >= 40


@pytest.mark.parametrize("settings", ["default", FAST], ids=["network", "fast"])
def test_ordinary_names_pass_and_those_of_people_do_not(settings: Any) -> None:
    tool = Pseudonymizer(settings)
    asked = dict.fromkeys([*PASS, *NAMING], tuple(LABELS))

    assert sorted(refused(tool, asked)) == sorted(NAMING)
    assert sorted(refused(tool, dict.fromkeys(asked, ("PERSON", "EMAIL")))) == sorted(NAMING)


@pytest.mark.parametrize("name", ["facebook annasvensson84", "twitter_anna_svensson84"])
def test_an_account_is_refused_where_what_is_counted_of_accounts_is_not(tool: Pseudonymizer, name: str) -> None:
    assert list(refused(tool, {name: ("USERNAME",), "twitter_followers": ("USERNAME",)})) == [name]


def test_identifiers_and_listed_words_are_refused_in_any_name() -> None:
    tool = Pseudonymizer("default", terms={"PERSON": ["geo"]}, allow=["svetlana"])
    names = ["geo", "geo_id", "lang", "svetlana", "key anna@example.org", "Xq anna@example.org"]

    found = refused(tool, dict.fromkeys(names, ("EMAIL", "PERSON")))
    assert found == {
        "geo": "PERSON",
        "geo_id": "PERSON",
        "key anna@example.org": "EMAIL",
        "Xq anna@example.org": "EMAIL",
    }


def test_a_table_with_ordinary_columns_goes_through(tool: Pseudonymizer, tmp_path: Path) -> None:
    names = [name for name in dict.fromkeys([*PASS, "text"]) if not name.startswith("$")]
    row = ["x"] * (len(names) - 1) + ["Anna Svensson came."]
    _, made = taken(tool, tmp_path / "a.csv", f"{','.join(names)}\n{','.join(row)}\n".encode())

    head, line = made.decode().splitlines()
    assert head.split(",") == names
    assert line.endswith("[PERSON_1] came.")


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_records_with_ordinary_keys_go_through(tool: Pseudonymizer, tmp_path: Path, name: str) -> None:
    flat = dict.fromkeys(PASS, 1)
    record = {**flat, "in": {"list": [{**flat, "geo": {"lon": 1}}]}, "text": "Anna Svensson came."}
    given = json.dumps(record).encode()
    report, made = taken(tool, tmp_path / name, given + b"\n" if name == "a.jsonl" else b"[" + given + b"]")

    assert not report.failed
    assert made.count(b"[PERSON_1] came.") == 1
    assert made.count(b'"geo"') == 2


TWEETS = {
    "v1": {
        "created_at": "Wed Oct 10 20:19:24 +0000 2018",
        "id_str": "1050118621198921728",
        "text": "Anna Svensson came.",
        "source": "web",
        "truncated": False,
        "user": {"id_str": "6253282", "lang": None, "geo_enabled": True},
        "geo": {"type": "Point", "coordinates": [1.5, 2.5]},
        "coordinates": {"type": "Point", "coordinates": [2.5, 1.5]},
        "place": None,
        "entities": {"hashtags": [], "urls": [], "user_mentions": [], "symbols": []},
        "favorited": False,
        "lang": "en",
    },
    "v2": {
        "data": [
            {
                "id": "1050118621198921728",
                "text": "Anna Svensson came.",
                "lang": "en",
                "geo": {"place_id": "01a9a39529b27f36", "coordinates": {"type": "Point", "coordinates": [1.5, 2.5]}},
                "public_metrics": {"retweet_count": 1, "reply_count": 2, "like_count": 3, "quote_count": 4},
                "edit_history_tweet_ids": ["1050118621198921728"],
            }
        ],
        "includes": {"places": [{"geo": {"type": "Feature", "bbox": [1.5, 2.5, 3.5, 4.5], "properties": {}}}]},
        "meta": {"result_count": 1, "next_token": "b26v89c19zqg8o3f"},
    },
}


@pytest.mark.parametrize("shape", ["v1", "v2"])
def test_tweets_with_a_place_go_through(tool: Pseudonymizer, tmp_path: Path, shape: str) -> None:
    given = json.dumps(TWEETS[shape]).encode()
    lines, made = taken(tool, tmp_path / "tweets.jsonl", given + b"\n")
    script, exported = taken(tool, tmp_path / "tweets.js", b'window.YTD.tweets.part0 = [{"tweet": ' + given + b"}]")

    assert not lines.failed
    assert not script.failed
    assert b"[PERSON_1] came." in made
    assert b"[PERSON_1] came." in exported
    assert b'"geo"' in exported


def test_maps_and_structs_of_arrow_go_through(tool: Pseudonymizer, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    table = pa.table(
        {
            "tags": pa.array([[("a", "Anna Svensson came.")]], pa.map_(pa.string(), pa.string())),
            "pair": pa.array([{"key": "x", "geo": 1, "Max": 2}]),
        }
    )
    packed = io.BytesIO()
    pq.write_table(table, packed)
    _, made = taken(tool, tmp_path / "a.parquet", packed.getvalue())

    back = pq.read_table(io.BytesIO(made))
    assert back.schema.field("pair").type == table.schema.field("pair").type
    assert back["tags"].to_pylist() == [[("a", "[PERSON_1] came.")]]


def zipped(*names: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in names:
            archive.writestr(name, "Anna Svensson came.\n" if name.endswith(".txt") else '{"text": "x"}\n')
    return made.getvalue()


def test_files_with_ordinary_names_go_through_in_an_archive(tool: Pseudonymizer, tmp_path: Path) -> None:
    names = ["a.txt", "c.jsonl", "geo.jsonl", "max.txt", "part-1.txt", "de/sv.txt", "essay_A2.txt"]
    report, made = taken(tool, tmp_path / "a.zip", zipped(*names))

    assert not report.failed
    assert zipfile.ZipFile(io.BytesIO(made)).namelist() == names


@pytest.mark.parametrize("name", ["a.svensson@example.org.txt", "Anna Svensson.txt", "svetlana.txt", "@julia_v.txt"])
def test_a_file_named_like_somebody_is_refused_in_an_archive(tool: Pseudonymizer, tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"^a\.zip member 2: the name of a file holds [A-Z.]+, ") as caught:
        taken(tool, tmp_path / "a.zip", zipped("a.txt", name))
    assert name not in str(caught.value)


@pytest.mark.parametrize("allowed", ["Anna Svensson.txt", "anna svensson"])
def test_a_file_whose_name_is_allowed_goes_through_in_an_archive(tmp_path: Path, allowed: str) -> None:
    tool = Pseudonymizer(load_settings("default").with_model(fast=True), allow=[allowed])
    _, made = taken(tool, tmp_path / "a.zip", zipped("Anna Svensson.txt"))

    assert zipfile.ZipFile(io.BytesIO(made)).namelist() == ["Anna Svensson.txt"]


def test_a_column_that_is_refused_is_told_by_its_number(tool: Pseudonymizer, tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"a column name holds PERSON; .*--allow it or rename it; it is column 3"
    ) as caught:
        taken(tool, tmp_path / "a.csv", b"id,geo,Anna Svensson,text\n1,x,y,z\n")
    assert "Svensson" not in str(caught.value)


def test_a_key_that_is_refused_is_told_by_its_path(tool: Pseudonymizer, tmp_path: Path) -> None:
    bad = {"a": [{"b": {"Anna Svensson": {"my own words": 1}}}], "text": "x"}
    given = json.dumps({"text": "y"}) + "\n" + json.dumps(bad) + "\n"
    report, _ = taken(tool, tmp_path / "a.jsonl", given.encode())

    [problem] = report.problems
    assert str(problem).endswith("--allow it or rename it; it stands at $.a[].b.?")
    with pytest.raises(InputError, match=r"it stands at \$\.a\[\]\.b\.\?"):
        taken(tool, tmp_path / "a.json", json.dumps([{"text": "y"}, bad]).encode())


@pytest.mark.parametrize(
    ("text", "name", "place"),
    [
        ('{"a": {"x": 1}}', "x", "$.a.?"),
        ('{"x": 1}', "x", "$.?"),
        (', {"a b": [[{"x": 1}]]}', "x", "$.?.?"),
        ('{"bad": {"x": 1}}', "x", "$.?.?"),
        ('{"a": 1}', "x", ""),
        ("no JSON", "x", ""),
        ("", "x", ""),
    ],
)
def test_a_path_shows_only_what_looks_like_a_name(text: str, name: str, place: str) -> None:
    assert place_of(text, name, {"bad", "x"}) == place
