"""Nothing else that a user can name is left out: variables, extras, routes, roles, languages, features, exemptions."""

import re
import tomllib

import pytest
from tests.docs.pages import ROOT
from tests.docs.test_complete import missing, read, section

from allonym.core.labels import FEATURES
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.openapi import described
from allonym.languages.list_format import KINDS
from allonym.languages.pack import CODES, load
from allonym.policy.exempting import EXEMPTABLE, LISTS, UNLESS
from allonym.vault.roles import ROLES

SOURCES = sorted((ROOT / "src" / "allonym").rglob("*.py"))
# The shell sets it by itself, and nobody types it.
OF_THE_SHELL = {"ALLONYM_COMPLETE"}


def test_every_variable_of_the_environment_is_documented() -> None:
    read_ones = {name for path in SOURCES for name in re.findall(r"\bALLONYM_[A-Z_]+\b", path.read_text("utf-8"))}

    assert "ALLONYM_PASSPHRASE" in read_ones
    assert missing(sorted(read_ones - OF_THE_SHELL), read("docs/reference/cli.md")) == []


def test_every_extra_is_documented() -> None:
    extras = tomllib.loads(read("pyproject.toml"))["project"]["optional-dependencies"]

    assert missing(extras, read("README.md") + read("CONTRIBUTING.md")) == []


def test_every_route_of_the_service_is_documented() -> None:
    assert missing(described(Limits())["paths"], read("docs/reference/rest.md")) == []


def test_every_route_of_the_review_is_documented() -> None:
    pages = ROOT / "src" / "allonym" / "interfaces" / "pages"
    texts = [(pages / name).read_text("utf-8") for name in ("review_api.py", "review_out.py")]
    routes = {route for text in texts for route in re.findall(r'route\("/api/review/(\w+)"', text)}

    assert len(routes) > 7
    assert missing(sorted(routes), read("docs/reference/review-api.md").replace("/api/review/", "")) == []


@pytest.mark.parametrize("role", ROLES)
def test_every_role_is_documented(role: str) -> None:
    assert role in read("docs/guides/roles.md")
    assert missing([role], read("docs/reference/cli.md")) == []


def test_every_language_is_documented_with_its_name() -> None:
    page = read("docs/reference/languages.md")

    assert missing(CODES, page) == []
    assert [code for code in CODES if f"| `{code}` | {load(code).name} |" not in page] == []


def test_every_kind_of_list_is_documented() -> None:
    assert missing(KINDS, read("docs/reference/lists.md")) == []


def test_every_feature_of_a_mention_is_documented() -> None:
    assert missing(FEATURES, read("docs/reference/labels.md")) == []


def test_every_setting_of_an_exemption_is_documented() -> None:
    page = section("docs/reference/profile.md", "`[[exempt]]`")

    assert missing([*EXEMPTABLE, *LISTS, *UNLESS], page) == []
