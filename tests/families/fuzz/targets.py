"""All targets of fuzzing by name."""

from tests.families.fuzz.annotations import ANNOTATIONS
from tests.families.fuzz.files import FILES
from tests.families.fuzz.secrets import SECRETS
from tests.families.fuzz.texts import TEXTS

TARGETS = {each.name: each for each in (*FILES, *ANNOTATIONS, *SECRETS, *TEXTS)}
