"""The matrix of roles and routes has every route that the service describes."""

from tests.interfaces.rest.test_service import ROUTES

from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.openapi import described

FOR_ALL = {("GET", "/health"), ("GET", "/openapi.json")}
"""What takes no token: it tells nothing of anybody."""


def test_the_matrix_has_every_route() -> None:
    paths = described(Limits())["paths"]
    told = {(method.upper(), path) for path, methods in paths.items() for method in methods}

    assert told - FOR_ALL == set(ROUTES)
