"""The types of a CAS that we write: DKPro Core's named entity and document, and a layer of our own for WebAnno."""

from collections.abc import Sequence

_NER = "de.tudarmstadt.ukp.dkpro.core.api.ner.type"
_META = "de.tudarmstadt.ukp.dkpro.core.api.metadata.type"
_OWN = "webanno.custom"


def _space(package: str) -> str:
    return f"http:///{package.replace('.', '/')}.ecore"


ENTITY = f"{_space(_NER)} NamedEntity"
CUSTOM = f"{_space(_OWN)} Pseudonymization"
METADATA = f"{_space(_META)} DocumentMetaData"
"""Elements as a parser names them: namespace, then name."""

SPACES = " ".join(
    f'xmlns:{prefix}="{space}"'
    for prefix, space in (
        ("xmi", "http://www.omg.org/XMI"),
        ("cas", "http:///uima/cas.ecore"),
        ("type", _space(_NER)),
        ("metadata", _space(_META)),
        ("custom", _space(_OWN)),
    )
)


def _type(name: str, above: str, features: Sequence[str]) -> str:
    told = "".join(
        f"<featureDescription><name>{each}</name><description/>"
        "<rangeTypeName>uima.cas.String</rangeTypeName></featureDescription>\n"
        for each in features
    )
    return (
        f"<typeDescription><name>{name}</name><description/><supertypeName>{above}</supertypeName>\n"
        f"<features>\n{told}</features></typeDescription>\n"
    )


TYPE_SYSTEM = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier">\n<types>\n'
    + _type(f"{_NER}.NamedEntity", "uima.tcas.Annotation", ("value", "identity"))
    + _type(f"{_META}.DocumentMetaData", "uima.tcas.DocumentAnnotation", ("documentTitle", "documentId"))
    + _type(
        f"{_OWN}.Pseudonymization",
        "uima.tcas.Annotation",
        ("action", "tags", "replacement", "obs", "com"),
    )
    + "</types>\n</typeSystemDescription>\n"
)
