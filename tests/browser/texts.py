"""Documents of invented people for tests of the review page, and what stands in for their names."""

from tests.browser.stand_in import Found, Stand, sheet

LETTER = """Dear Dr. Whitcombe,

my name is Anna Berg and I moved from Mölndal to Leeds in August 2013, when I was eighteen. Anna's brother Karl works \
at Café Norden (a place near Mariatorget), and you can reach me at anna.berg@example.org or 01632 960 001.

Our grandfather was a Baptist and a union member. In Leeds I studied chemistry at Uppsala University for five months, \
which was odd, because Uppsala University is not in Leeds at all. Since then Karl has been a nurse, and he speaks \
Tigrinya with his neighbours at 12 Rue Hubert Couturier.

Yours,
Anna Berg
"""
IN_LETTER: tuple[Found, ...] = (
    ("Whitcombe", "PERSON.LAST", "replace", 0.97),
    ("Anna Berg", "PERSON", "replace", 0.99),
    ("Anna's", "PERSON.FIRST", "replace", 0.6),
    ("Karl", "PERSON.FIRST", "replace", 0.95),
    ("Mölndal", "LOCATION.CITY", "replace", 0.93),
    ("Leeds", "LOCATION.CITY", "mark", 0.9),
    ("August 2013", "DATE", "replace", 0.9),
    ("eighteen", "AGE", "replace", 0.8),
    ("Café Norden", "ORGANIZATION.WORK", "replace", 0.5),
    ("Mariatorget", "LOCATION.PLACE", "replace", 0.9),
    ("anna.berg@example.org", "EMAIL", "replace", 1.0),
    ("01632 960 001", "PHONE", "replace", 1.0),
    ("Baptist", "SENSITIVE.RELIGION", "mark", 0.8),
    ("Uppsala University", "ORGANIZATION.SCHOOL", "keep", 0.9),
    ("nurse", "PROFESSION", "mark", 0.9),
    ("12 Rue Hubert Couturier", "ADDRESS", "replace", 0.9),
)
ARABIC = """اسمي أحمد الخطيب وأنا أسكن في مدينة القاهرة منذ عام 2015، \
وأعمل في شركة Nordic Light Systems مع صديقتي ليلى حداد.

وقالت ليلى حداد إنها ستزور بيروت في شهر آب، وسيرافقها أحمد الخطيب. رقم هاتفي 01632 960 001.
"""
IN_ARABIC: tuple[Found, ...] = (
    ("أحمد الخطيب", "PERSON", "replace", 0.97),
    ("ليلى حداد", "PERSON", "replace", 0.6),
    ("القاهرة", "LOCATION.CITY", "replace", 0.9),
    ("2015", "DATE.YEAR", "replace", 0.9),
    ("بيروت", "LOCATION.CITY", "mark", 0.9),
    ("01632 960 001", "PHONE", "replace", 1.0),
)
BECOME = {
    "Whitcombe": "Hallam",
    "Anna Berg": "Alice Strand",
    "Anna's": "Alice's",
    "Karl": "Erik",
    "Mölndal": "Kungsbacka",
    "August 2013": "June 2012",
    "eighteen": "nineteen",
    "Café Norden": "A-workplace",
    "Mariatorget": "A-place",
    "anna.berg@example.org": "email@dot.com",
    "01632 960 001": "00000 000 000",
    "12 Rue Hubert Couturier": "7 Rue Abel Fontaine",
    "أحمد الخطيب": "سامي النجار",
    "ليلى حداد": "هدى منصور",
    "القاهرة": "طنطا",
    "2015": "2014",
}
ESSAYS = 40


def desk() -> Stand:
    """Return a letter, an Arabic one and some essays, to be reviewed."""
    essays = [
        sheet(f"essay-{at:03}.txt", f"Essay {at} by Karl.", [("Karl", "PERSON.FIRST", "replace", 0.6)])
        for at in range(ESSAYS)
    ]
    letters = [sheet("letter.txt", LETTER, IN_LETTER), sheet("arabic.txt", ARABIC, IN_ARABIC, "ar")]
    return Stand([*letters, *essays], BECOME)
