"""The front door: a profile and a vault become one tool that pseudonymizes and recovers."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import replace
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from allonym.audit import require_exact
from allonym.core.batching import in_batches
from allonym.core.collecting import undisturbed
from allonym.core.errors import UnknownText, UsageError
from allonym.core.protocols import Vault
from allonym.core.types import Action, Document, Entity, Mention, OutputText, Plan, Result, Span
from allonym.engine import (
    Detected,
    Engine,
    apply,
    decide,
    detect,
    leave,
    make_manifest,
    plan,
    recover,
    require_text,
    spot,
)
from allonym.languages.pack import require_language
from allonym.pooling.failing import require_found
from allonym.pooling.pool import Pool, in_order
from allonym.settings import Settings, build, load_settings
from allonym.substituting import Desk, without_withdrawn, words_of
from allonym.vault.ledger import LocalLedger

if TYPE_CHECKING:
    from allonym.searching import Recovery


class Pseudonymizer:
    """Pseudonymizes texts under one profile and, with a vault, gives them back.

    Without a vault it works but cannot recover. `terms` are words to replace, listed by label; `allow` are words
    that identify nobody; `scope` overrides the profile's; `links` is a table of who is who over documents. Without a
    vault, stand-ins are drawn by `chance`, 32 secret bytes, new each time unless given. `engine` was built before.
    """

    def __init__(  # noqa: PLR0913 - the public surface: all but the first three are by name only
        self,
        profile: str | Path | Settings = "default",
        vault: Vault | None = None,
        language: str | None = None,
        *,
        scope: str | None = None,
        terms: Mapping[str, Sequence[str]] | None = None,
        allow: Iterable[str] = (),
        links: str | Path | None = None,
        chance: bytes | None = None,
        engine: Engine | None = None,
    ) -> None:
        settings = profile if isinstance(profile, Settings) else load_settings(profile)
        self.settings = settings.with_user(scope, terms, allow).with_links(None if links is None else Path(links))
        if isinstance(vault, str | Path):
            raise UsageError("a vault is opened first: pass vault=open_vault(…)")
        self.vault = vault
        self.language = None if language is None else require_language(language)
        if vault is None and self.settings.scope != "document":
            told = "pass vault=open_vault(…), or open_vault('memory:') to keep nothing"
            raise UsageError(f"the scope {self.settings.scope!r} needs a vault that remembers who is who: {told}")
        self._engine = engine or build(self.settings)
        self._reserved: set[str] = set()
        self._chance = chance or secrets.token_bytes(32)

    def __repr__(self) -> str:
        kept = "no vault" if self.vault is None else "a vault"
        return f"<Pseudonymizer profile={self.settings.name} scope={self.settings.scope} with {kept}>"

    def detect(self, text: str | Document) -> list[Mention]:
        """Return what would be replaced or marked, without overlaps, in reading order."""
        return spot(self._engine, self._document(text))

    def plan(self, text: str | Document) -> Plan:
        """Decide what is done with a text; nothing is remembered."""
        return self.plan_many([self._document(text)])[0]

    def plan_many(self, documents: Sequence[str | Document]) -> list[Plan]:
        """Decide what is done with each document, in one pass over all."""
        return plan(self._engine, list(self._documents(documents)))

    def detect_many(self, documents: Sequence[str | Document]) -> list[Detected]:
        """Return what was found in each document, for `decide_many` of this tool or of one with the same detectors."""
        return detect(self._engine, list(self._documents(documents)))

    def decide_many(self, detected: Sequence[Detected]) -> list[Plan]:
        """Decide what is done with documents in which things were found before: one detection, several profiles."""
        return [decide(self._engine, each) for each in detected]

    def key_of(self, document: Document, entity: Entity) -> str:
        """Return who an entity is: equal keys are one original in a scope."""
        return self._engine.linker.key(document, entity)

    def pseudonymize(self, text: str | Document, id: str | None = None) -> Result:  # noqa: A002 - the public name
        """Pseudonymize one text. With a vault, it can be given back from the moment this returns."""
        document = self._document(text)
        if id is not None and not isinstance(id, str):
            raise UsageError(f"an id must be a str, not {type(id).__name__}")
        return self.apply([replace(document, id=id) if id is not None else document])[0]

    def pseudonymize_many(self, documents: Iterable[str | Document], *, workers: int = 0) -> Iterator[Result]:
        """Pseudonymize a stream, in order; each result can be given back from the moment it appears.

        With `workers`, so many processes find what there is to find, and the results are the same.
        """
        with ExitStack() as stack:
            pool = stack.enter_context(Pool([self.settings], workers)) if workers else None
            if self.minds_originals and isinstance(documents, Sequence):
                for batch, plans in self._planned(documents, pool):
                    self.reserve(batch, plans)
            for batch, plans in self._planned(documents, pool):
                yield from self.apply(batch, plans)

    def apply(self, documents: Sequence[str | Document], plans: Sequence[Plan] | None = None) -> list[Result]:
        """Carry out plans, made now unless given, and have the vault remember how each text is given back."""
        every = list(self._documents(documents))
        with undisturbed():
            # Planned first: as long as a batch lasts, no other process can write.
            planned = self.plan_many(every) if plans is None else plans
            with self.batch():
                results = self.substitute(every, planned)
                if self.vault is not None:
                    self.vault.remember([make_manifest(*pair) for pair in zip(every, results, strict=True)])
            return results

    @property
    def minds_originals(self) -> bool:
        """Tell whether a stand-in for one document may be an original of another, unless those are reserved first."""
        return self.settings.scope != "document" and self._engine.substitution.is_natural

    def reserve(self, documents: Sequence[Document], plans: Sequence[Plan]) -> None:
        """Note what is replaced in documents that come later, so that it stands in for nothing before."""
        for document, planned in zip(documents, plans, strict=True):
            for decision in planned.decisions:
                if decision.action is Action.REPLACE:
                    for mention in decision.entity.mentions:
                        self._reserved.update(words_of(mention.span.of(document.text)))

    def recover(self, text: str, id: str | None = None) -> str:  # noqa: A002 - the public name
        """Give the original back, exactly.

        `result.text` remembers its document. Words from elsewhere need the id only if several documents gave them.
        """
        if self.vault is None:
            raise UsageError("without a vault nothing can be recovered: pass vault=open_vault(…)")
        if not isinstance(text, str):
            raise UsageError(f"a text must be a str, not {type(text).__name__}")
        require_text(Document(id or "text", text))
        known = (text.id, text.original) if id is None and isinstance(text, OutputText) else (id, None)
        with undisturbed(), self.vault.audit.watching("recover", texts=1):
            self.vault.require("recover")
            return recover(self.vault.recall(text, *known), text)

    def recover_edited(self, text: str | Document, id: str | None = None) -> "Recovery":  # noqa: A002 - the public name
        """Find the pseudonyms of a document in a text that was changed since, and restore those that are sure.

        The id says which document. Without it, only tokens of a scope that documents share are looked for.
        """
        # Most who load the tool never need this.
        from allonym.searching import find_pseudonyms, known_in, known_under

        if self.vault is None:
            raise UsageError("without a vault nothing can be recovered: pass vault=open_vault(…)")
        self.vault.require("recover")
        document = self._document(text)
        name = text.id if id is None and isinstance(text, OutputText) else id
        if name is not None:
            known = known_under(self.vault.searches, name)
        elif self.settings.scope == "document" or (self.settings.scope == "author" and not document.author):
            raise UnknownText("an edited text does not tell which document it was; say which with an id")
        else:
            known = known_in(self.vault.searches, self._scope(document), document.text, self._key_of_words)
        with self.vault.audit.watching("recover", texts=1):
            return find_pseudonyms(document.text, known)

    @cached_property
    def _key(self) -> bytes:
        # With a vault, the same document is given the same stand-ins again, in whatever process. Asked for when it is
        # needed: who may only recover has no key to draw with.
        return self._chance if self.vault is None else self.vault.seed("", "document scopes")

    def secret(self, purpose: str) -> bytes:
        """Return 64 keyed bytes for a purpose: with a vault the same in every process, else as long as `chance` is."""
        return blake2b(purpose.encode(), key=self._key).digest()

    def drawing_key(self) -> bytes:
        """Return what stand-ins of the scope `document` are drawn by: workers need it. It opens no manifest."""
        return self._key

    def batch(self) -> AbstractContextManager[None]:
        """Keep what happens inside together in the vault, if there is one."""
        return nullcontext() if self.vault is None else self.vault.batch()

    def local_ledger(self, scope: str) -> LocalLedger:
        """Return a ledger for one document scope."""
        return LocalLedger(self._key, scope)

    def substitute(
        self, documents: Sequence[Document], plans: Sequence[Plan], ledger: LocalLedger | None = None
    ) -> list[Result]:
        """Carry out plans without writing manifests: for callers that keep their own, as files do.

        With a ledger, all documents are one to the document scope: parts of a text that is too long for one.
        """
        results: list[Result] = []
        if self.vault is not None:
            self.vault.require("pseudonymize")
            plans = self._without_withdrawn(self.vault, documents, plans)
        if self.minds_originals:
            self.reserve(documents, plans)
        for _, group in groupby(zip(documents, plans, strict=True), key=lambda pair: pair[0].record or pair[0].id):
            pairs = list(group)
            if not any(each.decisions for _, each in pairs):
                results += [leave(*pair) for pair in pairs]
                continue
            desk = self._desk([document for document, _ in pairs], ledger)
            for document, each in pairs:
                result = apply(self._engine, document, each, desk)
                require_exact(document, result)
                results.append(result)
        return results

    def _planned(
        self, documents: Iterable[str | Document], pool: Pool | None
    ) -> Iterator[tuple[Sequence[Document], list[Plan]]]:
        every = in_batches(self._documents(documents))
        if pool is None:
            yield from ((batch, self.plan_many(batch)) for batch in every)
            return
        for batch, found in in_order(pool, every):
            yield batch, self.decide_many([require_found(each) for each in found])

    def _key_of_words(self, words: str, label: str) -> str:
        mention = Mention(Span(0, len(words)), label, 1.0, "words")
        return self.key_of(Document("words", words), Entity("e1", label, (mention,)))

    def _without_withdrawn(self, vault: Vault, documents: Sequence[Document], plans: Sequence[Plan]) -> Sequence[Plan]:
        is_withdrawn = vault.subjects.withdrawn()
        if is_withdrawn is None:
            return plans
        pairs = zip(documents, plans, strict=True)
        return [without_withdrawn(*pair, self._engine.linker, is_withdrawn) for pair in pairs]

    def _scope(self, document: Document) -> str:
        if self.settings.scope == "document":
            return document.scope or document.record or document.id
        if self.settings.scope == "corpus":
            return "corpus"
        # A text of nobody in particular shares its pseudonyms with no other.
        return f"author\0{document.author}" if document.author else f"document\0{document.record or document.id}"

    def _desk(self, documents: Sequence[Document], ledger: LocalLedger | None) -> Desk:
        texts = tuple(document.text for document in documents)
        scope, author = self._scope(documents[0]), documents[0].author
        if self.vault is None or self.settings.scope == "document":
            local = ledger or self.local_ledger(scope)
            return Desk(local, local.scope, texts, author)
        return Desk(self.vault, scope, texts, author, self._reserved)

    def _documents(self, texts: Iterable[str | Document]) -> Iterator[Document]:
        if isinstance(texts, str | Document):
            # The letters of a text would be taken for texts, and nothing be found in them.
            raise UsageError("one text was given where many are asked for: put it into a list")
        return map(self._document, texts)

    def _document(self, text: str | Document) -> Document:
        if isinstance(text, Document):
            return text if text.language or not self.language else replace(text, language=self.language)
        if not isinstance(text, str):
            raise UsageError(f"a text must be a str, not {type(text).__name__}")
        require_text(Document("text", text))
        return Document(self._name_for(text), text, self.language)

    def _name_for(self, text: str) -> str:
        if self.vault is not None:
            return self.vault.name_for(text)
        return "d-" + blake2b(text.encode(), key=self._key, digest_size=12).hexdigest()


def pseudonymize(text: str, profile: str = "default", language: str | None = None) -> str:
    """Pseudonymize one text and keep nothing."""
    # A file may be edited between two calls; what comes with allonym may not.
    make = Pseudonymizer if profile.endswith(".toml") else _ready
    return make(profile, language=language, scope="document").pseudonymize(text).text


@lru_cache(maxsize=16)
def _ready(profile: str, *, language: str | None, scope: str) -> Pseudonymizer:
    return Pseudonymizer(profile, language=language, scope=scope)
