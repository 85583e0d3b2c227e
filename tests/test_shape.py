"""The sizes and habits of our house style that a machine can keep: short files, short functions, good names."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src" / "allonym").rglob("*.py"))
FORBIDDEN = re.compile(r"(Manager|Helper|Provider|Factory|Base|Impl|Info|Mixin)$|^(utils|common|misc)$|_v2$")


def ids(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", SOURCES, ids=ids)
def test_a_file_has_at_most_300_lines_and_says_what_it_is_for(path: Path) -> None:
    text = path.read_text("utf-8")

    assert len(text.splitlines()) <= 300
    assert ast.get_docstring(ast.parse(text)), "no module docstring"
    assert not FORBIDDEN.search(path.stem)


@pytest.mark.parametrize("path", SOURCES, ids=ids)
def test_functions_are_short_and_classes_small(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            length = (node.end_lineno or 0) - body[0].lineno + 1 if body else 0
            assert length <= 40, f"{node.name} has {length} lines"
        if isinstance(node, ast.ClassDef):
            public = [each for each in node.body if isinstance(each, ast.FunctionDef) and not each.name.startswith("_")]
            assert len(public) <= 18, f"{node.name} has {len(public)} public methods"
            assert not FORBIDDEN.search(node.name), node.name


def test_nothing_reads_the_environment_or_prints_below_the_interfaces() -> None:
    below = [path for path in SOURCES if "interfaces" not in path.parts]
    reaching = re.compile(r"os\.environ|getenv|(?<![\w.])print\(|logging")
    guilty = [ids(path) for path in below if reaching.search(path.read_text("utf-8"))]

    assert guilty == []


def test_text_is_rewritten_in_one_place() -> None:
    slicing = re.compile(r"\[:\w+\.?\w*\] \+ .* \+ \w+\[\w+\.?\w*:\]")
    guilty = [ids(path) for path in SOURCES if path.name != "splice.py" and slicing.search(path.read_text("utf-8"))]

    assert guilty == []
