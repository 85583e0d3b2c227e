"""Engines of others behind our `Detector`: spaCy, Hugging Face, GLiNER, Presidio. Each needs an extra, none a network.

    text -> shadow -> pieces -> what the engine says -> label -> mention

`naming` reads their tags as our labels, `cutting` cuts long texts, `loading` finds what is installed, `foreign` does
the rest; one module for each engine says how it is loaded and asked.
"""
