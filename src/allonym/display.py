"""A plan as HTML, for whoever looks at it in a notebook and asks for it.

What this makes shows the words of a text, and a notebook keeps what it has shown. So nothing is shown by itself: plans
have no display of their own, and their `repr` has no words. The snippet is inert whatever the text says: everything is
escaped, there is no script, no link and nothing from elsewhere. What is done with a mention is said in words, not by
colour alone, and signs that turn or hide letters are made visible.
"""

import unicodedata
from collections.abc import Iterator
from html import escape

from allonym.core.errors import UsageError
from allonym.core.types import Action, Decision, Mention, Plan, digest

_COLOURS = {
    "PERSON": "#ffd9d9",
    "LOCATION": "#d9ecff",
    "ADDRESS": "#d9ecff",
    "ORGANIZATION": "#e6dcff",
    "DATE": "#fff0c2",
    "AGE": "#fff0c2",
    "EXTRA": "#e3e3e3",
}
_OTHER = "#d8f3dc"
_LINES = {Action.REPLACE: "solid", Action.MARK: "dotted", Action.KEEP: "none"}
_WORDS = {Action.REPLACE: "", Action.MARK: ", marked", Action.KEEP: ", kept"}
_PAGE = "white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext;line-height:1.9;color:#111;background:#fff"
_NAME = "font-size:75%;font-family:sans-serif;margin-inline-start:.3em"
_SIGN = "color:#a00;font-size:75%;font-family:monospace"


def html(plan: Plan, text: str) -> str:
    """Return a snippet that shows a text with its mentions; raise UsageError if the plan is another text's."""
    if plan.digest != digest(text):
        raise UsageError(f"{plan.id}: the plan was made for another text")
    made: list[str] = []
    done = 0
    for mention, decision in _in_order(plan):
        made += _visible(text[done : mention.start]), _mark(text, mention, decision)
        done = mention.end
    made.append(_visible(text[done:]))
    return f'<div dir="auto" style="{_PAGE}">{"".join(made)}</div>'


def _in_order(plan: Plan) -> Iterator[tuple[Mention, Decision]]:
    pairs = ((mention, decision) for decision in plan.decisions for mention in decision.entity.mentions)
    return iter(sorted(pairs, key=lambda pair: pair[0].span))


def _mark(text: str, mention: Mention, decision: Decision) -> str:
    entity, action = decision.entity, decision.action
    colour = _COLOURS.get(entity.label.partition(".")[0], _OTHER)
    style = f"background:{colour};color:#111;border-bottom:2px {_LINES[action]} #555;padding:0 .2em"
    told = f"{mention.label}, {action.value}, rule {decision.rule}, score {mention.score:.2f}"
    name = f"{entity.label} {entity.id}{_WORDS[action]}"
    return (
        f'<mark style="{style}" title="{escape(told)}"><bdi>{_visible(mention.span.of(text))}</bdi>'
        f'<span dir="ltr" style="{_NAME}">{escape(name)}</span></mark>'
    )


def _visible(words: str) -> str:
    """Return words for a page; signs that nobody sees, or that turn what follows, become their numbers."""
    return "".join(_sign(each) if _is_hidden(each) else escape(each) for each in words)


def _is_hidden(character: str) -> bool:
    return character not in "\n\t" and unicodedata.category(character) in {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}


def _sign(character: str) -> str:
    return f'<span dir="ltr" style="{_SIGN}">[U+{ord(character):04X}]</span>'
