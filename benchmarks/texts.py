"""Texts to measure on: invented tweets, made from a seed, so that anybody measures the same ones; and real ones."""

import json
import lzma
import random
import re
from collections.abc import Iterator
from pathlib import Path

_WORDS = tuple(
    re.findall(
        r"\S+",
        "the and to of a in is it you that he was for on are with as his they be at one have this from or had by hot "
        "but some what there we can out other were all your when up use word how said an each she which do their time "
        "if will way about many then them would write like so these her long make thing see him two has look more day "
        "could go come did my sound no most number who over know water than call first people may down side been now "
        "find omg lol brb tbh aujourd'hui très fünf schön mañana qué però città não você också många يوم جديد",
    )
)
_REAL = {
    "en": {"wnut17", "btc", "tweebank_ner"}, "de": {"xlime_twitter"}, "es": {"xlime_twitter"}, "it": {"xlime_twitter"},
}  # fmt: skip
_EXTRAS = (
    "@user_{n}", "@{w}{n}", "#{w}", "#{w}{n}", "https://t.co/{w}{n}", "{w}.{w}@example.org", "+46 70 {n:03d} 06 05",
    "192.0.2.{b}", "😀", "👩‍👩‍👧", "…", "“{w}”", "{n}", "10:{b}", "1,{n:03d}",
)  # fmt: skip


def tweets(count: int, seed: int = 1) -> Iterator[str]:
    """Return invented tweets of about a hundred characters; about every second has something to find."""
    chance = random.Random(seed)
    for _ in range(count):
        words = chance.choices(_WORDS, k=chance.randint(6, 24))
        for _ in range(chance.choice((0, 1, 1, 2))):
            extra = chance.choice(_EXTRAS)
            filled = extra.format(
                n=chance.randint(1, 999), b=chance.randint(10, 59), w=chance.choice(_WORDS).strip("'")
            )
            words.insert(chance.randint(0, len(words)), filled)
        yield " ".join(words)


def real_tweets(size: int) -> Iterator[str]:
    """Return real tweets of four languages, about `size` bytes, mixed; none where the labelled data is not at hand."""
    folder = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "ner" / "train"
    found: list[str] = []
    for code, sources in _REAL.items():
        if (folder / f"{code}.jsonl.xz").is_file():
            with lzma.open(folder / f"{code}.jsonl.xz", "rt", encoding="utf-8") as lines:
                rows = map(json.loads, lines)
                found += (row["text"] for row in rows if row["source"] in sources)
    random.Random(1).shuffle(found)
    for text in found:
        if size <= 0:
            break
        size -= len(text.encode())
        yield text


def real_documents(size: int, length: int = 20_000) -> Iterator[str]:
    """Return real texts of eight languages, of so many characters, about `size` bytes; none if they are not at hand."""
    files = sorted((Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "text").glob("*.txt.xz"))
    for path in files:
        left = size // len(files)
        with lzma.open(path, "rt", encoding="utf-8") as stream:
            while left > 0 and (text := stream.read(length)):
                left -= len(text.encode())
                yield text


def write_jsonl(path: Path, size: int, seed: int = 1) -> None:
    """Write tweets as JSON Lines until the file has `size` bytes."""
    block = [
        json.dumps({"id": f"t{number}", "text": text}, ensure_ascii=False)
        for number, text in enumerate(tweets(20_000, seed))
    ]
    data = ("\n".join(block) + "\n").encode()
    with path.open("wb") as stream:
        written = 0
        while written < size:
            written += stream.write(data)
