"""What else somebody may do now, with what it costs and why not. Source: CWN-36c to CWN-38, CWN-45a to CWN-45u."""

from collections.abc import Iterator
from itertools import islice

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun, Offered
from encounter_gui.rules.model.commands import Flag
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.records import dropped_by
from encounter_gui.rules.view import ActionOption

_SHORT = {
    "cwn.main_employed": "cwn.short.main",
    "cwn.no_main_left": "cwn.short.main",
    "cwn.no_move_left": "cwn.short.move",
    "cwn.nothing_to_hold": "cwn.short.main",
    "cwn.main_lost": "cwn.short.over",
    "cwn.turn_over": "cwn.short.over",
    "cwn.not_your_turn": "cwn.short.own_turn",
    "cwn.no_order": "cwn.short.order",
    "cwn.reflexes_used": "cwn.short.used",
    "cwn.whirlwind_used": "cwn.short.used",
    "cwn.defends_already": "cwn.short.already",
    "cwn.holds_already": "cwn.short.already",
    "cwn.two_hands_in_melee": "cwn.short.crowded",
    "cwn.empty": "cwn.short.empty",
    "cwn.not_readied": "cwn.short.not_in_hand",
    "cwn.choose_weapon": "cwn.short.not_in_hand",
    "cwn.throw_it": "cwn.short.explosive",
    "cwn.load_it": "cwn.short.explosive",
    "cwn.hands_full": "cwn.short.hands",
    "cwn.is_surprised": "cwn.short.surprised",
    "cwn.is_helpless": "cwn.short.helpless",
}
"""Refusals that have two or three words for where there is no room for a sentence."""

_LONGEST_LIST = 8
"""More allies to screen, or things of others to pick up, are named in the command field."""


def action_options(dry_run: DryRun, who: CombatantId) -> tuple[ActionOption, ...]:
    """Returns everything a combatant may do besides attacking, each with its cost."""
    context = dry_run.context
    combatant = context.combatant(who)
    return dry_run.options_by_cost(
        (
            ("cwn.cost.instant", instants(context, combatant)),
            ("cwn.cost.on_turn", on_turn(context, combatant)),
            ("cwn.cost.move", moves(context, combatant)),
            ("cwn.cost.main", mains(context, combatant)),
            ("cwn.cost.free", by_the_way(context, combatant)),
        )
    )


def still_possible(dry_run: DryRun, who: CombatantId) -> tuple[ActionOption, ...]:
    """Returns what interrupts or costs nothing, and what the Move and Main are good for: for the panel."""
    context = dry_run.context
    combatant = context.combatant(who)
    if context.state.stage != "running" or character.is_out(combatant):
        return ()
    groups = [
        ("cwn.cost.instant", instants(context, combatant)),
        ("cwn.cost.on_turn", on_turn(context, combatant)),
    ]
    is_quick = combatant.has("holding") or action_budget.actions_given(combatant, "move") > 0
    if action_budget.is_acting(context.state, who) or is_quick:
        groups.append(("cwn.cost.move", moves(context, combatant)))
    return dry_run.options_by_cost(groups, _SHORT)


def instants(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what may be done at any time. Source: CWN-24."""
    text_of = context.texts.text_of
    foe = _foe(context, combatant)
    if foe is not None:
        yield (
            text_of("cwn.do.snap", target=foe.name),
            do.Attack(who=combatant.id, target=foe.id, how="snap"),
        )
    yield text_of("cwn.do.total_defense"), do.TotalDefense(who=combatant.id)
    for key in gear.in_hands(combatant):
        item = combatant.item(key)
        if item is not None and not item.values.get("integral"):
            yield text_of("cwn.do.drop", item=item.name), do.Drop(who=combatant.id, item=key)
    if gear.rank(combatant, "enhanced_reflexes") >= 2 and not action_budget.is_acting(
        context.state, combatant.id
    ):
        yield text_of("cwn.do.reflexes_instant"), do.Reflexes(who=combatant.id, instant=True)
    if combatant.has("mortally_wounded") and gear.rank(combatant, "biostabilizer"):
        yield text_of("cwn.do.biostabilize"), do.Biostabilize(who=combatant.id)


def on_turn(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what costs nothing on the own turn. Source: CWN-23."""
    text_of = context.texts.text_of
    if not combatant.has("prone"):
        yield text_of("cwn.do.go_prone"), do.GoProne(who=combatant.id)
    if gear.rank(combatant, "enhanced_reflexes"):
        yield text_of("cwn.do.reflexes"), do.Reflexes(who=combatant.id)
    if gear.rank(combatant, "whirlwind"):
        yield text_of("cwn.do.whirlwind"), do.Whirlwind(who=combatant.id)


def moves(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what costs a Move. Source: CWN-22."""
    text_of = context.texts.text_of
    if combatant.has("prone"):
        yield text_of("cwn.do.stand"), do.Stand(who=combatant.id)
    yield text_of("cwn.do.run"), do.Run(who=combatant.id)
    yield text_of("cwn.do.hold"), do.Hold(who=combatant.id)
    for ally in _allies(context, combatant):
        yield text_of("cwn.do.screen", who=ally.name), do.Screen(who=combatant.id, ally=ally.id)
    for key in dropped_by(combatant):
        item = combatant.item(key)
        if item is not None:
            yield text_of("cwn.do.pick_up", item=item.name), do.PickUp(who=combatant.id, item=key)
    for other, item in islice(_lying_about(context, combatant), _LONGEST_LIST):
        yield (
            text_of("cwn.do.pick_up_from", item=item.name, owner=other.name),
            do.PickUp(who=combatant.id, item=item.key, owner=other.id),
        )


def _lying_about(context: RulesContext, combatant: Combatant) -> Iterator[tuple[Combatant, Item]]:
    """Yields what others have let fall, each with who did. Source: CWN-36n."""
    for other in context.state.combatants.values():
        if other.id != combatant.id:
            for key in dropped_by(other):
                item = other.item(key)
                if item is not None:
                    yield other, item


def mains(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what costs a Main, attacks aside. Source: CWN-21."""
    text_of = context.texts.text_of
    yield text_of("cwn.do.extra_move"), do.ExtraMove(who=combatant.id)
    yield text_of("cwn.do.withdraw"), do.Withdraw(who=combatant.id)
    yield from _in_hand(context, combatant)
    for patient in context.state.combatants.values():
        if patient.has("mortally_wounded") and patient.id != combatant.id:
            command = do.Stabilize(who=combatant.id, patient=patient.id, tool=_tool(combatant))
            yield text_of("cwn.do.stabilize", patient=patient.name), command
    for item in combatant.items:
        if item.values.get("sort") == "drug" and combatant.gauges.get(f"ammo.{item.key}"):
            command_ = do.Dose(who=combatant.id, patient=combatant.id, drug=item.key)
            yield text_of("cwn.do.dose", drug=item.name), command_


def _in_hand(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """What is made ready, put away or loaded. Source: CWN-36k, CWN-36l."""
    text_of, hands = context.texts.text_of, gear.in_hands(combatant)
    for item in combatant.items:
        if item.key in hands:
            if item.values.get("magazine"):
                yield (
                    text_of("cwn.do.reload", weapon=item.name),
                    do.Reload(who=combatant.id, weapon=item.key),
                )
            if not item.values.get("integral"):
                yield (
                    text_of("cwn.do.stow", item=item.name),
                    do.Stow(who=combatant.id, item=item.key),
                )
        elif _can_be_readied(combatant, item):
            yield text_of("cwn.do.ready", item=item.name), do.Ready(who=combatant.id, item=item.key)


def _can_be_readied(combatant: Combatant, item: Item) -> bool:
    is_weapon = item.kind in ("weapon", "explosive") and not item.values.get("integral")
    return is_weapon and item.key not in dropped_by(combatant)


def by_the_way(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what is no action: a turn that is over, melee by hand, leaving the fight. Source: CWN-17, CWN-18."""
    text_of = context.texts.text_of
    yield text_of("cwn.do.done"), do.Done(who=combatant.id)
    if character.in_melee(context.state, combatant):
        yield text_of("cwn.do.disengage"), do.Disengage(who=combatant.id)
    if combatant.has("stable") or combatant.has("unconscious"):
        yield text_of("cwn.do.revive"), do.Revive(who=combatant.id)
    if combatant.has("screening"):
        yield text_of("cwn.do.end_screen"), do.EndScreen(who=combatant.id)
    if not character.is_pc(combatant) and character.morale(context, combatant):
        yield text_of("cwn.do.morale"), do.Morale(who=(combatant.id,))
    if "left" in combatant.flags:
        yield text_of("cwn.do.return"), Flag(who=(combatant.id,), flag="left", on=False)
    else:
        yield text_of("cwn.do.leave"), do.Leave(who=combatant.id)


def _allies(context: RulesContext, combatant: Combatant) -> tuple[Combatant, ...]:
    """Those who may be screened, as many as a list is good for. Source: CWN-40."""
    if character.combat_skill(context, combatant) < 1:
        return ()
    found = (
        each
        for each in context.state.combatants.values()
        if each.id != combatant.id
        and character.team(each) == character.team(combatant)
        and not character.is_out(each)
    )
    return tuple(islice(found, _LONGEST_LIST))


def _foe(context: RulesContext, combatant: Combatant) -> Combatant | None:
    """The enemy a Snap Attack would most likely strike: who acts, else the first."""
    state = context.state
    foes = [
        each
        for each in state.combatants.values()
        if character.team(each) != character.team(combatant) and not character.is_out(each)
    ]
    acting = set(state.acting)
    return next((each for each in foes if each.id in acting), next(iter(foes), None))


def _tool(combatant: Combatant) -> do.Tool:
    """The best somebody carries. Source: CWN-60."""
    if any(
        item.values.get("trait") == "trauma_patch" and combatant.gauges.get(f"ammo.{item.key}", 1)
        for item in combatant.items
    ):
        return "patch"
    return "medkit" if gear.rank(combatant, "medkit") else "none"
