"""A table of who is who over a corpus, made, corrected by hand and used."""

from pathlib import Path

from tests.interfaces.command import allonym

LETTERS = "id,text\n1,Anna Berg lives in Malmö.\n2,Berg called.\n3,Sten Lund called. Lund is away.\n"
COLUMN = "--text-column", "text"


def test_a_bare_surname_is_the_only_one_of_its_name_in_the_corpus(folder: Path) -> None:
    (folder / "letters.csv").write_text(LETTERS)
    made = allonym("link", "letters.csv", "-o", "who.tsv", *COLUMN, cwd=folder)

    assert made.returncode == 0, made.stderr
    assert {"anna berg\tPERSON\t\tBerg\t", "anna berg\tPERSON\t\tAnna Berg\t"} <= set(
        (folder / "who.tsv").read_text().splitlines()
    )
    assert (folder / "who.tsv").stat().st_mode & 0o077 == 0


def test_the_table_joins_what_documents_alone_cannot(folder: Path) -> None:
    (folder / "letters.csv").write_text(LETTERS)
    allonym("link", "letters.csv", "-o", "who.tsv", *COLUMN, cwd=folder)
    done = allonym(
        "pseudonymize", "letters.csv", "-o", "out.csv", "--scope", "corpus", "--vault", "v", "--links", "who.tsv",
        *COLUMN, cwd=folder,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    rows = (folder / "out.csv").read_text().splitlines()
    assert rows[1:] == [
        "1,[PERSON_1] lives in Malmö.",
        "2,[PERSON_1] called.",
        "3,[PERSON_2] called. [PERSON_2] is away.",
    ]


def test_a_plan_remembers_its_table_and_what_is_merged_by_hand_is_one(folder: Path) -> None:
    (folder / "letters.csv").write_text(LETTERS)
    (folder / "who.tsv").write_text(
        "entity\tlabel\tlanguage\tform\np1\tPERSON\t\tAnna Berg\np1\tPERSON\t\tSten Lund\np1\tPERSON\t\tBerg\n"
    )
    allonym("plan", "letters.csv", "-o", "plan", "--scope", "corpus", "--links", "who.tsv", *COLUMN, cwd=folder)
    done = allonym("apply", "letters.csv", "plan", "-o", "out.csv", "--vault", "v", *COLUMN, cwd=folder)

    assert done.returncode == 0, done.stderr
    assert "[PERSON_2]" not in (folder / "out.csv").read_text()


def test_a_table_that_is_not_there_is_named(folder: Path) -> None:
    done = allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--links", "none.tsv", cwd=folder)

    assert done.returncode == 2
    assert b"there is no table of links none.tsv" in done.stderr
