"""What somebody may do besides attacking under the D6-pool rules."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.model.commands import Command, Flag
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.sheet import gear
from encounter_gui.rules.view import ActionOption


def action_options(dry_run: DryRun, who: CombatantId) -> tuple[ActionOption, ...]:
    """Returns what a combatant may do besides attacking, with the reasons where it may not now."""
    context = dry_run.context
    return dry_run.options(_offers(context, context.combatant(who)))


def _offers(context: RulesContext, combatant: Combatant) -> Iterator[tuple[str, Command]]:
    """Yields what somebody might do besides attacking, as (words, command), whether or not it may now."""
    texts = context.texts
    name = texts.text_of
    yield name("d6pool.do.aim"), do.Aim(who=combatant.id)
    yield name("d6pool.do.reload"), do.Reload(who=combatant.id)
    for item in combatant.items:
        if item.kind in ("weapon", "explosive") and item.key != gear.held_key(combatant):
            yield (
                name("d6pool.do.draw", weapon=item.name),
                do.Draw(who=combatant.id, weapon=item.key),
            )
            yield (
                name("d6pool.do.fast_draw", weapon=item.name),
                do.FastDraw(who=combatant.id, weapon=item.key),
            )
    yield name("d6pool.do.run"), do.Move(who=combatant.id, gait="run")
    yield name("d6pool.do.crawl"), do.Move(who=combatant.id, gait="crawl")
    up = "stand" if combatant.has("prone") else "prone"
    yield name(f"d6pool.do.{up}"), do.Move(who=combatant.id, gait=up)  # type: ignore[arg-type]  # one of two gaits
    for patient in context.state.combatants.values():
        if patient.has("bleeding") and patient.id != combatant.id:
            yield (
                name("d6pool.do.first_aid", patient=patient.name),
                do.FirstAid(who=combatant.id, patient=patient.id),
            )
    if combatant.gauges.get("hero"):
        yield name("d6pool.do.hero"), do.Hero(who=combatant.id)
    if combatant.has("bleeding"):
        yield name("d6pool.do.stabilize"), do.Stabilize(who=combatant.id)
    yield name("d6pool.do.wait"), do.Wait(who=combatant.id)
    if "left" in combatant.flags:
        yield name("d6pool.do.return"), Flag(who=(combatant.id,), flag="left", on=False)
    else:
        yield name("d6pool.do.leave"), do.Leave(who=combatant.id)
