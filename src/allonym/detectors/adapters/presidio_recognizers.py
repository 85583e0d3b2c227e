"""`presidio:LANGUAGE` or `presidio:FILE.yaml`: what the recognizers of Presidio find.

Presidio would fetch a spaCy pipeline for its names and a list of domains for its addresses. Here it gets a pipeline
that only cuts words, so that names come from `spacy:` alone, and the list that comes with its package.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.core.errors import SettingsError, UsageError
from allonym.detectors.adapters.foreign import ForeignDetector, Said
from allonym.detectors.adapters.loading import offline, package
from allonym.detectors.adapters.naming import naming

_CODE = re.compile(r"[a-z]{2,3}")


@dataclass(frozen=True, slots=True)
class Recognizers:
    """An analyzer of Presidio, the languages that it knows, and how sure it must be."""

    analyzer: Any = field(repr=False)
    languages: tuple[str, ...]
    threshold: float

    def answer(self, text: str, language: str | None) -> Iterator[Said]:
        """Return what the recognizers for a language find; where it is not known, those for every language."""
        for each in (language,) if language in self.languages else self.languages:
            for found in self.analyzer.analyze(text, each, score_threshold=self.threshold):
                rule = found.recognition_metadata["recognizer_name"]
                yield Said(found.start, found.end, found.entity_type, min(1.0, found.score), rule)


def presidio(
    which: str,
    threshold: float = 0.4,
    labels: Mapping[str, str] | None = None,
    ignore: Sequence[str] = (),
) -> ForeignDetector:
    """Make the detector with Presidio's recognizers for a language, or with those that a file of its own names.

    The threshold is what Presidio gives a weak pattern beside a word that speaks for it.
    """
    library = package("presidio_analyzer", "presidio")
    spacy = package("spacy", "presidio")
    _use_shipped_domains()
    try:
        with offline():
            analyzer = _analyzer(library, spacy, which)
    except (OSError, ValueError, TypeError, ImportError) as error:
        raise UsageError(f"presidio:{which}: the recognizers cannot be loaded: {error}") from error
    registry, languages = analyzer.registry, tuple(analyzer.supported_languages)
    tags = {tag for each in registry.recognizers for tag in each.supported_entities}
    name = which if _CODE.fullmatch(which) else Path(which).name
    return ForeignDetector(
        f"presidio:{name}",
        Recognizers(analyzer, languages, threshold).answer,
        naming(tags, labels, ignore),
        frozenset(languages),
    )


def _analyzer(library: Any, spacy: Any, which: str) -> Any:
    provider = package("presidio_analyzer.recognizer_registry", "presidio").RecognizerRegistryProvider
    if _CODE.fullmatch(which):
        registry = provider(registry_configuration={"supported_languages": [which]}).create_recognizer_registry()
    else:
        registry = provider(conf_file=_file(which)).create_recognizer_registry()
    for each in registry.recognizers:
        if isinstance(each, library.RemoteRecognizer):
            raise SettingsError(f"presidio:{which}: {each.name} sends texts to a server; take it out of the file")
    if not registry.recognizers:
        raise SettingsError(f"presidio:{which}: Presidio has no recognizers for this")
    languages = list(registry.supported_languages)
    engine = library.nlp_engine.SpacyNlpEngine([{"lang_code": each, "model_name": "blank"} for each in languages])
    # Set before Presidio looks for it: it downloads what is not there.
    engine.nlp = {each: _cutter(spacy, each) for each in languages}
    return library.AnalyzerEngine(registry, engine, supported_languages=languages)


def _file(which: str) -> Path:
    path = Path(which).expanduser()
    if not path.is_file():
        raise UsageError(
            f"presidio:{which}: this is neither the code of a language, such as presidio:en, nor a file of recognizers"
        )
    return path


def _cutter(spacy: Any, language: str) -> Any:
    """Return a pipeline that only cuts words; Presidio looks for words that speak for a pattern among their lemmas."""
    spacy.Language.component("allonym_small_letters", func=_small_letters)
    nlp = spacy.blank(language)
    nlp.add_pipe("allonym_small_letters")
    return nlp


def _small_letters(words: Any) -> Any:
    for word in words:
        word.lemma_ = word.lower_
    return words


def _use_shipped_domains() -> None:
    """Have the recognizer of e-mail addresses read the list of domains that is installed; it would fetch a new one."""
    domains = package("tldextract.tldextract", "presidio")
    domains.TLD_EXTRACTOR = domains.TLDExtract(cache_dir=None, suffix_list_urls=())
