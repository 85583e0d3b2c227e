"""Make annotated text look like other text: other names, other case, typing errors, hashtags, handles.

A text is held as a list of pieces [words, kind or None], so that a change of length needs no book-keeping. What changes
only the look of single words is done to tokens, so that the same sentence can be shown clean to a teacher and
noisy to a student.
"""

import random
import re
import unicodedata
from collections.abc import Mapping, Sequence

from allonym.detectors.model.tokens import SHAPES, Token, word_token

Piece = list
_WORD_SHAPES = {SHAPES.index(name) for name in ("lower", "Title", "UPPER", "miXed", "caseless", "initial")}
_MARKS = re.compile(r"[.,;:!?\"()«»“”]+")
_EMOJI = ("😀", "😂", "🙏", "🔥", "❤️", "👍", "😭", "✨", "🎉", "🤔", "💪", "😍", "⚽", "🇫🇷", "🚀")
_TAGS = (
    "love",
    "news",
    "win",
    "live",
    "breaking",
    "tbt",
    "fail",
    "job",
    "football",
    "music",
    "travel",
    "health",
    "climate",
    "vote",
    "auto",
    "bilan",
    "heute",
    "foto",
    "hoy",
    "oggi",
    "hoje",
    "idag",
    "اليوم",
)
_CLITICS = ("و", "ب", "ل", "ال", "وال", "بال", "ف")
_ARABIC = re.compile("[\u0621-\u064a]")


def pieces_of(text: str, spans: Sequence[tuple[int, int, str]]) -> list[Piece]:
    """Return a text cut at its spans, which do not overlap."""
    made, done = [], 0
    for start, end, kind in spans:
        made.append([text[done:start], None])
        made.append([text[start:end], kind])
        done = end
    made.append([text[done:], None])
    return [piece for piece in made if piece[0]]


def joined(pieces: Sequence[Piece]) -> tuple[str, list[tuple[int, int, str]]]:
    """Return the text of pieces, and its spans."""
    at, spans = 0, []
    for words, kind in pieces:
        if kind is not None:
            spans.append((at, at + len(words), kind))
        at += len(words)
    return "".join(words for words, _ in pieces), spans


def restructure(pieces: list[Piece], chance: random.Random, pools: Mapping[str, list[str]]) -> list[Piece]:
    """Change what a text says and how it is decorated: names, hashtags, handles, links, marks."""
    if chance.random() < 0.30:
        pieces = [_swapped(piece, chance, pools) for piece in pieces]
    if chance.random() < 0.12:
        pieces = _social(pieces, chance)
    if chance.random() < 0.09:
        pieces = [[_MARKS.sub("", words) if kind is None else words, kind] for words, kind in pieces]
    return [_clitic(piece, chance) for piece in pieces]


def _swapped(piece: Piece, chance: random.Random, pools: Mapping[str, list[str]]) -> Piece:
    words, kind = piece
    if kind not in {"PERSON", "LOCATION", "ORGANIZATION"} or chance.random() < 0.25:
        return piece
    arabic = "ar" if _ARABIC.search(words) else ""
    gold = pools[f"gold {kind}{arabic}"]
    if chance.random() < (0.3 if kind == "PERSON" else 0.5):
        return [chance.choice(gold), kind]
    if kind == "PERSON":
        return [_person(words, arabic, chance, pools), kind]
    return [chance.choice(pools[("city" if kind == "LOCATION" else "company") + arabic]), kind]


def _person(words: str, arabic: str, chance: random.Random, pools: Mapping[str, list[str]]) -> str:
    first, last = chance.choice(pools["first" + arabic]), chance.choice(pools["last" + arabic])
    if " " not in words.strip():
        return first if chance.random() < 0.6 else last
    style = chance.random()
    if style < 0.75:
        return f"{first} {last}"
    if style < 0.85:
        return f"{first[0]}. {last}"
    return f"{first} {chance.choice(pools['first' + arabic])} {last}"


def _social(pieces: list[Piece], chance: random.Random) -> list[Piece]:
    made = []
    for words, kind in pieces:
        if kind and chance.random() < 0.35 and len(words) < 30 and words.replace(" ", "").isalpha():
            together = "".join(part[:1].upper() + part[1:] for part in words.split())
            made.append(["#" + (together if chance.random() < 0.6 else together.lower()), kind])
        else:
            made.append([words, kind])
    style = chance.random()
    if style < 0.3:
        made.insert(0, [f"RT @{chance.choice(_TAGS)}{chance.randint(1, 99)}: ", None])
    elif style < 0.5:
        made.insert(0, [f"@{chance.choice(_TAGS)}_{chance.choice(_TAGS)} ", None])
    if chance.random() < 0.4:
        made.append([" " + " ".join(chance.choices(_EMOJI, k=chance.randint(1, 3))), None])
    if chance.random() < 0.3:
        made.append([" #" + chance.choice(_TAGS), None])
    if chance.random() < 0.3:
        made.append([" https://t.co/" + "".join(chance.choices("abcdefghiABCDEFGH0123456789", k=10)), None])
    return made


def _clitic(piece: Piece, chance: random.Random) -> Piece:
    words, kind = piece
    if kind in {"PERSON", "LOCATION", "ORGANIZATION"} and _ARABIC.match(words) and chance.random() < 0.08:
        return [chance.choice(_CLITICS[:3] if words.startswith("ال") else _CLITICS) + words, kind]
    return piece


def blurred(tokens: Sequence[Token], kinds: Sequence[bool], chance: random.Random) -> list[Token]:
    """Return the same tokens with another look: case, accents, typing errors; `kinds` says which are in names."""
    style = chance.random()
    change = None
    if style < 0.17:
        change = str.lower
    elif style < 0.28:
        change = str.upper
    elif style < 0.33:
        change = str.title
    made = list(tokens)
    if change is not None:
        made = [_again(token, change(token.word)) for token in made]
    elif style < 0.40:
        made = [_again(token, token.word.lower()) if named else token for token, named in zip(made, kinds, strict=True)]
    if chance.random() < 0.07:
        made = [_again(token, plain(token.word)) for token in made]
    if chance.random() < 0.10:
        rate = chance.choice((0.03, 0.08, 0.15))
        made = [_again(token, _mistyped(token.word, chance)) if chance.random() < rate else token for token in made]
    return made


def plain(word: str) -> str:
    """Return a word without accents."""
    if word.isascii() or _ARABIC.search(word):
        return word
    return unicodedata.normalize(
        "NFC", "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    )


def _mistyped(word: str, chance: random.Random) -> str:
    if len(word) < 3:
        return word
    at = chance.randrange(1, len(word) - 1)
    style = chance.randrange(4)
    if style == 0:
        return word[:at] + word[at + 1 :]
    if style == 1:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if style == 2:
        return word[:at] + word[at] + word[at:]
    return word[:-1] + word[-1] * chance.randint(2, 4)


def _again(token: Token, word: str) -> Token:
    if token.shape not in _WORD_SHAPES or not word or word == token.word:
        return token
    new = word_token(token.start, word, "▁" if token.spelling.startswith("▁") else "")
    return new._replace(end=token.end)
