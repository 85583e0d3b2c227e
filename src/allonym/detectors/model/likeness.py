"""How names of persons begin: what begins so need be less sure to be called one."""

import re
from collections.abc import Callable

from allonym.detectors.model.listing import Row
from allonym.detectors.model.ordinary import HARDLY_LISTED
from allonym.languages.list_facts import FIRST

GLUED = re.compile(r"(?:Mmes?|Mlles?|MM|Mrs?)[A-ZÀ-Þ]\.[ \xa0]?")
"""A title and an initial with nothing between them, as where small raised letters were lost: "MmeE. Dupont"."""
_COUPLE = re.compile(r"(?:M\. et Mme|Mr\.? (?:and|&) Mrs\.?|Sr\. [ye] Sra\.|Herr und Frau|[Hh]err och fru) ")


def is_personal(describe: Callable[[str], Row], name: str, head: str, tail: str) -> bool:
    """Tell whether a name, from its first word to its last, begins as those of persons do.

    With a first name, an initial before a word, or what two persons are called: "M. et Mme T.".
    """
    has_initial = len(head) == 1 and head.isupper() and len(tail) > 1
    by_form = has_initial or GLUED.match(name) is not None or _COUPLE.match(name) is not None
    return by_form or describe(head)[FIRST] >= HARDLY_LISTED
