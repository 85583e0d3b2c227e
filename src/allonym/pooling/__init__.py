"""Processes that find what identifies people, so that a run can use every core. They write no file."""
