"""Texts that break tools: identifiers among emoji, marks, controls, our own tokens, repeats and overlaps."""

from hypothesis import strategies as st

IDENTIFIERS = [
    "anna@example.org", "ANNA@example.org", "@anna_b", "https://example.org/@anna#x", "www.example.com/(a)",
    "+46 70 174 06 05", "070-174 06 05", "DE89 3704 0044 0532 0130 00", "4111 1111 1111 1111", "192.0.2.44",
    "2001:db8::1", "00:00:5E:00:53:AF", "#AnnaBerg", "Anna Berg", "anna  berg", "Berg", "BIC COBADEFFXXX",
    "a\u200bnna@example.org", "ａｎｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ",
]  # fmt: skip
TOKENS = [
    "[PERSON_1]", "[PERSON_2]", "[EMAIL_1]", "[PERSON_10]", "[PERSON_", "_1]", "Company3", "Company37", "XXX",
    "[REDACTED]", "[EMAIL]",
]  # fmt: skip
ODD = [
    "", " ", "\n", "\r\n", "\r", "\t", "\0", "\ufeff", "\u200d", "👩‍👩‍👧", "\U0001f600",
    "e\u0301", "é", "\u202e", "مرحبا", "“",
    '"', '""', ",", ";", "\\", "\\u00e9", "=", "\x1a", "\x85", "\u2028", "\U0010ffff", "\uffff",
]  # fmt: skip

pieces = st.one_of(st.sampled_from(IDENTIFIERS), st.sampled_from(TOKENS), st.sampled_from(ODD), st.text(max_size=6))
texts = st.lists(pieces, max_size=14).map("".join) | st.lists(pieces, max_size=10).map(" ".join)
"""Any text that a file can hold; lone surrogates are left out by hypothesis itself."""

TERMS = {"PERSON": ["Anna Berg", "Berg"], "LOCATION.CITY": ["Anna"]}
