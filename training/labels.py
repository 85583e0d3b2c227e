"""The labels that the model learns, and which of them each annotated set allows where."""

KINDS = ("PERSON", "LOCATION", "ORGANIZATION", "MISC")
LABELS = ("O", *(f"{mark}-{kind}" for kind in KINDS for mark in "BI"))
OUT, ANY = 1, (1 << len(LABELS)) - 1
MISC = 1 << LABELS.index("B-MISC") | 1 << LABELS.index("I-MISC")


def bit(mark: str, kind: str) -> int:
    """Return the bit of a label."""
    return 1 << LABELS.index(f"{mark}-{kind}")


# Sets that mark everything that is neither person, place nor organisation as MISC; in others it may be anywhere.
MARKS_MISC = {
    "wnut17", "wikigold", "tweebank_ner", "sequoia_ne", "germeval14", "swedish_ner_corpus", "sucx3_mismatch", "aqmar",
    "hand_tweets", "hand_posts", "hand_news", "hand_wikipedia", "hand_prose", "hand_debates", "hand_wiki",
    "hand_profiles", "hand_talk", "hand_press", "hand_chat",
}  # fmt: skip
TITLES = frozenset(
    (
        "mr",
        "mrs",
        "ms",
        "miss",
        "dr",
        "prof",
        "sir",
        "lord",
        "lady",
        "judge",
        "me",
        "mes",
        "mm",
        "mmes",
        "maître",
        "m",
        "mme",
        "mlle",
        "monsieur",
        "madame",
        "docteur",
        "professeur",
        "juge",
        "sr",
        "sra",
        "don",
        "doña",
        "señor",
        "señora",
        "juez",
        "dra",
    )
)
"""Words that some sets count into a name and others do not: the model may do either."""
TITLED = {"tab144", "echr_sierro_manual", "ambientmeta_pii"}

WEIGHTS = {
    "wnut17": 2, "btc": 1.5, "tweebank_ner": 2, "xlime_twitter": 1.5, "sequoia_ne": 3, "eds_pseudo_templates": 3,
    "aqmar": 3, "wojood_sample": 3, "germeval14": 2, "echr_sierro_manual": 1.5, "enp_fr_bnf": 0.3, "enp_de_lft": 0.3,
    "enp_de_onb": 0.3, "enp_de_sbb": 0.3, "hipe_newseye": 0.4, "hipe_sonar": 0.4, "german_ler": 0.3,
    "lifebench_pii": 0.25,
    "meddocan": 0.5, "kind_fic": 0.6, "tab144": 1.5, "uner_swedish-talbanken": 1.2, "gum_ccby_named": 0.8, "mobie": 0.5,
    "hand_tweets": 2, "hand_posts": 2, "hand_news": 3, "hand_wikipedia": 3, "hand_court": 2, "hand_prose": 3,
    "hand_debates": 2, "hand_wiki": 2, "hand_shorts": 1.5, "hand_world": 2, "hand_profiles": 1.5,
    "hand_talk": 2, "hand_local": 2, "hand_press": 2, "hand_chat": 2,
    "presidio_generated_large": 0.5, "europarl_ner": 0,
}  # fmt: skip
"""How often a row of a set is read in one epoch; once if it is not named."""
