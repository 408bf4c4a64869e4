"""What somebody may do besides attacking under the D6-pool rules."""

from collections.abc import Iterator

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.commands import Command, Flag
from encounter_gui.rules.systems.d6pool import commands as do


def offered(scene: Scene, one: Combatant) -> Iterator[tuple[str, Command]]:
    """Yields what somebody might do besides attacking, as (words, command), whether or not it may now."""
    words = scene.words
    name = words.word
    yield name("d6pool.do.aim"), do.Aim(who=one.id)
    yield name("d6pool.do.reload"), do.Reload(who=one.id)
    for item in one.items:
        if item.kind in ("weapon", "explosive") and item.key != one.memo.get("held"):
            yield (
                name("d6pool.do.draw", weapon=item.name),
                do.Draw(who=one.id, weapon=item.key),
            )
            yield (
                name("d6pool.do.fast_draw", weapon=item.name),
                do.FastDraw(who=one.id, weapon=item.key),
            )
    yield name("d6pool.do.run"), do.Move(who=one.id, gait="run")
    yield name("d6pool.do.crawl"), do.Move(who=one.id, gait="crawl")
    up = "stand" if one.has("prone") else "prone"
    yield name(f"d6pool.do.{up}"), do.Move(who=one.id, gait=up)  # type: ignore[arg-type]  # one of two gaits
    for patient in scene.state.combatants.values():
        if patient.has("bleeding") and patient.id != one.id:
            yield (
                name("d6pool.do.first_aid", patient=patient.name),
                do.FirstAid(who=one.id, patient=patient.id),
            )
    if one.gauges.get("hero"):
        yield name("d6pool.do.hero"), do.Hero(who=one.id)
    if one.has("bleeding"):
        yield name("d6pool.do.stabilize"), do.Stabilize(who=one.id)
    yield name("d6pool.do.wait"), do.Wait(who=one.id)
    if "left" in one.flags:
        yield name("d6pool.do.return"), Flag(who=(one.id,), flag="left", on=False)
    else:
        yield name("d6pool.do.leave"), do.Leave(who=one.id)
