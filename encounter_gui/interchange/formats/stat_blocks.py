"""Flat records of any origin: their numbers under our names, and hit points completed."""

from collections.abc import Container, Mapping

from encounter_gui.interchange.documents import Json, at
from encounter_gui.interchange.formats.value_parsing import average, dice, first_whole
from encounter_gui.interchange.imported import Flat

Values = dict[str, Flat]


def stat_block(block: Mapping[str, Json], names: Mapping[str, tuple[str, ...]]) -> Values:
    """Returns whole numbers of a flat record under our names; ``names`` lists where each may stand, best first.

    A text with a number in it counts as that number: ``30 ft.``
    """
    values: Values = {}
    for own, theirs in names.items():
        number = next((n for key in theirs if (n := first_whole(at(block, key))) is not None), None)
        if number is not None:
            values[own] = number
    return values


def assumed_health(values: Values, said: Container[str]) -> frozenset[str]:
    """Returns the values of health that are an average of hit dice because none is ``said`` under our names."""
    is_average = "hit_dice" in values and not ("hp" in said or "hp_max" in said)
    return frozenset({"hp", "hp_max"}) if is_average else frozenset()


def with_health(values: Values, said: Json) -> Values:
    """Returns values with hit points both ways; where none are given, they are the average of the hit dice."""
    known, _ = dice(said)
    if known is not None and known.count:
        values = {"hit_dice": known.text, **values}
        if "hp" not in values:
            values.setdefault("hp_max", average(known))
    if "hp_max" in values:
        values.setdefault("hp", values["hp_max"])
    elif "hp" in values:
        values["hp_max"] = values["hp"]
    return values
