"""`spacy:NAME_OR_FOLDER`: what a spaCy pipeline names."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from allonym.core.errors import UsageError
from allonym.detectors.adapters.foreign import Ask, ForeignDetector, Said, languages_of
from allonym.detectors.adapters.loading import package
from allonym.detectors.adapters.naming import naming

# What these find out has no part in which words are names, as long as only these others read it. The parser stays:
# no name crosses the end of a sentence.
_IDLE = frozenset({"morphologizer", "tagger", "attribute_ruler", "lemmatizer", "trainable_lemmatizer"})
_OTHERS = frozenset({"tok2vec", "transformer", "parser", "senter", "sentencizer", "ner", "spancat"})
_NAMING = frozenset({"doc.ents", "doc.spans"})


def spacy(
    pipeline: str,
    score: float = 0.85,
    labels: Mapping[str, str] | None = None,
    ignore: Sequence[str] = (),
    languages: Sequence[str] | None = None,
) -> ForeignDetector:
    """Make the detector from an installed pipeline or from the folder of one; nothing is downloaded.

    spaCy does not say how sure it is; `score` is said in its stead, but where a span categorizer gives its own.
    """
    nlp = _load(package("spacy", "spacy"), pipeline)
    own = () if nlp.lang == "xx" else (nlp.lang,)
    tags = {tag for name in _namers(nlp) for tag in nlp.pipe_labels.get(name, ())}
    return ForeignDetector(
        f"spacy:{nlp.lang}_{nlp.meta['name']}",
        _asker(nlp, score),
        naming(tags, labels, ignore),
        languages_of(languages, own),
    )


def _load(spacy: Any, pipeline: str) -> Any:
    folder = Path(pipeline).expanduser()
    if not folder.is_dir() and not spacy.util.is_package(pipeline):
        raise UsageError(
            f"spacy:{pipeline}: no pipeline of that name is installed, and there is no such folder. "
            f"Nothing is downloaded: install it beforehand, as with pip install {pipeline}, or give its folder"
        )
    try:
        nlp = spacy.load(folder if folder.is_dir() else pipeline)
    except (OSError, ValueError, ImportError) as error:
        raise UsageError(f"spacy:{pipeline}: the pipeline cannot be loaded: {error}") from error
    if not _namers(nlp):
        raise UsageError(
            f"spacy:{pipeline}: the pipeline names nothing; it has {', '.join(nlp.pipe_names) or 'no components'}, "
            "of which none declares that it sets doc.ents or doc.spans"
        )
    if not (_kinds(nlp) - _IDLE - _OTHERS):
        nlp.disable_pipes(*(name for name in nlp.pipe_names if nlp.get_pipe_meta(name).factory in _IDLE))
    return nlp


def _namers(nlp: Any) -> list[str]:
    """Return the components that name things."""
    return [name for name in nlp.pipe_names if _NAMING & set(nlp.get_pipe_meta(name).assigns)]


def _kinds(nlp: Any) -> set[str]:
    return {nlp.get_pipe_meta(name).factory for name in nlp.pipe_names}


def _asker(nlp: Any, score: float) -> Ask:
    def ask(text: str, _: str | None) -> list[Said]:
        # Inside a zone spaCy forgets the words that it has read; else it would remember every name there was.
        with nlp.memory_zone():
            return list(_said(nlp(text), score))

    return ask


def _said(read: Any, score: float) -> Iterator[Said]:
    for each in read.ents:
        yield Said(each.start_char, each.end_char, each.label_, score, each.label_)
    for group in read.spans.values():
        scores = group.attrs.get("scores")
        for place, each in enumerate(group):
            if each.label_:
                sure = score if scores is None else float(scores[place])
                yield Said(each.start_char, each.end_char, each.label_, sure, each.label_)
