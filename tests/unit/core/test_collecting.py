import gc

import pytest

from allonym.core.collecting import undisturbed


@pytest.fixture(autouse=True)
def _collecting() -> None:
    """The collector is on before and after."""
    gc.enable()


def test_the_collector_rests_and_goes_on_also_after_an_error() -> None:
    with undisturbed():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(KeyError), undisturbed():
        raise KeyError
    assert gc.isenabled()


def test_who_finds_it_resting_leaves_it_so() -> None:
    gc.disable()
    with undisturbed():
        pass
    rests = not gc.isenabled()
    gc.enable()

    assert rests
