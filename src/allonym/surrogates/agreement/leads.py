"""The words before a noun that depend on it: `en` France, `au` Japon, `aux` États-Unis.

A frame is one thing to say (where, whence, of what), and knows how a noun of each kind says it. The writer's words are
looked for in what the frames predict for the original; the same frame then says it of the stand-in.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from allonym.surrogates.agreement.scene import Scene, Token, in_case_of, normal


@dataclass(repr=False, frozen=True, slots=True)
class Noun:
    """A name and its kind in the tables of the language ("" has no article); None if nobody knows."""

    words: str
    kind: str | None


Form = tuple[str, str]
"""The words before a noun, and the noun as it stands behind them."""
Frame = Callable[[Noun], tuple[Form, ...]]
"""All ways to say one thing with a noun, the best first."""
Choice = Callable[[str], tuple[str, ...]]
"""All forms of a word before what follows it, the best first."""


@dataclass(repr=False, frozen=True, slots=True)
class Settled:
    """Where the replaced words begin, and what stands there now."""

    start: int
    words: str


def stay(scene: Scene) -> Settled:
    """Return the stand-in with nothing changed around it."""
    return Settled(scene.mention.start, scene.words)


def refit(scene: Scene, frames: Iterable[Frame], olds: Iterable[Noun], renew: Callable[[Noun, str], Noun]) -> Settled:
    """Say of the stand-in what the words before said of the original; `renew` names its kind, told the matched one."""
    before = scene.words_before(scene.mention.start)
    best: tuple[int, Frame, int, Noun, str] | None = None
    for frame, old, rank, lead in _predictions(frames, olds, scene.surface):
        length = len(_tokens(lead))
        if _ends_with(before, lead) and (best is None or length > best[0]):
            best = (length, frame, rank, old, lead)
    if best is None or before[-best[0]].start < scene.room.start:
        return stay(scene)
    length, frame, rank, old, lead = best
    forms = frame(renew(old, lead))
    if not forms:
        return stay(scene)
    new_lead, noun = forms[min(rank, len(forms) - 1)]
    return _placed(scene, before[-length:], new_lead, noun)


def insert(scene: Scene, form: Form) -> Settled:
    """Put an article before the stand-in where the original had none."""
    lead, noun = form
    shown = in_case_of(scene.surface[0], lead, scene.shouts) if scene.opens_sentence or scene.shouts else lead
    return Settled(scene.mention.start, _joined(shown, " ", noun, scene.apostrophe))


def resound(scene: Scene, settled: Settled, choices: Mapping[str, Choice]) -> Settled:
    """Fit the word before to the first sound behind it: de Marie, d'Alice."""
    before = scene.words_before(settled.start, 1)
    if not before or before[0].start < scene.room.start:
        return settled
    [token] = before
    choice = choices.get(token.word)
    old = scene.text[settled.start : scene.mention.end]
    foreseen = choice(old) if choice else ()
    if choice is None or token.word not in foreseen:
        return settled
    allowed = choice(settled.words)
    # Whoever took the second best before will do so again.
    if token.word == allowed[0] or (token.word != foreseen[0] and token.word in allowed):
        return settled
    return _placed(scene, before, allowed[0], settled.words)


def _predictions(frames: Iterable[Frame], olds: Iterable[Noun], surface: str) -> Iterator[tuple[Frame, Noun, int, str]]:
    known = list(frames)
    for old in olds:
        for frame in known:
            for rank, (lead, noun) in enumerate(frame(old)):
                if lead and normal(noun) == normal(surface):
                    yield frame, old, rank, lead


def _placed(scene: Scene, replaced: Sequence[Token], lead: str, noun: str) -> Settled:
    written = "".join(token.written for token in replaced)
    if _tokens(lead) == [token.word for token in replaced]:
        return Settled(replaced[0].start + len(written), noun)
    gap = replaced[-1].gap
    apostrophe = gap if gap in "'’" else scene.apostrophe
    shown = in_case_of(written, lead, scene.shouts)
    return Settled(replaced[0].start, _joined(shown, " " if gap in "'’" else gap, noun, apostrophe))


def _joined(lead: str, gap: str, noun: str, apostrophe: str) -> str:
    lead = lead.replace("'", apostrophe)
    return f"{lead}{noun}" if not lead or lead.endswith(apostrophe) else f"{lead}{gap}{noun}"


def _tokens(lead: str) -> list[str]:
    return lead.split()


def _ends_with(before: Sequence[Token], lead: str) -> bool:
    wanted = _tokens(lead)
    return len(wanted) <= len(before) and [token.word for token in before[-len(wanted) :]] == wanted
