"""Keys that are unlike all others."""

from encounter_gui.core.free_keys import FreeKeys


def test_the_wanted_key_is_given_while_it_is_free():
    """The first of a name has it, later ones have it with the next number."""
    free = FreeKeys(("gun_3",))
    assert [free.take("gun") for _ in range(4)] == ["gun", "gun_2", "gun_4", "gun_5"]
    assert "gun_5" in free
    assert "gun_6" not in free


def test_keys_that_look_numbered_are_met():
    """Somebody may be called ``gun_2`` from the start, or ask for it later."""
    free = FreeKeys()
    wanted = ["gun_2", "gun", "gun", "gun_2", "gun"]
    given = [free.take(key) for key in wanted]
    assert given == ["gun_2", "gun", "gun_3", "gun_2_2", "gun_4"]


def test_thousands_of_one_name_are_all_different():
    """Each is looked for from where the last was found."""
    free = FreeKeys()
    assert len({free.take("gun") for _ in range(20_000)}) == 20_000
