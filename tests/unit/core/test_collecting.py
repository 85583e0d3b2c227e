import gc

import pytest

from allonym.core.collecting import seldom, undisturbed


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


def test_a_program_may_have_it_look_seldom() -> None:
    before = gc.get_threshold()
    seldom()
    asked = gc.get_threshold()
    gc.set_threshold(*before)

    assert gc.isenabled()
    assert asked[0] > before[0]
    assert asked[1:] == before[1:]
