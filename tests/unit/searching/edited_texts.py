"""Texts in eight languages, and what colleagues do to them: the truth of every place is carried along."""

import random
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from allonym import Pseudonymizer, Result, Span, open_vault
from allonym.searching import Recovery
from allonym.settings import load_settings

TEXTS = {
    "en": (
        "Margaret Holloway met Desmond Pryce in Sheffield on a cold morning. They spoke about the new contract for an "
        "hour. Margaret's sister, Olivia Fenwick, arrived much later than the others. Call the office on 0701740605 if "
        "she is late.\nDesmond Pryce then wrote to olivia.fenwick@example.org about the delay. In the end Margaret "
        "Holloway went home to Sheffield, and Olivia Fenwick stayed."
    ),
    "fr": (
        "Hier matin Alice Garnier a rencontré Bruno Lemoine à Grenoble. Ils ont parlé d'Alice Garnier pendant une "
        "heure. La sœur de Bruno Lemoine, Odette Vasseur, est venue de France plus tard.\nOn peut appeler le bureau "
        "au 0701740605 après midi. Plus tard Bruno Lemoine a écrit à odette.vasseur@example.org au sujet du retard. "
        "Enfin Alice Garnier est rentrée à Grenoble, et Odette Vasseur est restée en France."
    ),
    "de": (
        "Gestern hat Annegret Vogel den Kollegen Detlef Brandt in Kassel getroffen. Sie sprachen lange über den neuen "
        "Vertrag. Annegret Vogels Schwester, Ottilie Sommer, kam viel später als die anderen.\nMan kann das Büro unter "
        "0701740605 anrufen. Danach schrieb Detlef Brandt an ottilie.sommer@example.org wegen der Verspätung. Am Ende "
        "fuhr Annegret Vogel nach Kassel zurück, und Ottilie Sommer blieb."
    ),
    "es": (
        "Ayer por la mañana Marisol Quintana encontró a Evaristo Pardo en Zaragoza. Hablaron del nuevo contrato "
        "durante una hora. La hermana de Marisol Quintana, Ofelia Cabrera, llegó mucho más tarde.\nSe puede llamar a "
        "la oficina al 0701740605 por la tarde. Luego Evaristo Pardo escribió a ofelia.cabrera@example.org sobre el "
        "retraso. Al final Marisol Quintana volvió a Zaragoza, y Ofelia Cabrera se quedó."
    ),
    "it": (
        "Ieri mattina Ornella Bassani ha incontrato Ettore Grimaldi a Bergamo. Hanno parlato del nuovo contratto per "
        "un'ora. La sorella di Ornella Bassani, Ilaria Fontana, è arrivata molto più tardi.\nSi può chiamare "
        "l'ufficio al 0701740605 nel pomeriggio. Poi Ettore Grimaldi ha scritto a ilaria.fontana@example.org del "
        "ritardo. Alla fine Ornella Bassani è tornata a Bergamo, e Ilaria Fontana è rimasta."
    ),
    "pt": (
        "Ontem de manhã Leonor Figueira encontrou Anselmo Brito em Coimbra. Falaram do novo contrato durante uma hora. "
        "A irmã de Leonor Figueira, Otília Sampaio, chegou muito mais tarde.\nPode ligar para o escritório pelo "
        "0701740605 à tarde. Depois Anselmo Brito escreveu a otilia.sampaio@example.org sobre o atraso. No fim Leonor "
        "Figueira voltou a Coimbra, e Otília Sampaio ficou."
    ),
    "sv": (
        "Igår morse träffade Ingegerd Sandell kollegan Torvald Ekman i Borås. De talade länge om det nya avtalet. "
        "Ingegerd Sandells syster, Ottilia Wallin, kom mycket senare än de andra.\nMan kan ringa kontoret på "
        "0701740605 hela dagen. Sedan skrev Torvald Ekman till ottilia.wallin@example.org om förseningen. Till slut "
        "for Ingegerd Sandell hem till Borås, och Ottilia Wallin stannade."
    ),
    "ar": (
        "في صباح أمس التقى محمود الخطيب صديقه سامر النجار في دمشق. تحدثا طويلا عن العقد الجديد في المكتب. جاءت ليلى "
        "الحداد بعد ذلك بكثير إلى المدينة.\nيمكن الاتصال بالمكتب على الرقم 0701740605 في كل وقت. ثم كتب سامر النجار "
        "إلى layla@example.org عن التأخير الطويل. في النهاية عاد محمود الخطيب إلى دمشق وبقيت ليلى الحداد هناك."
    ),
}
TERMS = {
    "PERSON": [
        "Margaret Holloway",
        "Margaret",
        "Desmond Pryce",
        "Olivia Fenwick",
        "Alice Garnier",
        "Bruno Lemoine",
        "Odette Vasseur",
        "Annegret Vogel",
        "Annegret Vogels",
        "Detlef Brandt",
        "Ottilie Sommer",
        "Marisol Quintana",
        "Evaristo Pardo",
        "Ofelia Cabrera",
        "Ornella Bassani",
        "Ettore Grimaldi",
        "Ilaria Fontana",
        "Leonor Figueira",
        "Anselmo Brito",
        "Otília Sampaio",
        "Ingegerd Sandell",
        "Ingegerd Sandells",
        "Torvald Ekman",
        "Ottilia Wallin",
        "محمود الخطيب",
        "سامر النجار",
        "ليلى الحداد",
    ],
    "LOCATION.CITY": [
        "Sheffield",
        "Grenoble",
        "Kassel",
        "Zaragoza",
        "Bergamo",
        "Coimbra",
        "Borås",
        "دمشق",
    ],
}
PROFILES = (
    "default",
    "akio-external",
    "gdpr-research",
    "netanos-xxx",
    "cloaked-s1",
    "cloaked-realistic",
    "swell",
    "luxembourg",
)


@dataclass(frozen=True)
class Bit:
    """A stretch of a text; for a stand-in, `names` are all the words that its entity was called by."""

    text: str
    names: frozenset[str] = frozenset()


def tool(profile: str, language: str | None = None, scope: str | None = None) -> Pseudonymizer:
    settings = load_settings(profile).with_user(scope, TERMS, ()).with_model(fast=True, sensitivity=None)
    return Pseudonymizer(settings, open_vault("memory:"), language)


def bits_of(text: str, result: Result) -> list[Bit]:
    """Cut an output into what stood there before and what stands in."""
    called: dict[str, set[str]] = {}
    for edit in result.edits:
        called.setdefault(edit.entity, set()).add(edit.span.of(text))
    bits: list[Bit] = []
    done = 0
    for edit, span in zip(result.edits, result.spans, strict=True):
        bits.append(Bit(result.text[done : span.start]))
        bits.append(Bit(span.of(result.text), frozenset(called[edit.entity])))
        done = span.end
    return [each for each in (*bits, Bit(result.text[done:])) if each.text]


def sentences(bits: Sequence[Bit]) -> list[list[Bit]]:
    found: list[list[Bit]] = [[]]
    for bit in bits:
        if bit.names:
            found[-1].append(bit)
            continue
        first, *rest = re.split(r"(?<=[.])\s", bit.text)
        found[-1].append(Bit(first))
        found += [[Bit(each)] for each in rest]
    return [[bit for bit in each if bit.text] for each in found]


def told(groups: Sequence[Sequence[Bit]], gap: str = " ") -> list[Bit]:
    return [bit for group in groups for bit in (*group, Bit(gap))]


def changed(change: Callable[[str], str]) -> Callable[[list[Bit], str], list[Bit]]:
    return lambda bits, _: [replace(bit, text=change(bit.text)) for bit in bits]


def translated(bits: list[Bit], language: str) -> list[Bit]:
    other = re.findall(r"[^\W\d_]{2,}", TEXTS["sv" if language != "sv" else "es"].lower())
    words = iter(random.Random(7).choices(other, k=1000))
    return [bit if bit.names else replace(bit, text=re.sub(r"\w+", lambda _: next(words), bit.text)) for bit in bits]


def inflected(bits: list[Bit], language: str) -> list[Bit]:
    made: list[Bit] = []
    for bit in bits:
        after = {"sv": "s", "de": "s", "en": "’s"}.get(language, "") if not bit.text.endswith("s") else ""
        before = {"fr": "de ", "ar": "و", "es": "de ", "it": "di ", "pt": "de "}.get(language, "")
        made += [Bit(before), bit, Bit(after)] if bit.names else [bit]
    return [bit for bit in made if bit.text]


def escaped(bits: list[Bit], _: str) -> list[Bit]:
    def strong(words: str) -> str:
        return "**" + re.sub(r"([\[\]_*])", r"\\\1", words) + "**"

    return [replace(bit, text=strong(bit.text)) if bit.names else bit for bit in bits]


def quoted(bits: list[Bit], _: str) -> list[Bit]:
    return [Bit("As the report says, “"), *bits, Bit("” (end of the quotation, see page 3).")]


EDITS: dict[str, Callable[[list[Bit], str], list[Bit]]] = {
    "nothing": changed(str),
    "capitals": changed(str.upper),
    "small letters": changed(str.lower),
    "reordered": lambda bits, _: told(sentences(bits)[::-1]),
    "half deleted": lambda bits, _: told(sentences(bits)[1::2]),
    "translated around": translated,
    "inflected": inflected,
    "lines joined": changed(lambda text: text.replace("\n", " ")),
    "smart quotes": changed(lambda text: text.replace("'", "’").replace('"', "”")),
    "markdown": escaped,
    "decomposed": changed(lambda text: unicodedata.normalize("NFD", text)),
    "quoted": quoted,
}


@dataclass(frozen=True)
class Score:
    """How many stand-ins of a text came back surely, were listed, were overlooked; and how many came back wrong."""

    sure: int = 0
    unsure: int = 0
    refused: int = 0
    missed: int = 0
    wrong: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(*(mine + theirs for mine, theirs in zip(self.counts(), other.counts(), strict=True)))

    def counts(self) -> tuple[int, ...]:
        return self.sure, self.unsure, self.refused, self.missed, self.wrong


def judged(bits: Sequence[Bit], recovery: Recovery) -> Score:
    """Compare what was found with the truth; whatever is restored where nothing stood in is wrong, too."""
    places: list[tuple[Span, Bit]] = []
    done = 0
    for bit in bits:
        if bit.names:
            places.append((Span(done, done + len(bit.text)), bit))
        done += len(bit.text)
    score = Score()
    for span, _ in places:
        states = {each.state for each in recovery.findings if each.span.overlaps(span)}
        state = next((each for each in ("refused", "unsure", "sure") if each in states), "missed")
        score += Score(**{state: 1})
    for finding in recovery.having("sure"):
        true = [bit for span, bit in places if span.overlaps(finding.span)]
        score += Score(wrong=not any(_fits(finding.original, bit) for bit in true))
    return score


def _fits(words: str, bit: Bit) -> bool:
    def plain(text: str) -> str:
        return unicodedata.normalize("NFC", text).casefold().replace("’", "'")

    # A name may have been written with its article, or with the ending of an owner.
    return any(plain(name) in plain(words) for name in bit.names) or plain(words) in map(plain, bit.names)
