"""What the service does: documents in, plain data out; by the same calls as from Python, to the same bytes."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Any

from allonym.core.errors import AmbiguousText, SafetyError, UnknownText
from allonym.core.types import Document, Plan
from allonym.interfaces.rest.documents import Wanted
from allonym.interfaces.rest.problems import Problem
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.giving import give_back_texts
from allonym.running.people import found_data
from allonym.running.plans import mentions_of, plan_line, spans_line
from allonym.standing import faulty_ids
from allonym.vault.roles import CUSTODIAN

if TYPE_CHECKING:
    from allonym.vault.sealed import SealedVault

Answer = dict[str, Any]
Planned = tuple[Document, Plan]
Work = Callable[[Sequence[Wanted]], list[Answer]]


class Service:
    """One tool and, maybe, one vault, as those see them who ask over a wire."""

    def __init__(self, tool: Pseudonymizer, vault: "SealedVault | None" = None) -> None:
        self.tool = tool
        self._vault = vault

    @property
    def at_once(self) -> int:
        """Return how many documents of a stream may be taken together without a change to what comes out."""
        return 1 if self.tool.minds_originals else 32

    def warm(self) -> None:
        """Load what is needed for the first text, so that it is answered as fast as all others."""
        self.tool.plan_many([Document("warm", "Anna Berg wrote to anna@example.org on 3 May 2021 from Leeds.", "en")])

    def detect(self, wanted: Sequence[Wanted]) -> list[Answer]:
        """Return where something identifying stands, as `allonym detect` writes it."""
        plans = self.tool.plan_many(self._documents(wanted))
        return [json.loads(spans_line(plan.id, mentions_of(plan))) for plan in plans]

    def plan(self, wanted: Sequence[Wanted]) -> list[Answer]:
        """Return what would be done, as `allonym plan` writes it."""
        return [json.loads(plan_line(plan)) for plan in self.tool.plan_many(self._documents(wanted))]

    def pseudonymize(self, wanted: Sequence[Wanted]) -> list[Answer]:
        """Return the texts with other names; the vault, if there is one, knows how to give them back."""
        return self.applied(self.planned(wanted))

    def planned(self, wanted: Sequence[Wanted]) -> list[Planned]:
        """Return documents with what is to be done with them: the part that no other request has to wait for."""
        documents = self._documents(wanted)
        return list(zip(documents, self.tool.plan_many(documents), strict=True))

    def applied(self, planned: Sequence[Planned]) -> list[Answer]:
        """Carry out plans, in one batch of the vault."""
        documents = [document for document, _ in planned]
        with self.tool.batch():
            results = self.tool.apply(documents, [plan for _, plan in planned])
            for document, result in zip(documents, results, strict=True):
                self._require_own(document, str(result.text))
        return [{"id": each.id, "text": str(each.text), "language": each.language} for each in results]

    def apply(self, wanted: Sequence[Wanted]) -> list[Answer]:
        """Return the texts as their plans, corrected or not, say."""
        documents = self._documents(wanted)
        plans = [each.plan for each in wanted if each.plan is not None]
        for document, plan in zip(documents, plans, strict=True):
            if plan.id != document.id or plan.digest != document.digest():
                raise Problem(409, "a plan was made for another text, or another id; nothing is done")
        try:
            return self.applied(list(zip(documents, plans, strict=True)))
        except SafetyError:
            raise Problem(
                409, "a plan does not fit its text, or has an original as a pseudonym; nothing is done"
            ) from None

    def recover(self, wanted: Sequence[Wanted], reason: str, who: str) -> list[Answer]:
        """Return the texts as they were; that somebody asked, and why, is noted first."""
        given = give_back_texts(self.vault, [(each.text, each.id) for each in wanted], reason, who)
        return [{"id": id_, "text": text} for id_, text in given]

    def find(self, name: str, label: str | None) -> Answer:
        """Return where a person stands: documents, places in their outputs, pseudonyms."""
        findings = self.vault.subjects.find(name, label)
        return {"found": [found_data(each) for each in findings.found], **findings.counts()}

    def summary(self) -> Answer:
        """Return what the vault holds, in numbers."""
        self.vault.require("info")
        data = asdict(self.vault.info())
        return {**data, "created": data["created"].isoformat(), "role": self.vault.keys.role}

    def entries(self, after: int, most: int) -> Answer:
        """Return entries of the audit log, the oldest first."""
        later = (entry.as_data() for entry in self.vault.audit.entries() if entry.number > after)
        return {"entries": list(islice(later, most))}

    @property
    def vault(self) -> "SealedVault":
        """Return the vault; raise a problem if the service was started without one."""
        if self._vault is None:
            raise Problem(409, "the service was started without a vault")
        return self._vault

    def _documents(self, wanted: Sequence[Wanted]) -> list[Document]:
        self._require_ids(wanted)
        return [
            Document(
                each.id if each.id is not None else self._name_for(each.text),
                each.text,
                each.language or self.tool.language,
                each.author,
            )
            for each in wanted
        ]

    def _require_own(self, document: Document, output: str) -> None:
        """Refuse an output that another text has given under the same id: nobody could tell which to give back."""
        # Other roles cannot read what the vault has.
        if self._vault is None or self._vault.keys.role != CUSTODIAN:
            return
        try:
            if self._vault.recall(output, document.id).original == document.digest():
                return
        except UnknownText:
            return
        except AmbiguousText:
            pass
        raise Problem(409, "another text has the same id and the same output; send another id") from None

    def _require_ids(self, wanted: Sequence[Wanted]) -> None:
        """Refuse an id that names somebody, as files are refused: it would stand in the answer as it is."""
        faults = faulty_ids(self.tool, (each.id for each in wanted if each.id is not None))
        for number, each in enumerate(wanted):
            if each.id is not None and each.id in faults:
                place = f"documents[{number}]: " if len(wanted) > 1 else ""
                raise Problem(422, f"{place}the id holds {faults[each.id]}, and ids are not rewritten; send another id")

    def _name_for(self, text: str) -> str:
        if self._vault is not None:
            return self._vault.name_for(text)
        return "d-" + blake2b(text.encode(), key=self.tool.secret("names"), digest_size=12).hexdigest()
