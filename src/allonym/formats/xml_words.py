"""The elements and attributes of Office files, by what they hold. Names stand without their prefixes."""

import re


def _words(names: str) -> frozenset[str]:
    return frozenset(names.split())


PARAGRAPHS = _words("p si is text")
RUN_TEXTS = _words("t")
COMMANDS = _words("instrText delInstrText")
DELETED = _words("delText")
ASIDE = _words("rPh")
"""Readings of a word in other signs: they say the same again."""
GLUE = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011"}
GLUED_IN = _words("r p")

FORMULAS = _words("f definedName formula formula1 formula2 calculatedColumnFormula totalsRowFormula")
LITERAL = re.compile(r'"([^"]*)"')
HEADERS = _words("oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter")
CODE = re.compile(r'&amp;(?:"[^"]*"|&quot;.*?&quot;|K[0-9A-Fa-f]{6}|K[0-9]{2}[+-][0-9]{3}|[0-9]+|.)')
"""What stands between texts in the header of a sheet: its section, a font, a size, a colour, a field."""

TECHNICAL = _words("""
    posOffset align pctWidth pctHeight pctPosHOffset pctPosVOffset formatCode idx sqref col colOff row rowOff
    Anchor Row Column MoveWithCells SizeWithCells AutoFill ClientData Visible TextHAlign TextVAlign
""")
NUMBER = re.compile(r"\s*(?:[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?|true|false)\s*")
LONG = re.compile(r"[0-9]{9}")
"""So many digits are a number of somebody, unless it is known that they are a measure."""
MEASURES = _words("v")

TAKEN = _words("""
    descr title tooltip alt string instr displayText altText docLocation
    prompt promptTitle error errorTitle screenTip sourceFile odcFile connection command description ed href src target
    suggestedsigner suggestedsigner2 suggestedsigneremail signinginstructions destinationFile linkTarget comment appName
""")
"""Attributes that are texts, wherever they stand."""
TAKEN_OF = {
    "name": _words("docPr cNvPr shape docVar tableColumn cacheField"),
    "value": _words("listItem"),
    "display": _words("hyperlink"),
    "v": _words("s"),
    "val": _words("""
        alias tag docVar attr default helpText statusText query connectString mailSubject addressFieldName mappedName
        udl title tblCaption tblDescription listEntry placeholder docPartCategory filter customFilter inputCells
        description
    """),
    "text": _words("cfRule"),
}
"""Attributes that are texts in some elements."""
CHECKED_OF = {"name": _words("bookmarkStart property definedName table sheet")}
"""Attributes by which other places call something: they stay as they are, and are checked."""

NAMED_IN = _words("docPartPr category")
"""In these, what is called a name is shown to people, and nothing is called by it."""
ABOUT_DATA = _words("datastoreItem schemaRef Relationships Relationship")
"""Elements that say where the data of other programs stand; what is in these data can be anything."""
SPECIFIED = _words("Requires Ignorable MustUnderstand ProcessContent eqn path formatCode")
"""Attributes that are written in a language of their own: they hold nothing but a direct identifier, if anything."""
ADDRESSES = _words("xmlns Type uri ContentType schemaLocation namespaceuri")
SCHEMAS = (
    "http://schemas.openxmlformats.org/",
    "http://schemas.microsoft.com/",
    "http://purl.oclc.org/ooxml/",
    "http://purl.org/dc/",
    "http://www.w3.org/",
    "urn:schemas-microsoft-com:",
    "application/vnd.openxmlformats-",
)
"""How the addresses begin that the standards give to their own words."""

DROPPED = _words("fullDate gfxdata")
EMPTIED_OF = {"url": _words("absPath"), "securityDescriptor": _words("protectedRange")}
"""Attributes that tell whose computer a file was made on."""
AUTHORS = _words("author displayName userName refreshedBy")
AUTHORS_OF = {"user": _words("scenario"), "name": _words("userInfo")}
PROPERTIES = _words("coreProperties Properties")
EMPTY_KINDS = {
    "lpstr": "",
    "lpwstr": "",
    "bstr": "",
    "bool": "false",
    "filetime": "1970-01-01T00:00:00Z",
    "date": "1970-01-01T00:00:00Z",
}
"""What a property that somebody made says when it is scrubbed, by its kind; numbers say 0."""
STAYING = _words("""
    created modified lastPrinted revision version AppVersion Pages Words Notes Characters Lines Paragraphs
    TotalTime ScaleCrop LinksUpToDate SharedDoc HiddenSlides Slides HyperlinksChanged CharactersWithSpaces DocSecurity
    i4 MMClips
""")
"""Properties that say nothing of anybody, if they are a number or a time."""
