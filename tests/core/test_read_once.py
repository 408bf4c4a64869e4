"""What is read from a value that never changes is remembered with it."""

import pickle

import msgspec
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.read_once import read_once
from encounter_gui.encounter.values import Combatant

WHO = Combatant(id=CombatantId("vex"), number=1, name="Vex", gauges={"health": 3})


def test_a_value_is_read_once_and_each_of_its_copies_anew() -> None:
    """A copy differs in something, else there would be none."""
    read: list[str] = []

    @read_once
    def health(combatant: Combatant) -> int:
        read.append(combatant.name)
        return combatant.gauges["health"]

    assert (health(WHO), health(WHO), read) == (3, 3, ["Vex"])
    hurt = replace(WHO, gauges={"health": 1})
    assert (health(hurt), health(WHO), len(read)) == (1, 3, 2)


def test_what_is_remembered_is_no_part_of_the_value() -> None:
    """It is in no file and goes to no other process, and a value is equal to one that was never read."""

    @read_once
    def secret(combatant: Combatant) -> str:
        return f"secret of {combatant.name}"

    fresh = replace(WHO)
    assert secret(WHO) == "secret of Vex"
    assert fresh == WHO
    assert b"secret" not in msgspec.json.encode(WHO)
    assert b"secret" not in pickle.dumps(WHO)
