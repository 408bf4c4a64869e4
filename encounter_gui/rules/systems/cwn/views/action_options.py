"""What else somebody may do now, with what it costs and why not. Source: CWN-36c to CWN-38, CWN-45a to CWN-45u."""

from collections.abc import Iterable, Iterator
from itertools import islice

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine import dry_run
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.engine.system import System
from encounter_gui.rules.model.commands import Command, Flag
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.view import QuickAction

Offered = tuple[str, Command]

_SHORT = {
    "cwn.main_employed": "main",
    "cwn.no_main_left": "main",
    "cwn.no_move_left": "move",
    "cwn.nothing_to_hold": "main",
    "cwn.main_lost": "over",
    "cwn.turn_over": "over",
    "cwn.not_your_turn": "own_turn",
    "cwn.no_order": "order",
    "cwn.reflexes_used": "used",
    "cwn.whirlwind_used": "used",
    "cwn.defends_already": "already",
    "cwn.holds_already": "already",
    "cwn.two_hands_in_melee": "crowded",
    "cwn.empty": "empty",
    "cwn.not_readied": "not_in_hand",
    "cwn.choose_weapon": "not_in_hand",
    "cwn.throw_it": "explosive",
    "cwn.load_it": "explosive",
    "cwn.hands_full": "hands",
    "cwn.is_surprised": "surprised",
    "cwn.is_helpless": "helpless",
}
"""Refusals that have two or three words for where there is no room for a sentence."""

_LONGEST_LIST = 8
"""More allies to screen are named in the command field."""


def actions(system: System, scene: Scene, who: CombatantId) -> tuple[QuickAction, ...]:
    """Returns everything somebody might do besides attacking, each with its cost."""
    one = scene.one(who)
    found: list[QuickAction] = []
    for cost, offered in (
        ("instant", instants(scene, one)),
        ("on_turn", on_turn(scene, one)),
        ("move", moves(scene, one)),
        ("main", mains(scene, one)),
        ("free", by_the_way(scene, one)),
    ):
        note = scene.words.word(f"cwn.cost.{cost}")
        found += dry_run.offers(system, scene, offered, note=note)
    return tuple(found)


def still_possible(system: System, scene: Scene, who: CombatantId) -> tuple[QuickAction, ...]:
    """Returns what interrupts or costs nothing, and what the Move and Main are good for: for the sheet."""
    one = scene.one(who)
    if scene.state.stage != "running" or character.is_out(one):
        return ()
    found = list(_offers(system, scene, "instant", instants(scene, one)))
    found += _offers(system, scene, "on_turn", on_turn(scene, one))
    is_quick = one.has("holding") or action_budget.given(one, "move") > 0
    if not action_budget.is_acting(scene.state, who) and not is_quick:
        return tuple(found)
    found += _offers(system, scene, "move", moves(scene, one))
    return tuple(found)


def _offers(
    system: System, scene: Scene, cost: str, offered: Iterable[Offered]
) -> Iterator[QuickAction]:
    """Yields offers with their reasons in short as well: the sheet is narrow."""
    words = scene.words
    for text, command in offered:
        refused = dry_run.refusal(system, scene, command)
        short = _SHORT.get(refused.key, "") if refused else ""
        yield QuickAction(
            key=f"{type(command).__name__}:{text}",
            text=text,
            command=command,
            why_not=words.text(refused) if refused else "",
            note=words.word(f"cwn.cost.{cost}"),
            short=words.word(f"cwn.short.{short}") if short else "",
        )


def instants(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """Yields what may be done at any time. Source: CWN-24."""
    word = scene.words.word
    foe = _foe(scene, one)
    if foe is not None:
        yield word("cwn.do.snap", target=foe.name), do.Attack(who=one.id, target=foe.id, how="snap")
    yield word("cwn.do.total_defense"), do.TotalDefense(who=one.id)
    for key in gear.in_hands(one):
        item = one.item(key)
        if item is not None and not item.values.get("integral"):
            yield word("cwn.do.drop", item=item.name), do.Drop(who=one.id, item=key)
    if gear.rank(one, "enhanced_reflexes") >= 2 and not action_budget.is_acting(
        scene.state, one.id
    ):
        yield word("cwn.do.reflexes_instant"), do.Reflexes(who=one.id, instant=True)
    if one.has("mortally_wounded") and gear.rank(one, "biostabilizer"):
        yield word("cwn.do.biostabilize"), do.Biostabilize(who=one.id)


def on_turn(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """Yields what costs nothing on the own turn. Source: CWN-23."""
    word = scene.words.word
    if not one.has("prone"):
        yield word("cwn.do.go_prone"), do.GoProne(who=one.id)
    if gear.rank(one, "enhanced_reflexes"):
        yield word("cwn.do.reflexes"), do.Reflexes(who=one.id)
    if gear.rank(one, "whirlwind"):
        yield word("cwn.do.whirlwind"), do.Whirlwind(who=one.id)


def moves(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """Yields what costs a Move. Source: CWN-22."""
    word = scene.words.word
    if one.has("prone"):
        yield word("cwn.do.stand"), do.Stand(who=one.id)
    yield word("cwn.do.run"), do.Run(who=one.id)
    yield word("cwn.do.hold"), do.Hold(who=one.id)
    for ally in _allies(scene, one):
        yield word("cwn.do.screen", who=ally.name), do.Screen(who=one.id, ally=ally.id)
    for key in gear.dropped(one):
        item = one.item(key)
        if item is not None:
            yield word("cwn.do.pick_up", item=item.name), do.PickUp(who=one.id, item=key)


def mains(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """Yields what costs a Main, attacks aside. Source: CWN-21."""
    word = scene.words.word
    yield word("cwn.do.extra_move"), do.ExtraMove(who=one.id)
    yield word("cwn.do.withdraw"), do.Withdraw(who=one.id)
    yield from _in_hand(scene, one)
    for patient in scene.state.combatants.values():
        if patient.has("mortally_wounded") and patient.id != one.id:
            command = do.Stabilize(who=one.id, patient=patient.id, tool=_tool(one))
            yield word("cwn.do.stabilize", patient=patient.name), command
    for item in one.items:
        if item.values.get("sort") == "drug" and one.gauges.get(f"ammo.{item.key}"):
            command_ = do.Dose(who=one.id, patient=one.id, drug=item.key)
            yield word("cwn.do.dose", drug=item.name), command_


def _in_hand(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """What is made ready, put away or loaded. Source: CWN-36k, CWN-36l."""
    word, hands = scene.words.word, gear.in_hands(one)
    for item in one.items:
        if item.key in hands:
            if item.values.get("magazine"):
                yield (
                    word("cwn.do.reload", weapon=item.name),
                    do.Reload(who=one.id, weapon=item.key),
                )
            if not item.values.get("integral"):
                yield word("cwn.do.stow", item=item.name), do.Stow(who=one.id, item=item.key)
        elif _can_be_readied(one, item):
            yield word("cwn.do.ready", item=item.name), do.Ready(who=one.id, item=item.key)


def _can_be_readied(one: Combatant, item: Item) -> bool:
    is_weapon = item.kind in ("weapon", "explosive") and not item.values.get("integral")
    return is_weapon and item.key not in gear.dropped(one)


def by_the_way(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """Yields what is no action: a turn that is over, melee by hand, leaving the fight. Source: CWN-17, CWN-18."""
    word = scene.words.word
    yield word("cwn.do.done"), do.Done(who=one.id)
    if character.in_melee(scene.state, one):
        yield word("cwn.do.disengage"), do.Disengage(who=one.id)
    if one.has("stable") or one.has("unconscious"):
        yield word("cwn.do.revive"), do.Revive(who=one.id)
    if one.has("screening"):
        yield word("cwn.do.end_screen"), do.EndScreen(who=one.id)
    if not character.is_pc(one) and character.morale(scene, one):
        yield word("cwn.do.morale"), do.Morale(who=(one.id,))
    if "left" in one.flags:
        yield word("cwn.do.return"), Flag(who=(one.id,), flag="left", on=False)
    else:
        yield word("cwn.do.leave"), do.Leave(who=one.id)


def _allies(scene: Scene, one: Combatant) -> tuple[Combatant, ...]:
    """Those who may be screened, as many as a list is good for. Source: CWN-40."""
    if character.combat_skill(scene, one) < 1:
        return ()
    found = (
        each
        for each in scene.state.combatants.values()
        if each.id != one.id
        and character.team(each) == character.team(one)
        and not character.is_out(each)
    )
    return tuple(islice(found, _LONGEST_LIST))


def _foe(scene: Scene, one: Combatant) -> Combatant | None:
    """The enemy a Snap Attack would most likely strike: who acts, else the first."""
    state = scene.state
    foes = [
        each
        for each in state.combatants.values()
        if character.team(each) != character.team(one) and not character.is_out(each)
    ]
    acting = set(state.acting)
    return next((each for each in foes if each.id in acting), next(iter(foes), None))


def _tool(one: Combatant) -> do.Tool:
    """The best somebody carries. Source: CWN-60."""
    if any(
        item.values.get("trait") == "trauma_patch" and one.gauges.get(f"ammo.{item.key}", 1)
        for item in one.items
    ):
        return "patch"
    return "medkit" if gear.rank(one, "medkit") else "none"
