"""Processes that find what identifies people, so that a run can use every core. They hold no key and write no file."""
