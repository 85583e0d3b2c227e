"""Measures: how well something finds what identifies people, beside texts that people have annotated.

    read gold, read or find predictions -> name labels alike -> match -> count, text by text -> rates with intervals

Everything here is a function of its input; files are read in `reading`, and nothing is written.
"""
