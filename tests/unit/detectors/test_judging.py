"""The judge of the `lists` detector: what it remembers must be what the evidence says."""

import pytest

from allonym.detectors.names import evidence
from allonym.detectors.names.candidates import Candidate
from allonym.detectors.names.gazetteer import lists
from allonym.detectors.names.judging import chance, evidence_weights, log_odds
from allonym.detectors.names.rows import is_full
from allonym.detectors.names.scenes import cut, scenes, sparks

DETECTOR = lists()
TEXTS = [
    "Anna Berg bor i Göteborg, men Lisa är i Paris.\0Dr. Lindqvist och Xanakis ringde.\0ANNA LIVES IN LONDON",
    "my name is jessicka and i live in new york\0Paris in Wisconsin bought it!\0The Hague, Anna's car (Rose said)",
    "J. R. Carter, Jean-Pierre Xanakis, Ludwig van Beethoven; de Paris à Nantes. Marie",
    "قال محمد صلاح في القاهرة إن علي جاء",
    "Stockholms gator, Ikea and Java recommends Marks and Spencer\0\0RT @anna: Twitter #Paris",
    # The same two words, tied otherwise, written otherwise, and again; and others that only end otherwise.
    "then Jean-Pierre came, and Jean Pierre, and Jean-Pierre\0JEAN PIERRE CAME TOO\0so Jean Pierre and Jean-Pierre do",
    "then Anna Xanakis came, and Anna Xanaksson, and Anna Xanaken, and Anna Xanaka, and Anna Xanakis again",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_sum_is_that_of_the_pieces_of_evidence(text: str) -> None:
    weights = evidence_weights()
    sheet = cut(text, DETECTOR.wording)
    places, alone = sparks(sheet)
    for scene, own in scenes(sheet, (), places):
        verdicts = DETECTOR.judged(scene, own, alone)
        words = [(Candidate("word", place, place), judgement) for place, judgement in verdicts.doubtful]
        for candidate, (which, sure, *_) in (*verdicts.judged, *words):
            rows = [weights.get(name, (0.0, 0.0, 0.0)) for name in evidence.names(scene, candidate)]
            sums = [sum(row[kind] for row in rows) for kind in range(3)]

            if candidate.sort in {"word", "name", "phrase"}:
                assert sure == pytest.approx(max(sums))
                if candidate.sort == "name" and is_full(sheet.words[candidate.first], sheet.words[candidate.last]):
                    assert which == 0
                else:
                    assert sums[which] == pytest.approx(sure)


def test_words_links_handles_and_boundaries_are_cut_out() -> None:
    text = "http://x.y hello,https://a/b?c www.z wow @a.b-c #d h w\0\0ahttps://q wwww.r http: W.H. naïve\0@"

    sheet = cut(text, DETECTOR.wording)

    cut_out = "http://x.y hello https://a/b?c www.z wow @a.b-c #d h w \0 \0 ahttps q wwww r http W H naïve \0 @ \0"
    assert sheet.surfaces == cut_out.split(" ")
    assert "".join(sheet.parts) == text


def test_there_are_words_names_and_phrases_to_judge() -> None:
    rules = {mention.rule for text in TEXTS for mention in DETECTOR.find(text)}

    assert {"word", "name", "phrase", "called"} <= rules


@pytest.mark.parametrize("score", [0.1, 0.5, 0.65, 0.8, 0.99])
def test_a_score_is_a_sum_of_weights_and_back(score: float) -> None:
    assert chance(log_odds(score)) == pytest.approx(score, abs=0.001)


def test_a_threshold_of_one_lets_nothing_through_and_of_zero_everything() -> None:
    text = "Anna Berg bor i Göteborg."

    assert not list(lists(threshold=1.0).find(text))
    assert len(list(lists(threshold=0.0).find(text))) >= len(list(lists().find(text)))
