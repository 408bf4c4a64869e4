"""What somebody may do besides attacking under the D6-pool rules."""

from collections.abc import Iterator
from functools import partial

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun, Offered
from encounter_gui.rules.presenters.words.offers import leaving, offered
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.sheet import gear
from encounter_gui.rules.view import ActionOption


def action_options(dry_run: DryRun, who: CombatantId) -> tuple[ActionOption, ...]:
    """Returns what a combatant may do besides attacking, with the reasons where it may not now."""
    context = dry_run.context
    return dry_run.options(_offers(context, context.combatant(who)))


def _offers(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what somebody might do besides attacking, as (words, command), whether or not it may now."""
    offer, who = partial(offered, context), combatant.id
    yield offer("aim", do.Aim(who=who))
    yield offer("reload", do.Reload(who=who))
    for item in combatant.items:
        if item.kind in ("weapon", "explosive") and item.key not in gear.in_hands(combatant):
            yield offer("draw", do.Draw(who=who, weapon=item.key), weapon=item.name)
            yield offer("fast_draw", do.FastDraw(who=who, weapon=item.key), weapon=item.name)
    yield offer("run", do.Move(who=who, gait="run"))
    yield offer("crawl", do.Move(who=who, gait="crawl"))
    up = "stand" if combatant.has("prone") else "prone"
    yield offer(up, do.Move(who=who, gait=up))  # type: ignore[arg-type]  # one of two gaits
    for patient in context.state.combatants.values():
        if patient.has("bleeding") and patient.id != who:
            yield offer("first_aid", do.FirstAid(who=who, patient=patient.id), patient=patient.name)
    if combatant.gauges.get("hero"):
        yield offer("hero", do.Hero(who=who))
    if combatant.has("bleeding"):
        yield offer("stabilize", do.Stabilize(who=who))
    yield offer("wait", do.Wait(who=who))
    yield leaving(context, combatant, do.Leave(who=who))
