"""What else somebody may do now, with what it costs and why not. Source: CWN-36c to CWN-38, CWN-45a to CWN-45u."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun, Offered
from encounter_gui.rules.presenters.words.offers import leaving, offered
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.records import dropped_by, melee_of
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
    "cwn.too_far_to_screen": "cwn.short.too_far",
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
    offer, who = partial(offered, context), combatant.id
    foe = _foe(context, combatant)
    if foe is not None:
        yield offer("snap", do.Attack(who=who, target=foe.id, how="snap"), target=foe.name)
    yield offer("total_defense", do.TotalDefense(who=who))
    for key in gear.in_hands(combatant):
        item = combatant.item(key)
        if item is not None and not item.values.get("integral"):
            yield offer("drop", do.Drop(who=who, item=key), item=item.name)
    if gear.rank(combatant, "enhanced_reflexes") >= 2 and not action_budget.is_acting(
        context.state, who
    ):
        yield offer("reflexes_instant", do.Reflexes(who=who, instant=True))
    if combatant.has("mortally_wounded") and gear.rank(combatant, "biostabilizer"):
        yield offer("biostabilize", do.Biostabilize(who=who))


def on_turn(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what costs nothing on the own turn. Source: CWN-23."""
    offer, who = partial(offered, context), combatant.id
    if not combatant.has("prone"):
        yield offer("go_prone", do.GoProne(who=who))
    if gear.rank(combatant, "enhanced_reflexes"):
        yield offer("reflexes", do.Reflexes(who=who))
    if gear.rank(combatant, "whirlwind"):
        yield offer("whirlwind", do.Whirlwind(who=who))


def moves(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what costs a Move. Source: CWN-22."""
    offer, who = partial(offered, context), combatant.id
    if combatant.has("prone"):
        yield offer("stand", do.Stand(who=who))
    yield offer("run", do.Run(who=who))
    yield offer("hold", do.Hold(who=who))
    for ally in _allies(context, combatant):
        yield offer("screen", do.Screen(who=who, ally=ally.id), who=ally.name)
    for key in dropped_by(combatant):
        item = combatant.item(key)
        if item is not None:
            yield offer("pick_up", do.PickUp(who=who, item=key), item=item.name)
    for other, item in islice(_lying_about(context, combatant), _LONGEST_LIST):
        yield offer(
            "pick_up_from",
            do.PickUp(who=who, item=item.key, owner=other.id),
            item=item.name,
            owner=other.name,
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
    offer, who = partial(offered, context), combatant.id
    yield offer("extra_move", do.ExtraMove(who=who))
    yield offer("withdraw", do.Withdraw(who=who))
    yield from _in_hand(context, combatant)
    for patient in context.state.combatants.values():
        if patient.has("mortally_wounded") and patient.id != who:
            command = do.Stabilize(who=who, patient=patient.id, tool=_tool(combatant))
            yield offer("stabilize", command, patient=patient.name)
            if gear.rank(combatant, "specialist"):
                special = replace(command, special=True)
                yield offer("stabilize_special", special, patient=patient.name)
    for item in combatant.items:
        if item.values.get("sort") == "drug" and combatant.gauges.get(f"ammo.{item.key}"):
            command_ = do.Dose(who=who, patient=who, drug=item.key)
            yield offer("dose", command_, drug=item.name)


def _in_hand(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """What is made ready, put away or loaded. Source: CWN-36k, CWN-36l."""
    offer, who, hands = partial(offered, context), combatant.id, gear.in_hands(combatant)
    for item in combatant.items:
        if item.key in hands:
            if item.values.get("magazine"):
                yield offer("reload", do.Reload(who=who, weapon=item.key), weapon=item.name)
            if not item.values.get("integral"):
                yield offer("stow", do.Stow(who=who, item=item.key), item=item.name)
        elif _can_be_readied(combatant, item):
            yield offer("ready", do.Ready(who=who, item=item.key), item=item.name)


def _can_be_readied(combatant: Combatant, item: Item) -> bool:
    is_weapon = item.kind in ("weapon", "explosive") and not item.values.get("integral")
    return is_weapon and item.key not in dropped_by(combatant)


def by_the_way(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what is no action: a turn that is over, melee by hand, leaving the fight. Source: CWN-17, CWN-18."""
    offer, who = partial(offered, context), combatant.id
    yield offer("done", do.Done(who=who))
    if set(character.in_melee(context.state, combatant)) & set(melee_of(combatant)):
        yield offer("disengage", do.Disengage(who=who))
    if combatant.has("stable") or combatant.has("unconscious"):
        yield offer("revive", do.Revive(who=who))
    if combatant.has("screening"):
        yield offer("end_screen", do.EndScreen(who=who))
    if not character.is_pc(combatant) and character.morale(context, combatant):
        yield offer("morale", do.Morale(who=(who,)))
    yield leaving(context, combatant, do.Leave(who=who))


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
