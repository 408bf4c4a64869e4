"""Numbers of commands that cannot be meant are refused in every game, with their range, and nothing changes."""

import msgspec
import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.rules.model.ranges import range_of, require_in_range
from encounter_gui.rules.systems import SYSTEMS, system_for

_FREE = {"to"}
"""Numbers whose range follows from what they set."""


def numbers(kind: type[msgspec.Struct]) -> set[str]:
    """Returns the names of a command's number fields."""
    found = set()
    for field in msgspec.structs.fields(kind):
        if str(field.type).replace("<class '", "").split("'")[0].split(" ")[0] in {"int", "float"}:
            found.add(field.name)
    return found


def required(kind: type[msgspec.Struct]) -> dict[str, object]:
    """Returns something for each field that has no default."""
    found: dict[str, object] = {}
    for field in msgspec.structs.fields(kind):
        if field.required:
            several = str(field.type).startswith("tuple")
            number = range_of(field.name)[0]
            found[field.name] = () if several else number if field.name in numbers(kind) else "x"
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_number_out_of_its_range_is_refused_with_it(system: str) -> None:
    checked = 0
    for kind in system_for(system).commands:
        for name in numbers(kind) - _FREE:
            least, most = range_of(name)
            for value in (least - 1, most + 1):
                command = kind(**{**required(kind), name: value})
                with pytest.raises(RuleError) as caught:
                    require_in_range(command)
                assert caught.value.message.params["field"] == name
                checked += 1
    assert checked
