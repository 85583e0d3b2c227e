"""Nothing that a user can name is left out of the documentation."""

import inspect
import re
import tomllib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import pytest
import typer
from tests.docs.pages import DOCS, ROOT, sections, without_blocks

import allonym
from allonym import testing
from allonym.core import errors
from allonym.core.labels import LABELS
from allonym.core.protocols import Detector, Format, Linker, SurrogateMaker
from allonym.core.registry import Registry
from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import FINDERS, patterns
from allonym.formats.choosing import available
from allonym.interfaces.cli.app import app
from allonym.interfaces.cli.opening import VARIABLE
from allonym.policy.rules import ACTIONS, CONDITIONS
from allonym.settings import SCOPES, profile_names, read_profile
from allonym.settings.parsing import KEYS
from allonym.vault.sealed import SealedVault, VaultSummary


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def section(name: str, heading: str) -> str:
    """Return what stands below a heading of a page, or nothing."""
    return next((body for title, body in sections(read(name)) if title == heading), "")


def missing(names: Iterable[str], text: str) -> list[str]:
    """Return the names that do not stand in a text as code, outside its blocks."""
    code = "\n".join(re.findall(r"`([^`\n]+)`", without_blocks(text)))
    return [name for name in names if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", code)]


def commands(command: Any, path: str = "allonym") -> Iterator[tuple[str, Any]]:
    """Return every command that does something, by the words that call it. Typer's types are its own affair."""
    if not hasattr(command, "commands"):
        yield path, command
        return
    if command.invoke_without_command:
        yield path, command
    for name, inner in command.commands.items():
        yield from commands(inner, f"{path} {name}")


ROOT_COMMAND: Any = typer.main.get_command(app)
COMMANDS = dict(commands(ROOT_COMMAND))


def options_of(command: Any) -> list[str]:
    return [option for each in command.params for option in each.opts if option.startswith("-")]


def public(thing: object) -> list[str]:
    return [name for name in dir(thing) if not name.startswith("_")]


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_has_a_section_with_every_option(path: str) -> None:
    body = section("docs/reference/cli.md", f"`{path}`")

    assert body, f"docs/reference/cli.md has no section `{path}`"
    assert missing(options_of(COMMANDS[path]), body) == []


@pytest.mark.parametrize("path", COMMANDS)
def test_no_section_names_an_option_that_the_command_has_not(path: str) -> None:
    named = set(re.findall(r"`(--[a-z-]+)`", section("docs/reference/cli.md", f"`{path}`")))

    assert named - set(options_of(COMMANDS[path])) == set()


def test_every_shared_option_is_explained() -> None:
    wanted = {option for command in (ROOT_COMMAND, *COMMANDS.values()) for option in options_of(command)}

    assert missing([*sorted(wanted), VARIABLE, "--help"], read("docs/reference/cli.md")) == []


def test_every_profile_key_is_documented() -> None:
    page = read("docs/reference/profile.md")

    assert missing([*KEYS, *SCOPES, "name", "labels", "strategy"], page) == []


def test_the_default_profile_is_shown_as_it_is() -> None:
    [shown] = [
        block
        for block in re.findall(r"```toml\n(.*?)```", read("docs/reference/profile.md"), re.DOTALL)
        if "direct" in block
    ]

    assert tomllib.loads(shown) == tomllib.loads(read_profile("default")[1])


def test_every_profile_is_documented() -> None:
    assert missing(profile_names(), read("docs/reference/profiles.md")) == []


def test_every_condition_of_a_rule_is_documented() -> None:
    assert missing(CONDITIONS, section("docs/reference/profile.md", "`[[rules]]`")) == []


@pytest.mark.parametrize("name", Registry("surrogates").names())
def test_every_strategy_has_a_row_with_its_settings(name: str) -> None:
    lines = read("docs/reference/strategies.md").splitlines()
    row = next((line for line in lines if line.startswith(f"| `{name}` |")), "")

    assert row, f"docs/reference/strategies.md has no row `{name}`"
    assert missing(inspect.signature(Registry("surrogates").get(name)).parameters, row) == []


def test_strategies_that_leave_the_text_alone_are_documented() -> None:
    assert missing(ACTIONS, read("docs/reference/strategies.md")) == []


@pytest.mark.parametrize("name", Registry("detectors").names())
def test_every_detector_has_a_section_with_its_settings(name: str) -> None:
    body = section("docs/reference/detectors.md", f"`{name}`")

    assert body, f"docs/reference/detectors.md has no section `{name}`"
    assert missing(inspect.signature(Registry("detectors").get(name)).parameters, body) == []


def test_every_linker_and_kind_of_vault_is_documented() -> None:
    assert missing(Registry("linkers").names(), section("docs/reference/detectors.md", "Linkers")) == []
    assert missing(Registry("vaults").names(), read("docs/concepts/vault.md")) == []


@pytest.mark.parametrize("name", FINDERS)
def test_every_pattern_is_documented_by_examples_that_are_true(name: str) -> None:
    body = section("docs/reference/patterns.md", f"`{name}`")
    rows = [
        (text.replace("⏎", "\n"), said.replace("⏎", "\n"))
        for text, said in re.findall(r"^\| `([^`]*)` \| (.*) \|$", body, re.MULTILINE)
    ]
    found = patterns(only=[name]).detect([Document(text, text) for text, _ in rows])
    actual = [[mention.span.of(text) for mention in mentions] for (text, _), mentions in zip(rows, found, strict=True)]

    assert any(said == "nothing" for _, said in rows)
    assert [[] if said == "nothing" else re.findall(r"`([^`]*)`", said) for _, said in rows] == actual


def test_the_card_tells_of_the_weights_that_are_shipped() -> None:
    shipped = (ROOT / "src" / "allonym" / "detectors" / "names" / "evidence.tsv").read_bytes()

    assert sha256(shipped).hexdigest() in read("docs/reference/evidence.md")


def test_every_format_and_ending_is_documented() -> None:
    page = read("docs/reference/formats.md")

    assert missing([each.name for each in available()], page) == []
    assert missing([suffix for each in available() for suffix in each.suffixes], page) == []


def test_every_label_is_documented() -> None:
    assert missing(LABELS, read("docs/reference/labels.md")) == []


def test_every_error_is_documented_with_its_exit_code() -> None:
    classes = [
        each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, errors.AllonymError)
    ]
    rows = dict(re.findall(r"^\| `(\w+)` \| (\d) \|", read("docs/reference/errors.md"), re.MULTILINE))

    assert rows == {each.__name__: str(each.exit_code) for each in classes}


def test_the_error_tree_is_drawn_alike_in_code_and_documentation() -> None:
    drawn = re.findall(r"[├└]── (\w+)", read("docs/reference/errors.md"))

    assert drawn == re.findall(r"[├└]── (\w+)", str(errors.__doc__))


def test_every_public_name_is_documented() -> None:
    page = read("docs/reference/python-api.md")

    assert missing(allonym.__all__, page) == []
    assert missing(public(allonym.Pseudonymizer), page) == []
    assert missing(inspect.signature(allonym.Pseudonymizer).parameters, page) == []
    assert missing([*public(SealedVault), *public(VaultSummary)], page) == []
    assert (
        missing(
            [
                name
                for each in ("Document", "Edit", "Mention", "Plan", "Result", "Span")
                for name in public(getattr(allonym, each))
            ],
            page,
        )
        == []
    )


def test_every_protocol_and_check_is_documented() -> None:
    page = read("docs/reference/python-api.md")
    checks = [name for name in public(testing) if name.startswith("check_")]

    assert missing([*checks, "TEXTS"], page) == []
    assert (
        missing(
            [name for each in (Detector, Format, Linker, SurrogateMaker) for name in (each.__name__, *public(each))],
            page,
        )
        == []
    )
    assert missing(checks, read("ARCHITECTURE.md")) == []


def test_every_make_target_is_documented() -> None:
    targets = re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE)

    assert targets
    assert missing([f"make {target}" for target in targets], read("CONTRIBUTING.md")) == []


def test_every_part_of_the_package_and_of_the_tests_has_its_place() -> None:
    parts = [path for path in (ROOT / "src" / "allonym").iterdir() if not path.name.startswith(("_", "py."))]
    tests = [path for path in (ROOT / "tests").iterdir() if path.is_dir() and not path.name.startswith("_")]

    assert (
        missing(
            [f"{part.name}/" if part.is_dir() else part.name for part in parts],
            section("ARCHITECTURE.md", "Where things live"),
        )
        == []
    )
    assert missing([f"tests/{each.name}/" for each in tests], read("CONTRIBUTING.md")) == []


def test_the_layers_are_those_that_are_checked() -> None:
    [contract, *_] = tomllib.loads(read("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    built = [
        " | ".join(part for part in layer.split(" | ") if not part.startswith("(")) for layer in contract["layers"]
    ]
    drawn = re.findall(r"^ *(?:-> )?([a-z |]+)$", section("ARCHITECTURE.md", "The layers"), re.MULTILINE)

    assert [line for line in drawn if line in built] == built


def test_every_decision_is_listed_and_says_what_was_weighed() -> None:
    decisions = sorted((DOCS / "decisions").glob("0*.md"))
    listed = re.findall(r"^(\d{4}-.*)$", read("docs/decisions/index.md"), re.MULTILINE)

    assert listed == [path.stem for path in decisions]
    for path in decisions:
        assert all(
            word in path.read_text("utf-8") for word in ("**Choice.**", "**Reason.**", "**Weighed.**", "**Price.**")
        )
