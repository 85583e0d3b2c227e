import json
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from allonym.formats.json_scan import DEPTH, NotJson, Scan, Scanner, TooDeep, scan, scan_whole, unquote

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)
WORDS = [
    "true",
    "false",
    "null",
    '"a"',
    '"a":',
    "\\u00e9",
    "\\ud83d",
    "\\n",
    "1.5",
    "-0",
    "01",
    "1e5",
    "NaN",
    "-Infinity",
]
SIGNS = [*'{}[],:"\\ \t\n\r-+.0123eE/x\x00\x7f\u00a0\ufeff', '"\\u12', '"\t"']
TOKENS = st.lists(st.sampled_from(SIGNS + WORDS), max_size=10).map("".join)


def accepted(text: str) -> bool:
    try:
        scan_whole(text)
    except NotJson:
        return False
    return True


def accepted_by_standard(text: str) -> bool:
    def refuse(_: str) -> None:
        raise ValueError

    try:
        json.loads(text, parse_constant=refuse)
    except ValueError:
        return False
    return True


def leaves(value: object, path: str = "") -> list[tuple[str, object]]:
    if isinstance(value, dict):
        inner = [(f"{path}.{key}" if path else key, each) for key, each in value.items()]
    elif isinstance(value, list):
        inner = [(f"{path}[]", each) for each in value]
    else:
        return [(path, value)]
    return [leaf for each_path, each in inner for leaf in leaves(each, each_path)]


@given(TOKENS)
@example('{"a":1,}')
@example("[1,]")
@example('{"a" "b"}')
@example('{"a":1]')
@example("")
@settings(max_examples=1500)
def test_accepts_what_the_standard_library_does(text: str) -> None:
    assert accepted(text) == accepted_by_standard(text)


@given(VALUES, st.data())
@settings(max_examples=300)
def test_one_wrong_character_is_judged_as_by_the_standard_library(value: object, data: st.DataObject) -> None:
    text = json.dumps(value, ensure_ascii=data.draw(st.booleans()))
    place = data.draw(st.integers(0, len(text)))
    changed = text[:place] + data.draw(st.sampled_from(["", *'{}[],:"\\ 0e.-n'])) + text[place + 1 :]

    assert accepted(changed) == accepted_by_standard(changed)


@given(VALUES, st.booleans(), st.sampled_from([None, 1, "\t"]))
@settings(max_examples=300)
def test_finds_every_value_with_its_path(value: object, ascii_only: bool, indent: int | str | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    found = [(path, text[start:end]) for path, start, end in scan_whole(text).found]

    assert [(path, json.loads(raw)) for path, raw in found if raw not in {"{", "["}] == leaves(value)


def test_brackets_are_found_too() -> None:
    text = '{"a": {}, "b": [[]], "c.d": "x"}'

    assert [path for path, _, _ in scan(text).found] == ["", "a", "b", "b[]", "c.d"]
    assert scan(text).names == ["a", "b", "c.d"]


def test_a_key_that_stands_twice_is_found_twice() -> None:
    assert [path for path, _, _ in scan('{"a": 1, "\\u0061": "x"}').found] == ["", "a", "a"]


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_nesting_is_limited_without_recursion(opening: str) -> None:
    closing = {"[": "]"}.get(opening, "}")

    assert accepted(opening * DEPTH + "1" + closing * DEPTH)
    with pytest.raises(TooDeep):
        scan(opening * (DEPTH + 1) + "1" + closing * (DEPTH + 1))
    with pytest.raises(TooDeep):
        scan(opening * 100_000)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ('{"a": nul}', 6),
        ('{"a": 1', 7),
        ('{"a" 1}', 4),
        ('{"a": "x', 6),
        ("[1 2]", 2),
        ('["\t"]', 2),
        ("1 x", 2),
        ("[1}", 2),
    ],
)
def test_tells_where_the_trouble_is(text: str, position: int) -> None:
    with pytest.raises(NotJson) as caught:
        scan_whole(text)

    assert caught.value.position == position


@given(st.text(max_size=8), st.booleans())
def test_a_literal_says_its_value(value: str, ascii_only: bool) -> None:
    assert unquote(json.dumps(value, ensure_ascii=ascii_only)) == value


def outcome(work: Callable[[], Scan]) -> Scan | int:
    """Return what is found, or the place of what is wrong."""
    try:
        return work()
    except NotJson as error:
        return error.position


def scanned_in_steps(text: str, step: int) -> Scan:
    scanner = Scanner()
    for end in range(step, len(text), step):
        try:
            found = scanner.run(text[:end])
        except NotJson:
            continue
        if found.end + 2 < end:
            return found
        scanner = Scanner()
    return scanner.run(text)


@settings(max_examples=300)
@given(VALUES, st.sampled_from([None, 1]), st.integers(1, 7))
@example([[], {}, {"a": []}], 1, 1)
def test_a_text_that_comes_in_steps_is_scanned_like_the_whole(value: object, indent: int | None, step: int) -> None:
    text = json.dumps(value, indent=indent)

    assert scanned_in_steps(text, step) == scan(text)


@given(TOKENS, st.integers(1, 3))
def test_what_is_wrong_is_told_alike_in_steps(text: str, step: int) -> None:
    assert outcome(lambda: scanned_in_steps(text, step)) == outcome(lambda: scan(text))


@pytest.mark.parametrize(
    ("first", "rest"),
    [('{"a":1,"b":', '{"a":1,"b":2}'), ('[1,{"c":[]},"', '[1,{"c":[]},"x"]'), ("[[1],[", "[[1],[]]")],
)
def test_what_was_read_for_good_is_not_read_again(first: str, rest: str) -> None:
    scanner = Scanner()
    with pytest.raises(NotJson):
        scanner.run(first)
    last = first.rindex(",") + 1

    assert scanner.run("#" * last + rest[last:]) == scan(rest)
