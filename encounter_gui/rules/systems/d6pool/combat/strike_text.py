"""Strikes in words: the line in the log. Source: D6P-29 to D6P-35, D6P-41."""

from collections.abc import Mapping

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine.reading.table import TablePlay
from encounter_gui.rules.systems.d6pool.rules.strike import Blow
from encounter_gui.rules.systems.d6pool.sheet import character


def attack_label(
    play: TablePlay, attacker: Combatant, target: Combatant, mode: str, blow: Blow
) -> Message:
    """Returns the line in the log of an attack."""
    came_to = result_of("d6pool.log.attack", target, blow, play.noted)
    words = {
        "who": attacker.name,
        "verb": play.text(f"d6pool.verb.{mode}"),
    }
    return Message(key=came_to.key, params={**came_to.params, **words})


def result_of(prefix: str, target: Combatant, blow: Blow, values: Mapping[str, Value]) -> Message:
    """Returns what a strike came to, with the values of its fact, as the text with this prefix."""
    wounds = int(str(values.get("wounds", 0)))
    kind = "wounds" if wounds else "stunned"
    if not (blow.wounds or blow.stuns):
        kind = "harmless" if blow.is_hit else "missed"
    names = ("total", "dn", "damage", "resistance")
    return say(
        f"{prefix}_{kind}",
        target=target.name,
        **{name: int(str(values.get(name, 0))) for name in names},
        wounds=wounds,
        left=character.health_now(target) - wounds,
        waits="",
    )
