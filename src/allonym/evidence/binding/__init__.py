"""All evidence on one release in one page, and a README for whoever receives it.

    reports as JSON, a certificate -> which is which, are they sound -> requirements with their evidence -> page, README

Nothing is measured here, and no words of a text are taken over, even if a report holds some.
"""

from allonym.evidence.binding.reading import Parts, read_parts, require_reports

__all__ = ["Parts", "read_parts", "require_reports"]
