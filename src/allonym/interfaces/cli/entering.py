"""Where the command begins: before all else is loaded, so that Ctrl-C is heard from the first moment."""

import sys


def main() -> None:
    """Load the command line, run it, and leave with its exit code."""
    try:
        from allonym.core.collecting import seldom

        seldom()
        from allonym.interfaces.cli.app import main as run

        run()
    except KeyboardInterrupt:
        # While it loads, and in the last moments, nothing is under way.
        sys.stderr.write("stopped\n")
        sys.exit(130)
