"""How opinions of the model, the lists and the patterns on the same words become one."""

from allonym.core.types import DENIED, HINT, MAYBE_PERSON, UNSURE, Features, Mention, Span
from allonym.fusing import fuse

TEXT = "On 12 May Anna Berg of Berg Bygg AB wrote to anna@example.org from #Paris, April said."


def said(words: str, label: str, score: float, source: str = "model:network", features: Features = ()) -> Mention:
    start = TEXT.index(words)
    return Mention(Span(start, start + len(words)), label, score, source, features)


def fused(*mentions: Mention) -> list[tuple[str, str]]:
    return sorted((each.span.of(TEXT), each.label) for each in fuse(TEXT, mentions))


def test_the_model_says_what_and_the_lists_which_sort() -> None:
    listed = said("Anna", "PERSON.FIRST", 0.9, "lists:word", (("gender", "female"),))

    (mention,) = fuse(TEXT, [said("Anna", "PERSON", 0.98), listed])

    assert (mention.label, mention.score, mention.source) == ("PERSON.FIRST", 0.98, "model:network")
    assert dict(mention.features) == {"gender": "female", "lists": "0.90"}


def test_the_model_knows_better_where_a_name_ends() -> None:
    assert fused(said("Anna Berg", "PERSON", 0.9), said("Berg", "LOCATION.CITY", 0.99, "lists:word")) == [
        ("Anna Berg", "PERSON")
    ]


def test_what_the_model_does_not_take_for_a_name_is_none_unless_a_list_is_very_sure_of_a_person_or_product() -> None:
    assert fused(said("Anna", "PERSON.FIRST", 0.9, "lists:word")) == []
    assert fused(said("Anna", "PERSON.FIRST", 0.98, "lists:word")) == [("Anna", "PERSON.FIRST")]
    assert fused(said("Bygg", "ORGANIZATION.PRODUCT", 0.92, "lists:word")) == [("Bygg", "ORGANIZATION.PRODUCT")]
    assert fused(said("Berg", "LOCATION.CITY", 0.99, "lists:word")) == []


def test_a_place_that_a_list_knows_as_a_person_may_be_one() -> None:
    (mention,) = fuse(TEXT, [said("Berg", "LOCATION", 0.9), said("Berg", "PERSON.LAST", 0.95, "lists:word")])

    assert mention.label == "LOCATION"
    assert MAYBE_PERSON in mention.features


def test_what_may_be_a_name_is_extra() -> None:
    assert fused(said("Anna", UNSURE, 0.3)) == [("Anna", UNSURE)]


def test_a_list_settles_what_the_model_is_unsure_of_if_the_two_agree() -> None:
    person, place = (said("Anna", UNSURE, 0.3, features=(("maybe", kind),)) for kind in ("person", "location"))
    listed = said("Anna Berg", "PERSON", 0.95, "lists:name")

    assert fused(person, listed) == [("Anna Berg", "PERSON")]
    assert fused(place, listed) == [("Anna Berg", UNSURE)]
    assert fused(person, said("Anna Berg", "PERSON", 0.85, "lists:name")) == [("Anna Berg", UNSURE)]


def test_a_list_that_knows_but_a_part_leaves_the_whole_unsure() -> None:
    whole = said("Anna Berg", UNSURE, 0.4, features=(("maybe", "person"),))

    assert fused(whole, said("Anna", "PERSON.FIRST", 0.98, "lists:word")) == [("Anna Berg", UNSURE)]


def test_an_authority_is_known_by_its_head_word() -> None:
    hint = said("Bygg", UNSURE, 0.1, features=(HINT,))

    for label, becomes in (("ORGANIZATION.AUTHORITY",) * 2, ("ORGANIZATION.COMPANY", UNSURE)):
        assert fused(hint, said("Berg Bygg", label, 0.75, "lists:organ")) == [("Berg Bygg", becomes)]


def test_a_hint_stands_only_with_a_list_beside_it() -> None:
    hint = said("Anna", UNSURE, 0.1, features=(HINT,))

    assert fused(hint) == []
    assert fused(hint, said("Anna", "PERSON.FIRST", 0.85, "lists:word")) == [("Anna", UNSURE)]


def test_a_legal_form_makes_a_firm_of_several_names() -> None:
    firm = said("Berg Bygg AB", "ORGANIZATION.COMPANY", 0.85, "lists:legal")
    by_head = said("Berg Bygg AB", "ORGANIZATION.COMPANY", 0.85, "lists:organ")

    assert fused(said("Bygg", "PERSON", 0.7), firm) == [("Berg Bygg AB", "ORGANIZATION.COMPANY")]
    assert fused(said("Bygg AB", "ORGANIZATION", 0.9), firm) == [("Bygg AB", "ORGANIZATION.COMPANY")]
    assert fused(said("Bygg", "PERSON", 0.7), by_head) == [("Bygg", "PERSON")]


def test_who_signs_is_a_person_unless_the_model_sees_more_of_the_name() -> None:
    signature = said("Anna Berg", "PERSON", 0.98, "lists:signature")

    assert fused(said("Berg of Berg", "LOCATION", 0.9), signature) == [("Anna Berg", "PERSON"), ("of Berg", "LOCATION")]
    assert fused(said("Anna", "PERSON.FIRST", 0.9), signature) == [("Anna Berg", "PERSON")]
    assert fused(said("Anna Berg of", "PERSON", 0.9), signature) == [("Anna Berg of", "PERSON")]


def test_a_school_is_one_name_with_its_town() -> None:
    school = said("Berg Bygg AB", "ORGANIZATION.SCHOOL", 0.9, "lists:organ")
    model = said("Berg Bygg", "ORGANIZATION", 0.8), said("AB", "LOCATION", 0.9)
    perhaps = said("Berg Bygg", "ORGANIZATION", 0.8, features=(MAYBE_PERSON,))
    unsure = said("Berg Bygg", UNSURE, 0.5, features=(("maybe", "organization"),))

    assert fused(school, *model) == [("Berg Bygg AB", "ORGANIZATION.SCHOOL")]
    assert fused(school, unsure, model[1]) == [("Berg Bygg AB", "ORGANIZATION.SCHOOL")]
    assert fused(school, perhaps, model[1])[1] == ("Berg Bygg", "ORGANIZATION.SCHOOL")


def test_a_place_that_the_model_cuts_in_two_is_one_if_a_list_knows_it() -> None:
    one, two = said("Bygg", "LOCATION", 0.7), said("AB", "LOCATION", 0.98)
    listed = said("Bygg AB", "LOCATION.COUNTRY", 0.73, "lists:word")

    (mention,) = fuse(TEXT, [one, two, listed])

    assert (mention.span.of(TEXT), mention.label, mention.score) == ("Bygg AB", "LOCATION.COUNTRY", 0.98)
    assert fused(one, said("AB", "ORGANIZATION", 0.98), listed) == [("AB", "ORGANIZATION"), ("Bygg", "LOCATION")]


def test_identifiers_are_cut_out_of_names() -> None:
    mail = said("anna@example.org", "EMAIL", 0.99, "patterns:email")

    assert fused(said("AB wrote to anna@example.org", "ORGANIZATION", 0.9), mail) == [
        ("AB wrote to", "ORGANIZATION"),
        ("anna@example.org", "EMAIL"),
    ]


def test_a_name_of_two_letters_beside_an_identifier_is_not_left_standing() -> None:
    text = "Bo 070-174 06 05"
    phone = Mention(Span(3, 16), "PHONE", 0.9, "patterns:phone")
    assert fuse(text, [Mention(Span(0, 16), "PERSON", 0.9, "model:network"), phone])[0].span == Span(0, 2)


def test_a_month_of_which_nobody_is_sure_may_be_a_person() -> None:
    month = said("April", "DATE.MONTH", 0.6, "life:date-month")

    assert ("April", "PERSON") in fused(said("April", "PERSON", 0.9), month)
    assert ("12 May", "DATE") in fused(
        said("12 May Anna", "PERSON", 0.9), said("12 May", "DATE", 0.9, "life:date-whole")
    )


def test_a_hashtag_that_is_a_name_is_that_name() -> None:
    tag = said("#Paris", "HASHTAG", 0.95, "patterns:hashtag")

    assert fused(said("#Paris", "LOCATION", 0.9), tag) == [("#Paris", "LOCATION")]
    assert fused(tag) == [("#Paris", "HASHTAG")]


def test_what_the_user_has_listed_is_cut_out_of_names() -> None:
    listed = said("Anna", "PERSON", 1.0, "terms:term", DENIED)

    assert fused(said("Anna Berg", "PERSON", 0.9), listed) == [("Anna", "PERSON"), ("Berg", "PERSON")]


def test_an_address_reaches_as_far_as_the_place_that_the_model_sees() -> None:
    street = said("Berg Bygg", "ADDRESS.STREET", 0.8, "life:street", (("parts", "street:0-4"),))

    (address,) = (
        each for each in fuse(TEXT, [street, said("of Berg Bygg AB", "LOCATION", 0.9)]) if "ADD" in each.label
    )

    assert (address.span.of(TEXT), address.label) == ("of Berg Bygg AB", "ADDRESS")
    assert dict(address.features)["parts"] == "street:3-7"


def test_a_party_is_an_organisation_unless_somebody_speaks_of_themselves() -> None:
    party = said("Berg Bygg", "ORGANIZATION", 0.9)

    assert fused(party, said("Berg Bygg", "SENSITIVE.POLITICS", 0.5, "life:politics")) == [
        ("Berg Bygg", "ORGANIZATION")
    ]
    assert len(fused(party, said("Berg Bygg", "SENSITIVE.POLITICS", 0.75, "life:politics-self"))) == 2


def test_what_is_unsure_is_what_the_same_words_surely_are_elsewhere() -> None:
    later = Span(TEXT.rindex("Berg"), TEXT.rindex("Berg") + 4)

    def read(maybe: str) -> list[str]:
        unsure = Mention(later, UNSURE, 0.5, "model:network", (("maybe", maybe),))
        return [each.label for each in fuse(TEXT, [said("Berg", "LOCATION", 0.9), unsure])]

    assert read("location") == ["LOCATION", "LOCATION"]
    assert read("person") == ["LOCATION", UNSURE]


def test_what_may_be_a_person_stays_so_whoever_names_it() -> None:
    place = said("Berg", UNSURE, 0.5, features=(("maybe", "location person"),))
    city = said("Berg", "LOCATION.CITY", 0.95, "lists:word")

    (mention,) = fuse(TEXT, [place, city])

    assert (mention.label, mention.features) == ("LOCATION.CITY", (MAYBE_PERSON,))


def test_a_word_that_says_what_identifier_follows_is_no_name() -> None:
    def left(text: str, word: str, rest: str, label: str) -> list[str]:
        places = [(text.index(each), text.index(each) + len(each)) for each in (word, rest)]
        (one, two), source = places, "patterns:rule"
        unsure = Mention(Span(*one), UNSURE, 0.4, "model:network", (("maybe", "organization"),))
        return sorted(each.label for each in fuse(text, [unsure, Mention(Span(*two), label, 0.95, source)]))

    assert left("(BIC COBADEFFXXX)", "BIC", "COBADEFFXXX", "BIC") == ["BIC"]
    assert left("DNI: 12345678Z", "DNI", "12345678Z", "ID.NATIONAL") == ["ID.NATIONAL"]
    assert left("BIC and COBADEFFXXX", "BIC", "COBADEFFXXX", "BIC") == ["BIC", UNSURE]
    assert left("BIC 12345678Z", "BIC", "12345678Z", "ID.NATIONAL") == [UNSURE, "ID.NATIONAL"]
    assert left("COBADEFFXXX BIC", "BIC", "COBADEFFXXX", "BIC") == ["BIC", UNSURE]
    assert left("Anna COBADEFFXXX", "Anna", "COBADEFFXXX", "BIC") == ["BIC", UNSURE]
    assert left("le bus 38", "bus", "38", "TRANSPORT.NUMBER") == ["TRANSPORT.NUMBER"]
    assert left("anna bus 38", "anna bus", "38", "TRANSPORT.NUMBER") == [UNSURE, "TRANSPORT.NUMBER"]
    assert left("Anna 38", "Anna", "38", "TRANSPORT.NUMBER") == [UNSURE, "TRANSPORT.NUMBER"]


def test_what_the_model_is_unsure_of_is_no_more_than_the_address_it_shares_words_with() -> None:
    box = said("Berg Bygg", "ADDRESS", 0.8, "life:po-box")

    assert fused(said("of Berg Bygg AB", UNSURE, 0.4), box) == [("of Berg Bygg AB", "ADDRESS")]
    assert fused(said("Bygg", UNSURE, 0.4), box) == [("Berg Bygg", "ADDRESS")]


def test_a_street_alone_and_a_postcode_do_not_take_in_what_the_model_is_unsure_of() -> None:
    street = said("Berg Bygg", "ADDRESS.STREET", 0.8, "life:street")

    assert fused(said("Bygg AB", UNSURE, 0.4), street) == [("Berg Bygg", "ADDRESS.STREET"), ("Bygg AB", UNSURE)]


def test_a_word_that_announces_a_postcode_names_nothing() -> None:
    text = "CEP 22041-001, Copacabana"
    code = Mention(Span(4, 13), "ADDRESS.ZIP", 0.95, "identifiers:postcode-announced")

    for label in (UNSURE, "LOCATION"):
        assert fuse(text, [Mention(Span(0, 13), label, 0.6, "model:network"), code]) == [code]


def test_whoever_a_title_announces_does_not_stay_where_the_model_sees_nobody() -> None:
    called = said("Berg", "PERSON.LAST", 0.57, "lists:called")

    assert fused(called) == [("Berg", UNSURE)]
    assert fused(said("Berg", "PERSON.LAST", 0.57, "lists:word")) == []
