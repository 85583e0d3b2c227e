"""Which words of an HTML page are its structure. Any other word, wherever it stands, is text."""

_INLINE = (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q ruby rb rp rt s samp "
    "small span strike strong sub sup time tt u var wbr"
)
INLINE = frozenset(_INLINE.split())
"""Elements that stand inside a sentence: a name may go through them."""

_BLOCK = (
    "address applet area article aside audio base basefont blockquote body br button canvas caption center col "
    "colgroup datalist dd details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset "
    "h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input legend li link main map menu meta meter nav "
    "noframes noscript object ol optgroup option output p param picture pre progress script search section select "
    "slot source style summary svg table tbody td template textarea tfoot th thead title tr track ul video xml o:p "
    "v:shape"
)
ELEMENTS = INLINE | frozenset(_BLOCK.split())

_KEPT = (
    "align autocomplete bgcolor border cellpadding cellspacing charset class clear color cols colspan dir enctype face "
    "frame frameborder height hspace http-equiv id lang leftmargin link marginheight marginwidth media method noshade "
    "nowrap rel role rows rowspan rules scope size span start style tabindex target text topmargin type valign vlink "
    "alink vspace width wrap xml:lang xmlns xmlns:o xmlns:v xmlns:w xmlns:m checked disabled selected readonly "
    "required multiple async defer hidden open reversed autofocus autoplay controls loop muted novalidate"
)
KEPT = frozenset(_KEPT.split())
"""Attributes whose values say how something looks or works."""

_TEXTS = (
    "abbr accesskey action alt archive background cite code content coords data datetime default download for "
    "formaction headers href hreflang integrity itemid itemprop itemtype itemscope kind label list longdesc max "
    "maxlength min name pattern ping placeholder poster property profile sizes src srcdoc srclang srcset step summary "
    "title usemap value version viewbox fill d"
)
TEXTS = frozenset(_TEXTS.split())
"""Attributes whose values are texts: what people read, where links lead, what a form holds."""
PREFIXES = ("data-", "aria-", "on")

_SPOKEN = "abbr accesskey alt label placeholder summary title"
SPOKEN = frozenset(_SPOKEN.split())
"""Attributes whose values are words for people, and never a link; neither are those that begin with `aria-`."""
