"""What of a fight a forecast does not play, and whom it is about: from the fields that say so, and the tests owed."""

from collections.abc import Collection, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.battle import LeftOut
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.fields import Body


def left_out(
    context: RulesContext,
    body: type[Body],
    members: Sequence[Combatant],
    *,
    owed: str,
    settled: Collection[str],
) -> tuple[LeftOut, ...]:
    """Returns what is not played of a fight from this state on; none: all of it is.

    Args:
        context: the state.
        body: the combatants of the game, whose fields say what is not followed (``Field.left_out``).
        members: those who take a side.
        owed: the key for tests that are due now and that the battle does not play.
        settled: the kinds of those that it plays.
    """
    found = [
        LeftOut(each.left_out, who)
        for each in body.fields().values()
        if each.left_out
        and (who := tuple(one.id for one in members if each.read(context, one) != each.rests))
    ]
    ids = {each.id for each in members}
    waiting = tuple(
        dict.fromkeys(
            each.who
            for each in context.state.obligations
            if each.due == "now" and each.who in ids and each.kind not in settled
        )
    )
    if waiting:
        found.append(LeftOut(owed, tuple(who for who in waiting if who is not None)))
    return merged(found)


def merged(found: Sequence[LeftOut]) -> tuple[LeftOut, ...]:
    """Returns each key once, in the order of their first, with all whom it is about."""
    by_key: dict[str, dict[CombatantId, None]] = {}
    for each in found:
        by_key.setdefault(each.key, {}).update(dict.fromkeys(each.who))
    return tuple(LeftOut(key, tuple(who)) for key, who in by_key.items())
