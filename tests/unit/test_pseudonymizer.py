from pathlib import Path
from typing import Any

import pytest

import allonym
from allonym import Document, Pseudonymizer, UsageError, open_vault
from allonym.core.errors import AmbiguousText, InputError, UnknownText
from allonym.core.parts import read


def test_the_public_names_are_sorted_and_all_there() -> None:
    assert allonym.__all__ == sorted(allonym.__all__)
    assert all(getattr(allonym, name) for name in allonym.__all__)
    assert set(allonym.__all__) <= set(dir(allonym))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = allonym.nonsense


def test_one_text_and_nothing_kept() -> None:
    assert allonym.pseudonymize("Write to anna@example.org, @anna!") == "Write to [EMAIL_1], [USERNAME_1]!"


def test_numbers_start_anew_in_each_document() -> None:
    tool = Pseudonymizer()

    assert [result.text for result in tool.pseudonymize_many(["a@x.se b@x.se", "b@x.se"])] == [
        "[EMAIL_1] [EMAIL_2]",
        "[EMAIL_1]",
    ]


def test_in_a_corpus_one_original_keeps_its_number() -> None:
    tool = Pseudonymizer(vault=open_vault("memory:"), scope="corpus")

    assert [result.text for result in tool.pseudonymize_many(["a@x.se b@x.se", "B@x.se"])] == [
        "[EMAIL_1] [EMAIL_2]",
        "[EMAIL_2]",
    ]


def test_an_author_keeps_numbers_of_their_own() -> None:
    tool = Pseudonymizer(vault=open_vault("memory:"), scope="author")
    documents = [
        Document("1", "a@x.se b@x.se", author="u1"),
        Document("2", "b@x.se", author="u2"),
        Document("3", "b@x.se", author="u1"),
    ]

    assert [result.text for result in tool.pseudonymize_many(documents)] == [
        "[EMAIL_1] [EMAIL_2]",
        "[EMAIL_1]",
        "[EMAIL_2]",
    ]


def test_texts_of_one_record_share_their_numbers() -> None:
    documents = [Document("1/title", "b@x.se", record="1"), Document("1/text", "a@x.se b@x.se", record="1")]

    assert [result.text for result in Pseudonymizer().pseudonymize_many(documents)] == [
        "[EMAIL_1]",
        "[EMAIL_2] [EMAIL_1]",
    ]


@pytest.mark.parametrize("vault", ["study.vault", Path("study.vault")])
def test_a_vault_is_opened_first(vault: Any) -> None:
    with pytest.raises(UsageError, match="open_vault"):
        Pseudonymizer(vault=vault)


@pytest.mark.parametrize("scope", ["corpus", "author"])
def test_a_wide_scope_needs_a_vault(scope: str) -> None:
    with pytest.raises(UsageError, match=f"the scope '{scope}' needs a vault"):
        Pseudonymizer(scope=scope)


def test_without_a_vault_nothing_can_be_recovered() -> None:
    tool = Pseudonymizer()

    with pytest.raises(UsageError, match="without a vault nothing can be recovered"):
        tool.recover(tool.pseudonymize("a@x.se").text)


def test_equal_outputs_are_told_apart_by_id_or_by_the_result_itself() -> None:
    tool = Pseudonymizer(vault=open_vault("memory:"))
    one, other = tool.pseudonymize("Call a@x.se", id="1"), tool.pseudonymize("Call b@x.se", id="2")

    assert one.text == other.text
    assert (tool.recover(one.text), tool.recover(other.text)) == ("Call a@x.se", "Call b@x.se")
    assert tool.recover("Call [EMAIL_1]", id="2") == "Call b@x.se"
    with pytest.raises(AmbiguousText, match="2 documents gave this text"):
        tool.recover("Call [EMAIL_1]")


def test_a_text_that_was_not_given_out_is_not_guessed() -> None:
    tool = Pseudonymizer(vault=open_vault("memory:"))
    tool.pseudonymize("Call a@x.se", id="1")

    for text, name in [("Call  [EMAIL_1]", None), ("Call [EMAIL_1]", "7"), ("[EMAIL_1]", None)]:
        with pytest.raises(UnknownText):
            tool.recover(text, id=name)


def test_a_text_that_only_looks_pseudonymized_is_given_back_as_it_was() -> None:
    tool = Pseudonymizer(vault=open_vault("memory:"))
    literal, real = tool.pseudonymize("Hi [EMAIL_1]", id="literal"), tool.pseudonymize("Hi a@x.se", id="real")

    assert literal.text == real.text
    assert tool.recover(literal.text) == "Hi [EMAIL_1]"
    assert tool.recover(real.text) == "Hi a@x.se"


def test_the_same_text_again_is_the_same_document() -> None:
    tool = Pseudonymizer(vault=open_vault("memory:"))

    assert tool.pseudonymize("a@x.se") == tool.pseudonymize("a@x.se")


def test_the_language_of_each_text_is_told_and_stands_in_plan_and_result() -> None:
    texts = ["Ring mig i morgon, så löser vi det.", "Call me tomorrow, and we will find a way.", "ok"]
    results = list(Pseudonymizer().pseudonymize_many(texts))

    assert [result.language for result in results] == ["sv", "en", None]
    assert [result.plan.language for result in results] == ["sv", "en", None]


def test_a_text_that_says_its_language_is_believed() -> None:
    said = Document("d", "Call me tomorrow, and we will find a way.", "fr")

    assert Pseudonymizer(language="sv").plan(said).language == "fr"


def test_the_parts_of_an_address_are_found_behind_hidden_characters() -> None:
    text = "Jag bor på Sto\u200brgatan\u00ad 12, 211 34 Malmö."
    [address] = Pseudonymizer().detect(text)

    words = address.span.of(text)
    assert {name: span.of(words) for name, span in read(address.features).items()} == {
        "street": "Sto\u200brgatan",
        "number": "12",
        "zip": "211 34",
        "city": "Malmö",
    }


def test_a_mention_does_not_show_the_value_of_a_date() -> None:
    [date] = Pseudonymizer().detect("born on 9 July 1985")

    assert dict(date.features)["value"] == "1985-07-09"
    assert "1985" not in repr(date)


def test_a_language_that_is_not_ours_names_the_nearest() -> None:
    assert Pseudonymizer(language="sv").pseudonymize("hej").language == "sv"
    with pytest.raises(UsageError, match="fr"):
        Pseudonymizer(language="fre")


def test_junk_is_an_input_error_everywhere() -> None:
    tool = Pseudonymizer(vault=open_vault("memory:"))
    for call in (tool.pseudonymize, tool.detect, tool.plan, tool.recover):
        with pytest.raises(InputError, match="half of a surrogate pair"):
            call("\udc80")


@pytest.mark.parametrize("one", ["Anna Berg", Document("d", "Anna Berg")])
def test_one_text_is_not_taken_for_many(one: Any) -> None:
    tool = Pseudonymizer()
    for call in (tool.pseudonymize_many, tool.plan_many, tool.detect_many, tool.apply):
        with pytest.raises(UsageError, match="put it into a list"):
            list(call(one))


def test_many_texts_may_be_strings_everywhere() -> None:
    tool = Pseudonymizer(language="en")
    texts = ["to anna@example.org", "no"]

    assert tool.plan_many(texts) == [tool.plan(text) for text in texts]
    assert tool.decide_many(tool.detect_many(texts)) == tool.plan_many(texts)
    assert tool.apply(texts) == list(tool.pseudonymize_many(texts))


def test_mentions_say_where_what_and_who() -> None:
    [mention] = Pseudonymizer().detect("to anna@example.org")

    assert (mention.start, mention.end, mention.label, mention.score) == (3, 19, "EMAIL", 0.99)
    assert mention.source == "patterns:email"


def test_a_stream_is_taken_in_batches_and_in_order() -> None:
    tool = Pseudonymizer(vault=open_vault("memory:"))
    taken = 0

    def stream() -> object:
        nonlocal taken
        for number in range(1300):
            taken += 1
            yield f"{number} a@x.se"

    results = tool.pseudonymize_many(stream())  # type: ignore[arg-type]
    first = next(results)

    assert first.text == "0 [EMAIL_1]"
    assert taken < 1300
    assert [str(result.text).split()[0] for result in results] == [str(number) for number in range(1, 1300)]


def test_no_repr_shows_what_is_kept() -> None:
    tool = Pseudonymizer(vault=open_vault("memory:"), terms={"PERSON": ["Anna"]})

    assert repr(tool) == "<Pseudonymizer profile=default scope=document with a vault>"


def test_one_id_used_twice_is_told_apart_by_the_result_and_else_refused() -> None:
    tool = Pseudonymizer(vault=open_vault("memory:"))
    one, other = tool.pseudonymize("Call a@x.se", id="1"), tool.pseudonymize("Call b@x.se", id="1")

    assert (tool.recover(one.text), tool.recover(other.text)) == ("Call a@x.se", "Call b@x.se")
    with pytest.raises(AmbiguousText, match="nothing tells which"):
        tool.recover("Call [EMAIL_1]", id="1")


@pytest.mark.parametrize("wrong", [None, b"bytes", 7])
def test_what_is_no_text_is_refused_in_words(wrong: Any) -> None:
    tool = Pseudonymizer(vault=open_vault("memory:"))
    for call in (tool.pseudonymize, tool.detect, tool.recover):
        with pytest.raises(UsageError, match="a text must be a str, not"):
            call(wrong)


def test_a_single_word_in_place_of_a_list_is_refused() -> None:
    with pytest.raises(UsageError, match="take lists of words"):
        Pseudonymizer(terms={"PERSON": "Anna"})
    with pytest.raises(UsageError, match="take lists of words"):
        Pseudonymizer(allow="Anna")


def test_an_error_about_junk_does_not_carry_the_text() -> None:
    with pytest.raises(InputError) as caught:
        Pseudonymizer().detect("SECRET \udc80")

    assert caught.value.__context__ is None
    assert "SECRET" not in repr(caught.value)


def test_a_stand_in_that_says_the_same_gives_way_to_the_kind() -> None:
    from dataclasses import replace

    from allonym.policy.rules import Rule
    from allonym.settings import load_settings

    zero = replace(load_settings("default"), rules=(), otherwise=Rule("all", (), "zero"))
    tool = Pseudonymizer(zero, terms={"PERSON": ["Abc"], "ID": ["00-00"]})

    assert tool.pseudonymize("a@b.cd 00-00 Abc c@d.se").text == "[EMAIL] [ID] [PERSON] A@B.CD"


def test_many_entities_in_one_long_text_take_linear_time() -> None:
    import time

    def seconds(count: int) -> float:
        text = "[EMAIL_1] " + " ".join(f"u{number}@example.org" for number in range(count))
        start = time.process_time()
        Pseudonymizer().pseudonymize(text)
        return time.process_time() - start

    seconds(100)

    assert seconds(20_000) < 40 * max(seconds(2_000), 0.02)


def test_an_id_that_is_no_str_is_refused_in_words() -> None:
    with pytest.raises(UsageError, match="an id must be a str, not int"):
        Pseudonymizer().pseudonymize("text", id=5)  # type: ignore[arg-type]


def test_a_profile_file_that_was_edited_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[otherwise]\nstrategy = 'mask'\n")
    before = allonym.pseudonymize("a@x.se", profile=str(path))
    path.write_text("[otherwise]\nstrategy = 'delete'\n")

    assert (before, allonym.pseudonymize("a@x.se", profile=str(path))) == ("XXX", "")


def test_plans_are_written_corrected_and_read_again(tmp_path: Path) -> None:
    from allonym import read_plans, write_plans

    tool = Pseudonymizer(vault=open_vault("memory:"))
    document = Document("a", "Anna Berg met Sten Lund; Berg left. anna.berg@example.org")
    write_plans(tmp_path / "plan", tool, tool.plan_many([document]))
    plans = read_plans(tmp_path / "plan")

    assert "Anna" not in (tmp_path / "plan").read_text()
    assert [each.entity.kin for each in plans[0].decisions] == ["", "", "e1"]
    assert tool.apply([document], plans)[0].text == tool.pseudonymize(document).text


SEVERAL = (
    "Anna Berg (anna.berg@example.org) bor i Stockholm. Stockhuml! Berg sa till Anna att IKEA öppnar 3 maj 2021.",
    "Peter Novak senior und Peter Novak junior wohnen in Berlin, Storgatan 4, 123 45 Malmö. Novaks Sohn ist 31.",
    "I work at Volvo in Leeds. My sister Sarah works at the University of Leeds; call +46 70 174 06 05.",
)


@pytest.mark.parametrize("profile", ["default", "swell", "akio-external", "netanos-xxx", "luxembourg"])
@pytest.mark.parametrize("text", SEVERAL)
def test_what_is_detected_is_what_a_plan_speaks_of(profile: str, text: str) -> None:
    tool = Pseudonymizer(profile, scope="document")

    planned = sorted((each.span, each.label) for one in tool.plan(text).decisions for each in one.entity.mentions)

    assert [(each.span, each.label) for each in tool.detect(text)] == planned
