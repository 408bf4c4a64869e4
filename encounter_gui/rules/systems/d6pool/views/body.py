"""The figure of a combatant under the D6-pool rules."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.view import BodyView, Fact


def body(scene: Scene, who: CombatantId) -> BodyView:
    """Returns the figure: D6 pools know no locations, so it shows the state of the whole body."""
    one = scene.one(who)
    level, key = _body_state(one)
    left, full = character.health_now(one), character.health(one)
    return BodyView(
        who=who,
        name=one.name,
        level=level,
        letter=scene.words.word(f"d6pool.body.{key}.letter"),
        text=scene.words.word(f"d6pool.body.{key}"),
        armor=scene.words.word("d6pool.body.armor", level=gear.armor_level(one)),
        facts=(
            Fact(
                name=scene.words.word("d6pool.column.th"), value=f"{left}/{full}".replace("-", "−")
            ),
            Fact(name=scene.words.word("d6pool.body.down_in"), value=str(max(left, 0))),
            Fact(name=scene.words.word("d6pool.body.dead_in"), value=str(max(left + full, 0))),
        ),
    )


def _body_state(one: Combatant) -> tuple[int, str]:
    if character.is_dead(one):
        return 6, "dead"
    if character.is_down(one):
        return 5, "down"
    if character.is_wounded(one):
        return 3, "wounded"
    return (1, "stunned") if one.has("stunned") else (0, "unhurt")
