"""Certificates: what a vault signs about files that went through it, and proofs that somebody was among those replaced.

certificate  a payload and an Ed25519 signature over it; the vault's public key is enough to check it
subjects     one leaf for each name or number that was replaced: a keyed tag, and how often; under one Merkle root
proof        one leaf, its salt, and the way to the root; it tells nothing of the others

The salt of a leaf is made with a key of the vault. Whoever is given a proof can check that it speaks of a name; nobody
else can try names out on the certificate.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.core.errors import UnknownText, UsageError
from allonym.core.types import Manifest
from allonym.vault import crypto
from allonym.vault.audit import Audit
from allonym.vault.canonical import Data, canonical, signed
from allonym.vault.keys import Keys
from allonym.vault.merkle import leaf_hash, path_of, root_of
from allonym.vault.tags import coded, mac
from allonym.vault.texts import Texts

VERSION = 1
KIND = "certificate"
PROOF = "allonym subject proof"
ID_SIZE = 16


@dataclass(frozen=True, slots=True)
class Leaf:
    """What a certificate knows of one subject: a tag that only its salt explains, and how often it was replaced."""

    salt: bytes = field(repr=False)
    subject: bytes = field(repr=False)
    labels: tuple[str, ...]
    mentions: int
    texts: int

    def as_data(self) -> Data:
        """Return what is hashed."""
        facts = {"labels": list(self.labels), "mentions": self.mentions, "texts": self.texts}
        return {"subject": self.subject.hex(), "salt": self.salt.hex(), **facts}

    def hash(self) -> bytes:
        """Return the hash that stands in the tree."""
        return leaf_hash(canonical(self.as_data()))


class Certificates:
    """Signs for what a vault knows. It takes the key of a custodian."""

    def __init__(self, keys: Keys, texts: Texts, audit: Audit) -> None:
        self._keys = keys
        self._texts = texts
        self._audit = audit

    def input_tag(self, digest: bytes) -> str:
        """Return what stands for an input: the hash alone would let everybody test guesses at a short text."""
        return mac(self._keys.index, b"certificate input", digest).hex()

    def issue(self, facts: Mapping[str, object], files: Sequence[int]) -> Data:
        """Return a signed certificate of these facts, over the subjects in some files; the audit log notes it."""
        self._audit.require("certify")
        name = crypto.fresh(ID_SIZE)
        leaves = self._leaves(name, files)
        counts = {"files": len(files), "subjects": len(leaves)}
        with self._audit.noting("certify", f"certificate-{name.hex()}", **counts):
            entries, head = self._audit.head()
            payload = {
                **facts,
                "certificate": VERSION,
                "id": name.hex(),
                "key": self._audit.public_key,
                "audit": {"entries": entries, "head": head},
                "subjects": {"count": len(leaves), "root": root_of([leaf.hash() for leaf in leaves]).hex()},
            }
            return signed(self._keys.secret("signing"), KIND, payload)

    def prove(self, name: str, certificate: Data, files: Sequence[int]) -> Data:
        """Return a proof that a name was replaced in the files of a certificate. No name is in it, not even this."""
        self._audit.require("certify")
        with self._audit.watching("certify", f"certificate-{certificate['id']}", files=len(files), subjects=1):
            leaves = self._leaves(bytes.fromhex(certificate["id"]), files)
            hashes = [leaf.hash() for leaf in leaves]
            if root_of(hashes).hex() != certificate["subjects"]["root"]:
                raise UsageError("the vault no longer holds all that this certificate speaks of; make a new one")
            wanted = subject_tag(self._salt(bytes.fromhex(certificate["id"]), plainly(name)), name)
            for index, leaf in enumerate(leaves):
                if leaf.subject == wanted:
                    path = [each.hex() for each in path_of(hashes, index)]
                    place = {"index": index, "count": len(leaves), "path": path}
                    return {"proof": PROOF, "certificate": certificate["id"], "leaf": leaf.as_data(), **place}
            raise UnknownText("nothing was replaced under this name in these files; write it as it stood in a text")

    def _leaves(self, name: bytes, files: Iterable[int]) -> list[Leaf]:
        labels: dict[str, set[str]] = defaultdict(set)
        mentions: Counter[str] = Counter()
        texts: Counter[str] = Counter()
        for manifest in (each for file in files for each in self._texts.of_file(file)):
            for words, of_label in _replaced(manifest).items():
                texts[words] += 1
                mentions[words] += of_label.total()
                labels[words] |= set(of_label)
        salts = {words: self._salt(name, words) for words in mentions}
        made = [
            Leaf(salt, subject_tag(salt, words), tuple(sorted(labels[words])), mentions[words], texts[words])
            for words, salt in salts.items()
        ]
        # By their hashes, which are as good as drawn: the order tells nothing.
        return sorted(made, key=Leaf.hash)

    def _salt(self, name: bytes, words: str) -> bytes:
        return mac(self._keys.index, b"certificate subject", name, coded(words))


def plainly(words: str) -> str:
    """Return words in the spelling by which they are compared."""
    return " ".join(unicodedata.normalize("NFKC", words).casefold().split())


def subject_tag(salt: bytes, words: str) -> bytes:
    """Return the tag of a subject under its salt."""
    return mac(salt, b"subject", coded(plainly(words)))


def _replaced(manifest: Manifest) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for edit in manifest.edits:
        found[plainly(edit.replacement)][edit.label] += 1
    return found
