"""Several profiles at once, and decisions that wait for the corpus."""

import json
from pathlib import Path

import pytest
from tests.interfaces.command import allonym

from allonym import Pseudonymizer
from allonym.core.types import Document, Plan
from allonym.running.several import SharedPlans
from allonym.running.spool import Spool

RARE = """
[[rules]]
name = "jobs"
labels = ["PROFESSION"]
strategy = "category"
when = "rare"
"""
LETTERS = "who,text\n" + "".join(f"w{n},I work as a nurse.\n" for n in range(5)) + "w1,I work as a dentist.\n" * 6


def test_several_profiles_write_what_each_alone_would(folder: Path) -> None:
    (folder / "mine.toml").write_text('[otherwise]\nstrategy = "category"\n')
    done = allonym("pseudonymize", "posts.csv", "-o", "out", "-p", "default,mine.toml", "--vault", "v", cwd=folder)

    assert done.returncode == 0, done.stderr
    for name in ("default", "mine.toml"):
        allonym("pseudonymize", "posts.csv", "-o", f"{name}.csv", "-p", name, "--vault", "v", cwd=folder)
        alone = (folder / f"{name}.csv").read_bytes()
        assert (folder / "out" / name.removesuffix(".toml") / "posts.csv").read_bytes() == alone
    back = allonym("recover", "out/mine/posts.csv", "-o", "b.csv", "--vault", "v", "--reason", "test", cwd=folder)
    assert back.returncode == 0, back.stderr
    assert (folder / "b.csv").read_bytes() == (folder / "posts.csv").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("posts.csv", "-o", "out.csv"), b"give files as input, and a folder for the output"),
        (("-", "-o", "out"), b"give files as input, and a folder for the output"),
        (("posts.csv", "-o", "out", "-p", "default,default"), b"two of the profiles have the same name"),
        (("posts.csv", "-o", "out", "-p", "default,defualt"), b"did you mean 'default'"),
    ],
)
def test_several_profiles_need_places_of_their_own(folder: Path, arguments: tuple[str, ...], message: bytes) -> None:
    (folder / "mine.toml").write_text('[otherwise]\nstrategy = "category"\n')
    done = allonym("pseudonymize", "-p", "default,mine.toml", *arguments, cwd=folder)

    assert done.returncode == 2
    assert message in done.stderr


def test_profiles_that_look_for_the_same_share_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spool, first, second = Spool(), Pseudonymizer(), Pseudonymizer()
    documents = [Document("a", "Anna Berg, 12 May 2019"), Document("b", "كتبت سارة إلى anna@example.org")]
    made = SharedPlans(first, spool).start()
    plans = made.plan(documents)
    made.finish()
    monkeypatch.setattr(second, "detect_many", None)
    again = SharedPlans(second, spool).start()

    assert list(again.plan(documents)) == list(plans)
    assert all(isinstance(plan, Plan) and plan.decisions for plan in plans)
    spool._file.seek(0)
    assert not any(word.encode() in spool._file.read() for word in ("2019", "PERSON", "EMAIL"))
    spool.close()


def test_what_few_authors_share_goes_and_what_many_share_stays(folder: Path) -> None:
    (folder / "rare.toml").write_text(RARE)
    (folder / "letters.csv").write_text(LETTERS)
    columns = "--text-column", "text", "--author-column", "who"
    planned = allonym("plan", "letters.csv", "-o", "plan", "-p", "rare.toml", *columns, cwd=folder)
    assert planned.returncode == 0, planned.stderr
    decided = allonym("decide", "letters.csv", "plan", "-o", "plan2", "--k", 5, *columns, cwd=folder)

    assert decided.returncode == 0, decided.stderr
    assert b"PROFESSION: 6 replaced, 5 kept" in decided.stderr
    assert all("nurse" not in line for line in (folder / "plan2").read_text().splitlines())
    applied = allonym("apply", "letters.csv", "plan2", "-o", "out.csv", *columns, cwd=folder)
    assert applied.returncode == 0, applied.stderr
    assert (folder / "out.csv").read_text() == LETTERS.replace("dentist", "[PROFESSION]")


def test_by_hand_comes_before_counting(folder: Path) -> None:
    (folder / "rare.toml").write_text(RARE)
    (folder / "letters.csv").write_text(LETTERS)
    columns = "--text-column", "text", "--author-column", "who"
    allonym("plan", "letters.csv", "-o", "plan", "-p", "rare.toml", *columns, cwd=folder)
    lines = [json.loads(line) for line in (folder / "plan").read_text().splitlines()]
    lines[-1]["decisions"][0]["action"] = "keep"
    (folder / "plan").write_text("".join(json.dumps(line) + "\n" for line in lines))
    decided = allonym("decide", "letters.csv", "plan", "-o", "plan2", *columns, cwd=folder)

    assert b"PROFESSION: 5 replaced, 5 kept" in decided.stderr


def test_a_profile_that_leaves_nothing_open_has_nothing_to_decide(folder: Path) -> None:
    allonym("plan", "posts.csv", "-o", "plan", cwd=folder)
    done = allonym("decide", "posts.csv", "plan", "-o", "plan2", cwd=folder)

    assert done.returncode == 2
    assert b"leaves nothing open" in done.stderr


def test_no_stand_in_of_a_corpus_is_an_original_of_it(folder: Path) -> None:
    """The names that would be chosen first are put into a later row; then others are chosen."""
    (folder / "real.toml").write_text('scope = "corpus"\n[otherwise]\nstrategy = "realistic"\n')
    (folder / "one.csv").write_text("id,text\n1,Paul Watson called.\n")
    arguments = "-p", "real.toml", "--text-column", "text", "--vault", "v"
    allonym("vault", "init", "v", cwd=folder)
    (folder / "w").write_bytes((folder / "v").read_bytes())
    allonym("pseudonymize", "one.csv", "-o", "out1.csv", *arguments, cwd=folder)
    name = (folder / "out1.csv").read_text().splitlines()[1].removeprefix("1,").removesuffix(" called.")
    (folder / "v").write_bytes((folder / "w").read_bytes())
    (folder / "one.csv").write_text(f"id,text\n1,Paul Watson called.\n2,{name} called.\n")
    done = allonym("pseudonymize", "one.csv", "-o", "out2.csv", *arguments, cwd=folder)

    assert done.returncode == 0, done.stderr
    assert not set(name.split()) & set((folder / "out2.csv").read_text().replace(",", " ").split())
