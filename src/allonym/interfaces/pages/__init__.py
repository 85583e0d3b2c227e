"""The pages in a browser, on this machine only: start, review, recover, subjects, agreement."""
