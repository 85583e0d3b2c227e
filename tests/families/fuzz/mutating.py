"""Changed inputs, the same for the same seed: bytes flipped, cut, doubled, moved, and put in from elsewhere."""

import random
from collections.abc import Iterator, Sequence

WORDS = (
    b"\0", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", b"\r", b"\n\n", b"\t",
    b'"', b"'", b"\\", b"\\ud800", b"[", b"]", b"{", b"}", b"<", b">", b"&#0;", b"<!--", b"]]>", b"-1", b"0", b"1e999",
    b"NaN", b"99999999999", b"1" * 5000, b"[" * 2000, b'{"a":' * 1200, b"null", b"true", b"\xe2\x80\xae",
    b"\xe2\x80\x8b", b"\xc4\xb0", b"\xd9\xa3",
)  # fmt: skip
"""What readers of many kinds stumble over."""
LONGEST = 1 << 16


def changed(seeds: Sequence[bytes], seed: int) -> Iterator[bytes]:
    """Return changed inputs without end; the seeds themselves first."""
    chance = random.Random(seed)
    yield from seeds
    while True:
        data = bytearray(chance.choice(seeds))
        for _ in range(1 << chance.randrange(4)):
            chance.choice(_WAYS)(chance, data, seeds)
        yield bytes(data[:LONGEST])


def _flip(chance: random.Random, data: bytearray, _: Sequence[bytes]) -> None:
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def _put(chance: random.Random, data: bytearray, _: Sequence[bytes]) -> None:
    at = chance.randint(0, len(data))
    data[at:at] = chance.choice(WORDS)


def _cut(chance: random.Random, data: bytearray, _: Sequence[bytes]) -> None:
    start = chance.randint(0, len(data))
    del data[start : start + 1 + chance.randrange(1 << chance.randrange(8))]


def _double(chance: random.Random, data: bytearray, _: Sequence[bytes]) -> None:
    start = chance.randint(0, len(data))
    data[start:start] = data[start : start + 1 + chance.randrange(1 << chance.randrange(8))]


def _cross(chance: random.Random, data: bytearray, seeds: Sequence[bytes]) -> None:
    other = chance.choice(seeds)
    data[chance.randint(0, len(data)) :] = other[chance.randint(0, len(other)) :]


_WAYS = (_flip, _flip, _put, _cut, _double, _cross)
