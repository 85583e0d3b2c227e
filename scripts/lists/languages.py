"""Names of languages in eight languages, from CLDR."""

from collections.abc import Iterator

from babel import Locale
from facts import Fact, locales

# The others of CLDR's six hundred are too rare to be worth a false hit.
_KNOWN = """
af sq am ar hy az eu be bn bs br bg my ca ceb zh hr cs da nl en eo et fo fi fr gl ka de el gn gu ht ha he hi hu is ig id
ga it ja jv kn kk km rw ko ku ky lo la lv ln lt lb mk mg ms ml mt mi mr mn ne no nb nn oc or ps fa pl pt pa qu ro rm ru
sm sc gd sr sn sd si sk sl so es su sw sv tl tg ta tt te th ti tr tk uk ur uz vi cy wo xh yi yo zu se smi arz ary ber
kab zgh scn vec nap fil yue cmn nds gsw bar tzm ckb kmr prs aii syr rom
"""
KNOWN = frozenset(_KNOWN.split())


def language_names() -> Iterator[Fact]:
    """Return what each language is called in the eight."""
    for language, locale in locales():
        for code, name in Locale.parse(locale).languages.items():
            if code in KNOWN:
                yield Fact(name, "language_name", "babel", language, weight=0.9, canonical=f"language:{code}")
