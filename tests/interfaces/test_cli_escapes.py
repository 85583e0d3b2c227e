"""Names that are escaped as in links are found in every format, with the model and without, and come back."""

import json
from pathlib import Path

import pytest
from tests.interfaces.command import allonym

LINKS = (
    "https://x.example/p?name=Anna%20Berg",
    "/p?first=Anna&last=Berg",
    "/p?name=Anna&plus;Berg",
    "/find?q=Anna+Berg",
    "/p?name=Anna%20Berg&x=1",
    "/p?name=Anna%2520Berg",
    "/go?to=https%3A%2F%2Fx.example%2Fp%2FAnna%20Berg",
    "/go?to=https%3A%2F%2Fx.example%2Fp%2FAnna%2520Berg&x=1",
)
FILES = {
    "a.txt": "".join(f"Asked for {link} today.\n\n" for link in LINKS),
    "a.html": "".join(
        f'<p>{link}</p><a href="{link}">x</a><!-- {link} --><style>.a {{ background: url({link}) }}</style>'
        f'<script>var a = "{link}";</script>'
        for link in LINKS
    ),
    "a.jsonl": "".join(json.dumps({"text": link}) + "\n" for link in LINKS),
    "a.csv": "text\n" + "".join(f"{link}\n" for link in LINKS),
}


@pytest.mark.parametrize("profile", ["default", "cloaked-realistic"])
@pytest.mark.parametrize("how", [[], ["--fast"]], ids=["model", "fast"])
@pytest.mark.parametrize("name", FILES)
def test_no_part_of_an_escaped_name_stays(name: str, how: list[str], profile: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FILES[name])
    vault = ["--vault", "v.db"]

    done = allonym("pseudonymize", name, "-o", f"made-{name}", "-p", profile, *how, *vault, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    again = allonym("recover", f"made-{name}", "-o", f"back-{name}", "--reason", "test", *vault, cwd=tmp_path)

    made = (tmp_path / f"made-{name}").read_text()
    assert [word for word in ("Anna", "Berg") if word in made] == []
    assert again.returncode == 0, again.stderr
    assert (tmp_path / f"back-{name}").read_text() == FILES[name]


def test_new_names_are_escaped_like_old_ones(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"text": "/p?name=Anna%20Berg&x=1"}\n{"text": "/p?name=Anna+Berg&x=1"}\n')

    done = allonym("pseudonymize", "a.jsonl", "-o", "-", "-p", "cloaked-realistic", "--fast", cwd=tmp_path)

    first, second = (json.loads(line)["text"] for line in done.stdout.splitlines())
    assert "%20" in first
    assert "+" in second
    assert " " not in first + second
