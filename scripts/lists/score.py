"""Count how common each word is as an ordinary word -> own/scores.tsv.xz, which build.py reads.

    python scripts/lists/score.py TEXT_FOLDER NER_FOLDER

TEXT_FOLDER holds <language>.txt.xz, NER_FOLDER <language>.jsonl.xz with spans. Only scores leave this script: four bits
per language. Case tells most: what is written small, or stands capital only where a sentence begins, is a word. German
nouns are capital and Arabic has no case; there annotated text says how often a word is part of no name.
"""

import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import log10
from pathlib import Path

import marisa_trie  # type: ignore[import-not-found]  # it has no types
from facts import LANGUAGES
from variants import plain

from allonym.core.shadow import shadow
from allonym.languages.list_format import FORMS
from allonym.languages.lists import LONGEST, TABLES, load_lists, normal

SCORES = Path(__file__).parent / "own" / "scores.tsv.xz"
_TOKEN = re.compile(r"[^\W\d_]+|[.!?:\"“”«»…\n]")
_START = re.compile(r"(?<![^\W_])[^\W\d_]")
_BEFORE_NOUNS = "der die das den dem des ein eine einen einem einer eines kein keine im am zum zur vom beim"
_DETERMINERS = frozenset(_BEFORE_NOUNS.split())


@dataclass(slots=True)
class Counts:
    """How often words of one language occur: written small, capital inside a sentence, after a determiner."""

    total: int = 0
    small: Counter[str] = field(default_factory=Counter)
    capital: Counter[str] = field(default_factory=Counter)
    determined: Counter[str] = field(default_factory=Counter)
    phrases: Counter[str] = field(default_factory=Counter)


def count(lines: Iterable[str], phrases: marisa_trie.Trie) -> Counts:
    """Count the words of lines, and the phrases of the lists."""
    counts = Counts()
    for line in lines:
        text = shadow(line).text
        before = "."
        for match in _TOKEN.finditer(text):
            word = match[0]
            if word[0].isalpha():
                _count_word(counts, word, before)
            before = word
        for phrase in _phrases(text, phrases):
            counts.phrases[phrase] += 1
    return counts


def _count_word(counts: Counts, word: str, before: str) -> None:
    key = normal(word)
    counts.total += 1
    if word[0].islower() or not word[0].isupper():
        counts.small[key] += 1
    elif before[0].isalpha() and not word[1:].isupper():
        counts.capital[key] += 1
        counts.determined[key] += before.lower() in _DETERMINERS


def _phrases(text: str, phrases: marisa_trie.Trie) -> Iterator[str]:
    folded = normal(text)
    for match in _START.finditer(text):
        start = match.start()
        # A phrase that begins with a capital is more likely the name itself.
        if text[start].isupper():
            continue
        for phrase in phrases.prefixes(folded[start : start + LONGEST]):
            end = start + len(phrase)
            if not folded[end : end + 1].isalnum():
                yield phrase


def scores(counts: Counts, shares: Mapping[str, float], language: str) -> Iterator[tuple[str, float]]:
    """Return how common each word or phrase is as an ordinary one, 0 to 1."""
    for word in counts.small.keys() | counts.capital.keys():
        ordinary, share = _ordinary(word, counts, shares, language)
        if ordinary >= 2:
            yield word, scale(ordinary / counts.total) * min(1.0, 1.5 * share)
    for phrase, number in counts.phrases.items():
        yield phrase, scale(number / counts.total)


def _ordinary(word: str, counts: Counts, shares: Mapping[str, float], language: str) -> tuple[float, float]:
    small, capital = counts.small[word], counts.capital[word]
    if language == "ar":
        # Names seldom take the article; nouns and adjectives do.
        with_article = counts.small["ال" + word]
        share = shares.get(word, min(1.0, 0.2 + 2 * with_article / (small + with_article + 1)))
        return small * share, share
    if language == "de" and capital:
        noun = shares.get(word, min(1.0, 2.5 * counts.determined[word] / capital) if counts.determined[word] > 1 else 0)
        ordinary = small + capital * noun
        return ordinary, ordinary / (small + capital)
    return small, small / (small + capital + 0.5)


def scale(frequency: float) -> float:
    """Return a frequency on a logarithmic scale: once in five million words is 0, once in a thousand 1."""
    return max(0.0, min(1.0, (log10(frequency * 1e6) + 0.7) / 3.7))


def shares_outside(lines: Iterable[str]) -> dict[str, float]:
    """Return, for each word of annotated text, in which share of its places it is part of no name."""
    inside: Counter[str] = Counter()
    everywhere: Counter[str] = Counter()
    for line in lines:
        row = json.loads(line)
        text = normal(row["text"])
        names = [
            (start, end) for start, end, label, *_ in row["spans"] if label in {"PERSON", "LOCATION", "ORGANIZATION"}
        ]
        for match in re.finditer(r"[^\W\d_]+", text):
            everywhere[match[0]] += 1
            inside[match[0]] += any(start <= match.start() < end for start, end in names)
    return {word: 1 - inside[word] / number for word, number in everywhere.items() if number >= 3}


def pack_scores(by_language: Mapping[str, Iterable[tuple[str, float]]]) -> dict[str, int]:
    """Return four bits per language for every word that is common in one; also as written without accents."""
    packed: dict[str, int] = {}
    for place, language in enumerate(LANGUAGES):
        best: dict[str, float] = {}
        for word, score in by_language[language]:
            best[word] = max(best.get(word, 0.0), score)
            bare = plain(word)
            best[bare] = max(best.get(bare, 0.0), 0.7 * score)
        for word, score in best.items():
            if bits := round(15 * score):
                packed[word] = packed.get(word, 0) | bits << 4 * place
    return packed


def listed_phrases() -> marisa_trie.Trie:
    """Return the forms of several words that the tables have now: build, score, build again."""
    listed = load_lists().forms.iterkeys() if (TABLES / FORMS).is_file() else ()
    return marisa_trie.Trie(form for form in listed if " " in form)


def read_scores() -> dict[str, int]:
    """Return the scores that were counted last."""
    if not SCORES.is_file():
        return {}
    with lzma.open(SCORES, "rt", encoding="utf-8") as file:
        return {word: int(bits, 16) for word, bits in (line.rstrip("\n").split("\t") for line in file)}


def main(texts: Path, annotated: Path) -> None:
    """Count every language and write the scores."""
    phrases = listed_phrases()
    found = {}
    for language in LANGUAGES:
        with lzma.open(texts / f"{language}.txt.xz", "rt", encoding="utf-8") as file:
            counts = count(file, phrases)
        with lzma.open(annotated / f"{language}.jsonl.xz", "rt", encoding="utf-8") as file:
            shares = shares_outside(file) if language in {"de", "ar"} else {}
        found[language] = list(scores(counts, shares, language))
        print(f"{language}: {counts.total} words, {len(found[language])} scores")
    lines = "".join(f"{word}\t{bits:x}\n" for word, bits in sorted(pack_scores(found).items()))
    SCORES.write_bytes(lzma.compress(lines.encode("utf-8"), preset=9))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
