"""Texts annotated by hand for this model, which say more than the public sets do about posts, speech and Arabic.

    hand/own-<language>-<kind>.txt    texts of ours: number, tab, text with [P:…] persons, [L:…] places,
                                      [O:…] organisations, [M:…] other names
    hand/on-<language>-<corpus>.txt   spans on texts that are not ours and not here: digest of the text, tab, spans

Every fifth text is kept for dev.
"""

import hashlib
import json
import lzma
import re
from collections.abc import Iterator
from pathlib import Path

HAND = Path(__file__).parent / "hand"
KINDS = {"P": "PERSON", "L": "LOCATION", "O": "ORGANIZATION", "M": "MISC"}
EVERY = 5
_MARK = re.compile(r"\[([PLOM]):([^\[\]]+)\]")
_SENTENCE = re.compile(r"(?<=[.؟!]) +")


def rows(data: Path, part: str, language: str) -> Iterator[dict]:
    """Return the rows of a part in one language, in the format of the public sets."""
    for path in sorted(HAND.glob(f"o*-{language}-*.txt")):
        texts = {} if path.name.startswith("own") else dict(digests(data, path))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            if (number % EVERY == 0) != (part == "dev"):
                continue
            head, _, tail = line.partition("\t")
            text, spans = unmarked(tail) if not texts else (texts[head], json.loads(tail))
            yield {"text": text, "spans": spans, "source": f"hand_{path.stem.split('-')[2]}", "lang": language}


def unmarked(text: str) -> tuple[str, list[list]]:
    """Return a text without its marks, and what they marked."""
    made, spans, done = "", [], 0
    for mark in _MARK.finditer(text):
        made += text[done : mark.start()]
        spans.append([len(made), len(made) + len(mark[2]), KINDS[mark[1]]])
        made += mark[2]
        done = mark.end()
    return made + text[done:], spans


def digests(data: Path, path: Path) -> Iterator[tuple[str, str]]:
    """Return the texts of the corpus that a file has spans for, by their digests."""
    _, language, corpus = path.stem.split("-")
    for text in tweets(data, language) if corpus == "tweets" else sentences(data, language):
        plain = " ".join(text.split())
        yield hashlib.sha256(plain.encode()).hexdigest()[:16], plain


def tweets(data: Path, language: str) -> Iterator[str]:
    """Return the tweets of a language."""
    with lzma.open(data / "utility" / "sentiment_tweets.jsonl.xz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["lang"] == language:
                yield row["text"]


def sentences(data: Path, language: str) -> Iterator[str]:
    """Return the sentences of encyclopaedia articles."""
    with lzma.open(data / "text" / f"{language}.txt.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield from (each for part in unwrapped(line).split("\n") for each in _SENTENCE.split(part))


def unwrapped(line: str) -> str:
    """Return the text of a line of raw text; some lines are JSON."""
    if not line.startswith('{"text"'):
        return line
    try:
        return json.loads(line)["text"]
    except ValueError:
        return ""
