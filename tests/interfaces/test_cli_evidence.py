"""`allonym residual` and `allonym risk` as a user runs them."""

import json
from pathlib import Path

import pytest
from tests.interfaces.command import allonym

POSTS = "id,text\n1,Zorblax Quint called +46 70 174 06 05\n2,nothing here\n"


@pytest.fixture
def study(tmp_path: Path) -> Path:
    (tmp_path / "posts.csv").write_text(POSTS)
    (tmp_path / "names.txt").write_text("Zorblax Quint\n")
    done = allonym(
        "pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", "--fast", "--terms", "names.txt", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    return tmp_path


def test_a_clean_output_leaves_with_0_and_one_with_a_name_with_1(study: Path) -> None:
    clean = allonym("residual", "out.csv", "--vault", "v", "--fast", "--json", "r.json", cwd=study)
    left = (study / "out.csv").read_text().replace("nothing here", "ask QUINT zorblax")
    (study / "bad.csv").write_text(left)
    options = ("--json", "r.json", "--deny", "deny.txt", "-o", "r.html")
    bad = allonym("residual", "bad.csv", "--vault", "v", "--fast", *options, cwd=study)
    report = json.loads((study / "r.json").read_text())
    everything = (
        clean.stdout + bad.stdout + bad.stderr + (study / "r.html").read_bytes() + (study / "r.json").read_bytes()
    )

    assert (clean.returncode, bad.returncode) == (0, 1), clean.stdout + bad.stderr
    assert b"0 findings" in clean.stdout
    assert [each["findings"] for each in report["rounds"]] == [0, 1]
    [found] = [each for each in report["found"] if each["severity"] != "low"]
    assert (found["row"], found["column"], found["start"], found["end"]) == (3, "text", 4, 17)
    assert b"--terms deny.txt" in bad.stdout
    assert b"zorblax" not in everything.lower()
    assert (study / "deny.txt").read_text() == "QUINT zorblax\tPERSON\n"
    for name in ("r.json", "r.html", "deny.txt"):
        assert (study / name).stat().st_mode & 0o777 == 0o600


def test_words_are_shown_if_asked_in_reports_and_hints_count_if_asked(study: Path) -> None:
    (study / "bad.csv").write_text("id,text\n9,we met Quint\n")
    shown = allonym("residual", "bad.csv", "--vault", "v", "--fast", "--show", "-o", "r.html", cwd=study)
    (study / "hint.csv").write_text("id,text\n9,we met the Qwqzx there\n")
    lax, strict = (
        allonym("residual", "hint.csv", "--vault", "v", "--fast", "-q", *more, cwd=study)
        for more in ((), ("--strict",))
    )

    assert "<mark><bdi>Quint</bdi></mark>" in (study / "r.html").read_text()
    assert b"Quint" not in shown.stdout
    assert b"terminal only" in shown.stderr
    assert (lax.returncode, strict.returncode) == (0, 1)


def test_who_may_not_recover_may_not_search(study: Path) -> None:
    def made(name: str) -> str:
        key = allonym("vault", "keys", "make", f"{name}.key", cwd=study)
        return (key.stdout + key.stderr).decode()

    for role in ("worker", "auditor", "annotator", "recoverer"):
        told = made(role)
        public = next(word for word in told.split() if word.startswith("allonym-public-"))
        added = allonym("vault", "keys", "add", "v", "--public-key", public, "--role", role, cwd=study)
        assert added.returncode == 0, added.stderr
        options = ("--passphrase-file", f"{role}.key")
        done = allonym("residual", "out.csv", "--vault", "v", "--fast", *options, cwd=study, passphrase=None)
        if role == "recoverer":
            assert done.returncode == 0, done.stderr
        else:
            assert done.returncode == 1
            assert b"recover takes the key of a custodian or recoverer" in done.stderr
    log = allonym("audit", "show", "v", cwd=study).stdout.decode()
    assert "recover       refused" in log
    assert "find          done" in log


def test_risk_is_told_in_lines_a_page_and_data(tmp_path: Path) -> None:
    rows = ["author,town,text", "a,Leeds,x", "b,Leeds,y", "c,York,z"]
    (tmp_path / "in.csv").write_text("\n".join(rows) + "\n")
    (tmp_path / "people.csv").write_text("name,town\nAnna,york\nBo,leeds\n")
    (tmp_path / "names.txt").write_text("Anna\t3\n")
    done = allonym(
        "risk", "in.csv", "--author-column", "author", "--columns", "town", "--people", "people.csv", "--names",
        "names.txt", "--fast", "-o", "r.html", "--json", "r.json", cwd=tmp_path,
    )  # fmt: skip
    data = json.loads((tmp_path / "r.json").read_text())

    assert done.returncode == 0, done.stderr
    assert b"town: 33.3 % of 3 authors are alone, least k 1, median k 2" in done.stdout
    assert b"known by facts: 1 of 2 people fit just one author" in done.stdout
    assert data["combinations"][0]["unique"] == 1
    assert "york" not in json.dumps(data).lower()
    assert "Who can still be recognised" in (tmp_path / "r.html").read_text()
    wrong = allonym("risk", "in.csv", "--columns", "twon", cwd=tmp_path)
    assert (wrong.returncode, b"no column 'twon'" in wrong.stderr) == (2, True)


def test_one_command_denies_what_was_found_and_runs_again_until_nothing_is_left(tmp_path: Path) -> None:
    texts = "id,text\n1,we saw Zorblax Quint there\n2,then Z. Quint and zquint and QUINT came\n"
    (tmp_path / "posts.csv").write_text(texts)
    (tmp_path / "names.txt").write_text("Zorblax Quint\n")
    (tmp_path / "p.toml").write_text('detectors = ["terms"]\nlinker = "names"\n')
    run = ("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", "-p", "p.toml", "--terms", "names.txt")
    done = allonym(*run, cwd=tmp_path)
    search = ("residual", "out.csv", "--vault", "v", "--fast", "-p", "p.toml", "--deny", "names.txt")
    again = allonym(*search, "--again", "posts.csv", "--json", "r.json", cwd=tmp_path)
    course = [each["findings"] for each in json.loads((tmp_path / "r.json").read_text())["rounds"]]
    certified = allonym("certificate", "make", "out.csv", "--vault", "v", "-o", "c.json", cwd=tmp_path)
    signed = json.loads((tmp_path / "c.json").read_text())["payload"]["residual"]
    back = allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v", cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert again.returncode == 0, again.stdout + again.stderr
    assert course[0] >= 2
    assert course[-1] == 0
    assert b"quint" not in (tmp_path / "out.csv").read_bytes().lower()
    assert certified.returncode == 0, certified.stderr
    assert (signed["findings"], signed["rounds"]) == (0, len(course))
    assert back.returncode == 0, back.stderr
    assert (tmp_path / "back.csv").read_text() == texts


def test_only_the_same_input_under_the_same_settings_is_run_again(study: Path) -> None:
    (study / "other.csv").write_text("id,text\n1,something else\n")
    left = (study / "out.csv").read_text().replace("nothing here", "ask QUINT zorblax")
    (study / "bad.csv").write_text(left)
    search = ("--vault", "v", "--fast", "--deny", "d.txt")
    without = allonym("residual", "out.csv", "--vault", "v", "--again", "posts.csv", cwd=study)
    changed = allonym("residual", "bad.csv", *search, "--again", "posts.csv", cwd=study)
    two = allonym("residual", "out.csv", *search, "--again", "posts.csv", "--again", "other.csv", cwd=study)

    assert (without.returncode, changed.returncode, two.returncode) == (2, 2, 2)
    assert b"--deny" in without.stderr
    assert b"not as the vault knows it" in changed.stderr
    assert b"in the same order" in two.stderr
    assert (study / "bad.csv").read_text() == left


def signed(folder: Path) -> dict[str, object]:
    done = allonym("certificate", "make", "out.csv", "--vault", "v", "-o", "c.json", cwd=folder)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads((folder / "c.json").read_text())["payload"]["residual"]
    return found


def test_a_search_under_another_profile_is_not_signed_and_reports_name_the_profile(study: Path) -> None:
    search = ("residual", "out.csv", "--vault", "v", "--fast", "-o", "r.html", "--json", "r.json")
    other = allonym(*search, "-p", "luxembourg", cwd=study)
    before = signed(study)
    page = (study / "r.html").read_text()
    own = allonym(*search, "-p", "default", cwd=study)

    assert other.returncode == 0, other.stderr
    assert b"made with another profile (default) than the one that is named (luxembourg)" in other.stderr
    assert b"profile luxembourg" in other.stdout
    assert "luxembourg" in page
    assert before == {"result": "not run"}
    assert b"another profile" not in own.stderr
    assert json.loads((study / "r.json").read_text())["profiles"] == ["default"]
    assert signed(study)["findings"] == 0


def test_a_weaker_search_does_not_take_the_place_of_a_stronger_one(study: Path) -> None:
    search = ("residual", "out.csv", "--vault", "v")
    assert allonym(*search, cwd=study).returncode == 0
    strong = signed(study)
    weak = allonym(*search, "--fast", cwd=study)

    assert "model" in str(strong["by"])
    assert signed(study)["by"] == strong["by"]
    assert b"by more detectors than this one" in weak.stderr


def test_a_round_is_signed_by_its_number_only_if_those_before_it_are_known(study: Path) -> None:
    search = ("residual", "out.csv", "--vault", "v", "--fast", "--round", "7")
    alone = allonym(*search, cwd=study)
    counted_from_one = signed(study)["rounds"]
    rounds = [{"round": at, "findings": 0, "hints": 0, "texts": 2} for at in range(1, 7)]
    (study / "r.json").write_text(json.dumps({"kind": "allonym residual", "rounds": rounds}))
    known = allonym(*search, "--json", "r.json", cwd=study)

    assert b"certificates count from 1" in alone.stderr
    assert counted_from_one == 1
    assert b"count from 1" not in known.stderr
    assert signed(study)["rounds"] == 7


def test_the_commands_of_the_next_round_name_profile_and_columns(tmp_path: Path) -> None:
    (tmp_path / "posts.csv").write_text("id,note,text\n1,a,Zorblax Quint\n2,QUINT zorblax,nothing\n")
    (tmp_path / "names.txt").write_text("Zorblax Quint\n")
    run = ("--vault", "v", "--fast", "-p", "cloaked-s1", "--text-column", "text", "--terms", "names.txt")
    made = allonym("pseudonymize", "posts.csv", "-o", "out.csv", *run, cwd=tmp_path)
    found = allonym("residual", "out.csv", "--vault", "v", "--fast", "--deny", "d.txt", cwd=tmp_path)

    assert (made.returncode, found.returncode) == (0, 1), made.stderr + found.stderr
    assert b"OUTPUT --vault v -p cloaked-s1 --text-column text --terms d.txt" in found.stdout
