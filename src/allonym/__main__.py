"""`python -m allonym`."""

from allonym.interfaces.cli.app import main

main()
