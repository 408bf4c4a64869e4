"""The plan of the ground of an encounter, laid in another one."""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from encounter_gui.core.picture_files import MOST_BYTES
from encounter_gui.encounter.plan import Plan, Unit
from encounter_gui.encounter.values import Combatant
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.laying import laying, place_in
from encounter_gui.rules.model.commands import Command
from encounter_gui.storage.input_files import read_file


def lay(session: EncounterSession, plan: Plan) -> None:
    """Lays a plan in an encounter that has none and has not begun, as one gesture.

    Raises:
        RuleError: it is not as a plan can be; see ``require_sound``.
        SaveError: it cannot be kept.
    """
    game = session.game
    commands: Iterator[Command] = laying(plan, game.system.rules().field, game.ruleset.time)

    def following(_context: RulesContext) -> Command | None:
        return next(commands, None)

    session.start(next(commands), then=following)


def read_picture_file(path: Path) -> bytes:
    """Returns the content of a file that may be a picture.

    Raises:
        DataError: it is not there, no plain file, too large, or cannot be read.
    """
    return read_file(path, MOST_BYTES)


def placed_in(combatant: Combatant, of: Unit, unit: Unit) -> Combatant:
    """Returns a combatant whose place is in another unit; as it is where it stands nowhere."""
    place = combatant.place
    return combatant if place is None else replace(combatant, place=place_in(place, of, unit))
