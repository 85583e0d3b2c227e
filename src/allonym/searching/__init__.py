"""Recovery of texts that were edited after they were pseudonymized: what is sure comes back, the rest is listed.

standins   what each stand-in of a document stood for, from its manifests
forms      what is looked for: the stand-in, without its article, a part of it
reading    the edited text as it is searched
edges      what an editor has put onto a stand-in
judging    sure, unsure or refused
foreign    tokens that are not of this document
scopes     which stand-ins may be known: those of an id, or of a scope
finding    all of it together
"""

from allonym.searching.finding import find_pseudonyms
from allonym.searching.scopes import known_in, known_under
from allonym.searching.standins import Known, known_of
from allonym.searching.values import Finding, Recovery

__all__ = ["Finding", "Known", "Recovery", "find_pseudonyms", "known_in", "known_of", "known_under"]
