"""The tokens that our profiles write, as a grammar: whoever reads the output can take them for named entities (E18).

Tokens that already stand in an input are literal text, and stay as they are.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence

from allonym.core.labels import LABELS
from allonym.core.types import DENIED, Mention

_KINDS = "|".join(sorted({name.partition(".")[0] for name in LABELS}))
# Written so that it begins with a set of characters, for which a text is searched far faster than for a choice.
TOKEN = re.compile(
    rf"[\[_](?:(?<=\[)(?:{_KINDS}|DATE/TIME|OTHER|CURRENCY)_[0-9]{{1,4}}\]"
    r"|(?<=_)(?<!\w_)(?:People|User|City|SSid|Phone|Email|Contract|Zip|Vehicle|IP|Other)[0-9]{1,4}(?!\w))"
)
"""[PERSON_1] of `default` and `netanos-context`, _People1 of `akio-external`; no more digits than an index has."""


def without_tokens(text: str, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """Return the mentions but those inside a token; what the user has listed is looked for everywhere."""
    if "_" not in text:
        return mentions
    tokens = [match.span() for match in TOKEN.finditer(text)]
    starts = [start for start, _ in tokens]

    def is_free(mention: Mention) -> bool:
        place = bisect_right(starts, mention.start) - 1
        return place < 0 or mention.end > tokens[place][1] or DENIED[0] in mention.features

    return [each for each in mentions if is_free(each)] if tokens else mentions
