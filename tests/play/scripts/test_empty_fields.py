"""Every command of every game with each of its fields empty, or naming nobody: refused in words, or played."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec.inspect as types
import pytest

from encounter_gui import paths
from encounter_gui.play.scripts.script import ScriptError
from encounter_gui.play.scripts.script_runner import play_fight
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped
from tests.helpers.toml_text import toml_text

SAMPLES = sorted((Path(__file__).resolve().parents[3] / "resources" / "samples").glob("*.toml"))
PEOPLE = ("who", "by", "target", "actor")


def likely(kind: types.Type, name: str, people: list[str]) -> Any:
    """A value that a field may have."""
    match kind:
        case types.StrType():
            return people[name == "target"] if name in PEOPLE else "x"
        case types.LiteralType():
            return kind.values[0]
        case types.VarTupleType():
            return [likely(kind.item_type, name, people)]
        case types.StructType():
            needed = (each for each in kind.fields if each.required)
            return {each.encode_name: likely(each.type, each.name, people) for each in needed}
        case types.UnionType():
            return likely(kind.types[0], name, people)
    return 1


def spoilt(kind: types.Type) -> list[Any]:
    """Values without a meaning for a field; none for numbers."""
    match kind:
        case types.StrType():
            return ["", "nobody"]
        case types.VarTupleType():
            return [[], *([each] for each in spoilt(kind.item_type))]
        case types.StructType():
            base = likely(kind, "", ["", ""])
            return [{**base, f.encode_name: each} for f in kind.fields for each in spoilt(f.type)]
        case types.UnionType():
            return [value for each in kind.types for value in spoilt(each)]
    return []


def steps_of(ruleset: str, people: list[str]) -> Iterator[dict[str, Any]]:
    """Every command of a game with each of its fields spoilt in turn."""
    for command in system_for(shipped(ruleset).system).commands:
        info = types.type_info(command)
        assert isinstance(info, types.StructType)
        base = {"do": info.tag, **likely(info, "", people)}
        yield base
        for each in info.fields:
            yield from ({**base, each.encode_name: value} for value in spoilt(each.type))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_an_empty_field_is_refused_in_words(sample: Path) -> None:
    """In the first turn of the fight that shows the game."""
    fight = tomllib.loads(sample.read_text("utf-8"))
    first = [{**each, "expect": {}} for each in fight["steps"][:3]]
    people = [each["id"] for each in fight["combatants"]]
    texts = paths.message_catalog()
    for step in steps_of(fight["fight"]["ruleset"], people):
        text = toml_text({**fight, "steps": [*first, step]})
        try:
            report = play_fight(
                text, "fight.toml", rulesets=shipped, texts=texts, now=lambda: "", seed=1
            )
        except ScriptError as error:
            said = [texts.text(each.message) for each in error.problems]
        else:
            said = [texts.text(each.message) for each in report.failures]
        assert all(said), step
