"""Put together what training needs, small enough to travel: the encoder, the texts, what the lists know of their words.

python training/prepare.py START.npz DATA TARGET [share of raw text]
"""

import json
import lzma
import random
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import hand
import numpy as np
from hand import unwrapped
from noise import plain

from allonym.detectors.model.listing import NOTHING, describe
from allonym.detectors.model.tokens import tokens_of
from allonym.languages.lists import Lists, load_lists, normal

LANGUAGES = ("en", "fr", "de", "es", "it", "pt", "sv", "ar")
POOL = 12_000


def squeeze(start: Path, target: Path) -> None:
    """Write the encoder with the numbers it was kept in: 4 bits and a scale for 32 of them."""
    with np.load(start) as source:
        made = {}
        for name in source.files:
            tensor = source[name]
            if tensor.ndim == 2 and name not in {"t:emb.pos", "t:emb.type"}:
                rows = tensor.reshape(-1, 32)
                low, high = rows.min(1), rows.max(1)
                scale = np.where(-low >= high, -low / 8, high / 8).astype(np.float16)
                safe = np.where(scale == 0, 1, scale).astype(np.float32)
                made["q" + name] = np.clip(np.rint(rows / safe[:, None]), -8, 8).astype(np.int8).reshape(tensor.shape)
                made["s" + name] = scale
            else:
                made[name] = tensor
    np.savez_compressed(target, **made)


def read_lines(path: Path) -> list[str]:
    """Return the lines of a compressed file."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return list(lines)


def write_lines(path: Path, lines: list[str]) -> None:
    """Write a compressed file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path, "wt", encoding="utf-8") as out:
        out.writelines(lines)


def gold_pools(data: Path) -> dict[str, list[str]]:
    """Return the names that stand in the annotated text, by kind; Arabic ones apart."""
    found: dict[str, dict[str, None]] = {}
    for lang in LANGUAGES:
        for line in read_lines(data / "ner" / "train" / f"{lang}.jsonl.xz"):
            row = json.loads(line)
            for start, end, kind, *_ in row["spans"]:
                found.setdefault(f"gold {kind}{'ar' if lang == 'ar' else ''}", {})[row["text"][start:end]] = None
    return {kind: list(names) for kind, names in found.items()}


def texts(data: Path, target: Path, share: float, chance: random.Random) -> Iterator[str]:
    """Return all texts that training reads; raw text is copied, or a share of it."""
    for lang in LANGUAGES:
        lines = (unwrapped(line) for line in read_lines(data / "text" / f"{lang}.txt.xz"))
        parts = (part + "\n" for line in lines for part in line.split("\n"))
        kept = [part for part in parts if len(part) > 20 and chance.random() < share]
        write_lines(target / "text" / f"{lang}.txt.xz", kept)
        yield from kept
        for part in ("train", "dev"):
            yield from (json.loads(line)["text"] for line in read_lines(target / "ner" / part / f"{lang}.jsonl.xz"))
    names = ("sentiment_tweets", "synthpai_comments")
    lines = [line for name in names for line in read_lines(data / "utility" / f"{name}.jsonl.xz")]
    posts = [json.loads(line)["text"].replace("\n", " ") + "\n" for line in lines]
    write_lines(target / "text" / "social.txt.xz", posts)
    yield from posts


def main() -> None:
    """Prepare."""
    start, data, target = map(Path, sys.argv[1:4])
    share = float(sys.argv[4]) if len(sys.argv) > 4 else 1.0
    target.mkdir(parents=True, exist_ok=True)
    squeeze(start, target / "start.npz")
    for part in ("train", "dev"):
        for lang in LANGUAGES:
            gold = read_lines(data / "ner" / part / f"{lang}.jsonl.xz")
            own = [json.dumps(row, ensure_ascii=False) + "\n" for row in hand.rows(data, part, lang)]
            write_lines(target / "ner" / part / f"{lang}.jsonl.xz", gold + own)
    chance = random.Random(1)
    lists = load_lists()
    pools = gold_pools(data) | listed_pools(lists, chance)
    write_lines(target / "pools.json.xz", [json.dumps(pools, ensure_ascii=False)])
    forms: set[str] = set()
    for text in chain(texts(data, target, share, chance), *pools.values()):
        forms.update(normal(token.word) for token in tokens_of(text) if token.word)
    rows = ((form, describe(lists, form)) for form in sorted(forms | set(map(plain, forms))))
    known = [form + "\t" + "".join(map(str, row)) + "\n" for form, row in rows if row != NOTHING]
    write_lines(target / "known.txt.xz", known)


def listed_pools(lists: Lists, chance: random.Random) -> dict[str, list[str]]:
    """Return names to swap in, from the lists: prominent and rare ones, of all cultures."""
    found: dict[str, list[str]] = {}
    for form in lists.forms.iterkeys():
        if len(form) < 3 or len(form) > 40:
            continue
        arabic = "ar" if "\u0600" <= form[0] <= "\u06ff" else ""
        for entry in lists.find(form):
            if entry.kind in {"first", "last", "city", "company"} and entry.ambiguity < 0.5:
                found.setdefault(entry.kind + arabic, []).append(form)
    made = {}
    for kind, forms in found.items():
        chosen = chance.sample(forms, min(POOL, len(forms)))
        made[kind] = [form.title().replace("'S", "'s") for form in chosen]
    for kind in ("first", "last", "city", "company"):
        made.setdefault(kind + "ar", made[kind])
    return made


if __name__ == "__main__":
    main()
