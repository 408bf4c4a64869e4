"""How all fights of a forecast begin: from a state, every field as the table reads it."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.battle import is_foe
from encounter_gui.rules.engine.battlefield.standing import Standing
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.fields import Body
from encounter_gui.rules.engine.reading.rows import Columns
from encounter_gui.rules.engine.resolution import FollowUps, view_of_tie


class Start(Struct, frozen=True, kw_only=True):
    """How all fights begin.

    ``columns`` are the fields of everybody by name, (n,), of places (n, P), of pairs (n, n); besides the fields of the
    game's ``Body`` it may have others that its battle alone knows, and that no rule changes. ``round`` is the first
    round that is played, ``in_round`` whether that is under way. ``begun`` (n,) says whose turn of that round has begun
    already: what lasts to the own next turn does not end with it. None: nobody's. ``held`` is how those see the fight
    who have acted in a tie that is under way, by number (of who takes no side less than 0), the fields that they see
    otherwise than ``columns``. ``is_tied``: somebody of that tie is still to act. ``standing`` is where people stand on
    the plan, None: nobody does, and everybody reaches everybody.
    """

    who: tuple[CombatantId, ...]
    is_foe: Array
    columns: Columns
    round: int
    in_round: bool
    begun: Array | None = None
    held: Mapping[int, Columns] = {}
    is_tied: bool = False
    standing: Standing | None = None


def start_of(
    context: RulesContext, body: type[Body], members: Sequence[Combatant], **more: Array
) -> Start:
    """Returns a start from a state: every followed field as the table reads it.

    Args:
        context: the state.
        body: the combatants of the game.
        members: those who take a side, in the order of joining.
        more: columns besides the fields, or in place of them.
    """
    import numpy as np

    columns = {
        name: each.column(context, members)
        for name, each in body.fields().items()
        if each.followed and name not in more
    }
    state = context.state
    return Start(
        who=tuple(each.id for each in members),
        is_foe=np.array([is_foe(each) for each in members], bool),
        columns={**columns, **more},
        round=max(state.round, 1),
        in_round=bool(state.slots),
    )


def held_of(
    context: RulesContext, body: type[Body], members: Sequence[Combatant], follow_ups: FollowUps
) -> dict[int, Columns]:
    """Returns how those see the fight who have acted in a tie that is under way; see ``Start.held``."""
    import numpy as np

    numbers = {each.id: number for number, each in enumerate(members)}
    fields = {name: each for name, each in body.fields().items() if each.followed}
    before = {name: each.column(context, members) for name, each in fields.items()}
    found: dict[int, Columns] = {}
    for place, by in enumerate(dict.fromkeys(each.by for each in context.state.held)):
        view = view_of_tie(context, by, follow_ups)
        there = [view.combatant(each.id) for each in members]
        seen = {name: each.column(view, there) for name, each in fields.items()}
        changed = {
            name: each for name, each in seen.items() if not np.array_equal(each, before[name])
        }
        found[numbers.get(by, -1 - place)] = changed
    return found
