import io
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.formats.office_files import W, part, small_docx, texts

from allonym.core.errors import InputError
from allonym.core.pieces import Layout
from allonym.core.splice import splice
from allonym.core.types import Edit, Span
from allonym.formats.word import docx
from allonym.formats.xml_lines import blocks, from_link, from_text
from allonym.formats.xml_scan import attributes, escape, read_xml, tags, unescape

LETTERS = st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("<>&\"' \t\n"), max_size=12)
RUNS = st.lists(LETTERS, min_size=1, max_size=6)


@given(value=LETTERS)
def test_what_is_escaped_reads_back(value: str) -> None:
    if "\ufffe" in value or "\uffff" in value:
        return
    raw = f'<a b="{escape(value)}">{escape(value)}</a>'
    read = ET.fromstring(raw)  # noqa: S314 - as above
    [tag, _] = tags(raw)

    assert (read.text or "") == value == unescape(raw[tag.end : raw.rindex("<")])
    assert [each.value for each in attributes(raw, tag)] == [value]


@pytest.mark.parametrize("value", ["\0", "\x0b", "\ud800", "\uffff"])
def test_what_no_xml_can_hold_is_refused(value: str) -> None:
    with pytest.raises(InputError, match="no XML file can hold"):
        escape(value)


def test_tags_are_found_between_comments_commands_and_raw_texts() -> None:
    raw = "<?a <b>?><x:a y='>'><!-- <c> --><![CDATA[<d>]]><e f=\"/>\"/></x:a>"
    read_xml(raw.encode(), "here")

    assert [(tag.name, tag.is_end, tag.is_empty) for tag in tags(raw)] == [
        ("a", False, False),
        ("e", False, True),
        ("a", True, False),
    ]


@pytest.mark.parametrize("raw", ["<a", "<a></b>", "<a>&b;</a>", "<a b=1/>", "", "<a/><b/>", "<!DOCTYPE a><a/>"])
def test_what_is_not_well_formed_is_refused(raw: str) -> None:
    with pytest.raises(InputError, match="here "):
        read_xml(raw.encode(), "here")


@given(runs=RUNS, data=st.data())
def test_an_edit_of_the_text_is_an_edit_of_its_runs(runs: list[str], data: st.DataObject) -> None:
    raw = "".join(f"<t>{run.replace('<', '').replace('&', '')}</t>" for run in runs)
    found = list(tags(raw))
    spans = [Span(one.end, other.start) for one, other in zip(found[::2], found[1::2], strict=True)]
    [block] = blocks([[from_text("p", raw, span) for span in spans]], 1)
    size = len(block.text) - 1
    start = data.draw(st.integers(0, size))
    edit = Edit(Span(start, data.draw(st.integers(start, size))), "NEW")
    edits = sorted(
        (each for fragment, value in block.rewritten([edit]) for each in fragment.rewritten(raw, value)),
        key=lambda each: each.span,
    )
    made, _ = splice(raw, edits)
    wanted, _ = splice(block.text[:-1], [edit])

    assert "".join(unescape(each) for each in made.replace("</t>", "").split("<t>")) == wanted


@given(runs=RUNS)
def test_every_text_of_a_letter_is_read(runs: list[str]) -> None:
    runs = [run.replace("\ufffe", "").replace("\uffff", "").replace("\r", "") for run in runs]
    body = "<w:p>" + "".join(f"<w:r><w:t>{escape(run)}</w:t></w:r>" for run in runs) + "</w:p>"
    given_file = small_docx(body)
    first = next(iter(docx().read(io.BytesIO(given_file), Layout())))

    assert first.text == "".join(runs) + "\n"
    assert [unescape(each) for each in texts(part(given_file, "word/document.xml"))] == runs
    assert W in part(given_file, "word/document.xml")


@pytest.mark.parametrize(
    ("link", "said", "rewritten"),
    [
        ("/q?n=Anna%20Berg", "/q?n=Anna Berg", "/q?n=%5BA%5D%20x%25"),
        ("/q?n=Anna%20Berg&amp;to=https://a.se", "/q?n=Anna Berg&to=https://a.se", "/q?n=%5BA%5D%20x%25"),
        # What is found as a link is replaced as a whole, so it must not end where a blank was.
        ("https://a.se/?n=Anna%20Berg", "https://a.se/?n=Anna%20Berg", "%5BA%5D%20x%"),
        ("mailto:a@b.se?subject=Anna%20Berg", "mailto:a@b.se?subject=Anna%20Berg", "%5BA%5D%20x%"),
        ("mailto:a%40b.se", "mailto:a@b.se", "mailto:%5BA%5D%20x%25"),
    ],
)
def test_a_link_is_read_without_its_escapes_unless_it_is_found_as_one(link: str, said: str, rewritten: str) -> None:
    text = f'<r Target="{link}"/>'
    [tag] = tags(text)
    [attribute] = attributes(text, tag)
    fragment = from_link("part", attribute)
    start = rewritten.find("%5B")

    [edit] = fragment.rewritten(text, said[:start] + "[A] x%")

    assert fragment.value == said
    assert edit.replacement == rewritten
