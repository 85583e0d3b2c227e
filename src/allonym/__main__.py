"""`python -m allonym`."""

from allonym.interfaces.cli.entering import main

main()
