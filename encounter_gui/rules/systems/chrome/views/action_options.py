"""What else somebody may do now, with what it costs. Source: CHR-28, CHR-29d to CHR-29n, CHR-31, CHR-60."""

from collections.abc import Iterable, Iterator

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine import dry_run
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.engine.system import System
from encounter_gui.rules.model.commands import Command, Flag
from encounter_gui.rules.model.items import ammo_gauge, number
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.actions import hacking
from encounter_gui.rules.systems.chrome.sheet import action_budget, bolstering, character, gear
from encounter_gui.rules.systems.chrome.views.table import ability_name
from encounter_gui.rules.view import QuickAction

Offered = tuple[str, Command]

BURNED = 5
"""How much Conviction is offered to be burned on the next roll; another amount is typed. Source: CHR-20."""

LENT = 2
"""How much Conviction is offered to be given; another amount is typed. Source: CHR-67."""


def offered(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """Yields what somebody might do besides attacking, as (words, command), whether or not it may now."""
    yield from majors(scene, one)
    yield from free(scene, one)
    yield from by_the_way(scene, one)


def still_possible(system: System, scene: Scene, one: Combatant) -> tuple[QuickAction, ...]:
    """Returns what somebody whose turn it is may still do, with costs and reasons: for the sheet."""
    if scene.state.stage != "running" or one.id not in scene.state.acting:
        return ()
    if not character.can_act(one):
        return ()
    return (
        *_noted(system, scene, "major", majors(scene, one)),
        *_noted(system, scene, "free", free(scene, one)),
    )


def _noted(
    system: System, scene: Scene, cost: str, those: Iterable[Offered]
) -> tuple[QuickAction, ...]:
    return dry_run.offers(system, scene, those, note=scene.words.word(f"chrome.cost.{cost}"))


def majors(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """Yields what costs a Major Action, the most pressing first. Source: CHR-29d to CHR-29l, CHR-38, CHR-40, CHR-54."""
    if character.is_presence(one):
        yield from _haunts(scene, one)
        return
    yield from _on_one_self(scene, one)
    yield from _weapons(scene, one)
    word = scene.words.word
    reach = character.reach(scene, one, 1)
    if reach:
        yield word("chrome.do.move", metres=reach), do.Move(who=one.id, metres=reach)
        yield (
            word("chrome.do.move_to_cover", metres=reach),
            do.Move(who=one.id, metres=reach, cover=True),
        )
    if character.is_operator(one):
        yield from _for_others(scene, one)
        yield from _consumables(scene, one)
        yield from _grapples(scene, one)
        yield from _machines(scene, one)


def _on_one_self(scene: Scene, one: Combatant) -> Iterator[Offered]:
    word = scene.words.word
    if one.has("prone"):
        yield word("chrome.do.stand_up"), do.StandUp(who=one.id)
    if one.has("grappled"):
        yield word("chrome.do.break_free"), do.BreakFree(who=one.id)
    if one.has("ablaze"):
        yield word("chrome.do.extinguish"), do.Extinguish(who=one.id)


def _weapons(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """What is loaded, cleared or picked up. Source: CHR-29d, CHR-40."""
    word = scene.words.word
    for key in gear.troubled(one, gear.DROPPED):
        yield (
            word("chrome.do.pick_up", weapon=_name(one, key)),
            do.PickUp(who=one.id, weapon=key),
        )
    for key in gear.troubled(one, gear.JAM):
        yield (
            word("chrome.do.clear_jam", weapon=_name(one, key)),
            do.ClearJam(who=one.id, weapon=key),
        )
    for item in one.items:
        most = number(item.values.get("magazine"))
        if item.kind == "weapon" and most and one.gauges.get(ammo_gauge(item.key), 0) < most:
            yield (
                word("chrome.do.reload", weapon=item.name),
                do.Reload(who=one.id, weapon=item.key),
            )


def _name(one: Combatant, key: str) -> str:
    item = one.item(key)
    return item.name if item else key


def _for_others(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """First aid, fires of others, Conviction for those who need it. Source: CHR-29l, CHR-38, CHR-54, CHR-67."""
    word = scene.words.word
    for other in _near(scene, one):
        if not character.is_dead(other) and character.marks(other, character.BLEEDING):
            yield (
                word("chrome.do.first_aid", patient=other.name),
                do.FirstAid(who=one.id, patient=other.id),
            )
        if other.id != one.id and other.has("ablaze"):
            yield (
                word("chrome.do.extinguish_other", who=other.name),
                do.Extinguish(who=one.id, target=other.id),
            )
    for other in character.squad(scene, one):
        if other.id != one.id and character.conviction_now(other) < character.conviction(other):
            yield (
                word("chrome.do.lend", amount=LENT, who=other.name),
                do.Lend(who=one.id, target=other.id, amount=LENT),
            )


def _near(scene: Scene, one: Combatant) -> tuple[Combatant, ...]:
    """Oneself, then everybody on one's side who is still there."""
    those = (
        each
        for each in scene.state.combatants.values()
        if each.id != one.id
        and character.team(each) == character.team(one)
        and "left" not in each.flags
    )
    return (one, *those)


def _consumables(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """Medpacks and stims, on whoever is hurt: one, and as many as help. Source: CHR-29i, CHR-29j, CHR-68."""
    for item in gear.consumables(one):
        left = one.gauges.get(ammo_gauge(item.key), 0)
        if item.values.get("one_at_a_time") or not scene.switch("chrome.bulkConsumables"):
            left = min(left, 1)
        for other in _near(scene, one):
            most = min(left, _wanted(other, item))
            for count in sorted({min(most, 1), most} - {0}):
                yield (
                    _use_text(scene, one, other, item, count),
                    do.UseItem(who=one.id, item=item.key, target=other.id, count=count),
                )


def _use_text(scene: Scene, one: Combatant, other: Combatant, item: Item, count: int) -> str:
    name = f"{count} × {item.name}" if count > 1 else item.name
    key = "chrome.do.use" if other.id == one.id else "chrome.do.use_on"
    return scene.words.word(key, item=name, who=other.name)


def _wanted(one: Combatant, item: Item) -> int:
    """How many of something still help somebody; 0: it does not. Source: CHR-68."""
    if character.is_dead(one):
        return 0
    hurt = character.health(one) - character.health_now(one)
    shaken = character.conviction(one) - character.conviction_now(one)
    gains = ((hurt, "heals"), (shaken, "calms"))
    each = [(missing, number(item.values.get(key))) for missing, key in gains]
    return max(
        (-(-missing // gain) for missing, gain in each if missing > 0 and gain > 0), default=0
    )


def _grapples(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """Grappling the first enemy who is not held yet; another is named in the command field. Source: CHR-29f, CHR-48."""
    team = character.team(one)
    foe = next(
        (
            each
            for each in scene.state.combatants.values()
            if character.team(each) != team and not character.is_out(each)
        ),
        None,
    )
    if foe is not None and not one.has("grappling"):
        yield (
            scene.words.word("chrome.do.grapple", who=foe.name),
            do.Grapple(who=one.id, target=foe.id),
        )


def _machines(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """Gear, and the systems that are being hacked. Source: CHR-29g, CHR-29h, CHR-70."""
    word = scene.words.word
    for system, clock in hacking.clocks(scene).items():
        if clock not in ("", hacking.LOCKED, hacking.OPEN):
            yield word("chrome.do.hack", system=system), do.Hack(who=one.id, system=system)
    yield word("chrome.do.activate"), do.Activate(who=one.id)


def _haunts(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """What a Presence can do of itself; the rest answers others' rolls. Source: CHR-60."""
    word = scene.words.word
    known = bolstering.abilities(scene, one)
    if bolstering.DISTRACT in known:
        team = character.team(one)
        for other in scene.state.combatants.values():
            if character.team(other) != team and not character.is_out(other):
                yield (
                    word("chrome.do.distract", who=other.name),
                    do.Haunt(who=one.id, target=other.id),
                )
    for ability in known:
        if ability not in (bolstering.DISTRACT, bolstering.SOOTHE, bolstering.BOLSTER):
            yield (
                ability_name(scene, ability),
                do.Haunt(who=one.id, ability=ability, text=ability_name(scene, ability)),
            )


def free(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """Yields what costs nothing in the own turn. Source: CHR-28, CHR-29m, CHR-29n."""
    word = scene.words.word
    if character.is_presence(one):
        return
    if not one.has("in_cover"):
        yield word("chrome.do.take_cover"), do.TakeCover(who=one.id)
    for item in one.items if character.is_operator(one) else ():
        is_held = item.key == one.memo_text("held")
        if item.kind == "weapon" and not is_held and not gear.is_dropped(one, item.key):
            yield word("chrome.do.hold", weapon=item.name), do.Hold(who=one.id, weapon=item.key)
    gutless = one.condition("gutless")
    if gutless is not None and not gutless.count:
        yield word("chrome.do.engage"), do.Engage(who=one.id)


def by_the_way(scene: Scene, one: Combatant) -> Iterator[Offered]:
    """Yields what is no action: a turn that is over, what the game master decides, leaving the fight."""
    word = scene.words.word
    if action_budget.is_running(scene):
        yield word("chrome.do.wait"), do.Wait(who=one.id)
    if character.is_operator(one) and character.is_awake(one):
        yield word("chrome.do.panic_check"), do.PanicCheck(who=(one.id,))
        yield word("chrome.do.panic_later"), do.PanicCheck(who=(one.id,), later=True)
        burn = min(BURNED, character.conviction_now(one))
        if burn and scene.switch("chrome.burn"):
            yield word("chrome.do.burn", amount=burn), do.Burn(who=one.id, amount=burn)
        yield word("chrome.do.stress"), do.Stress(who=(one.id,), amount=1)
    if character.is_cold(one):
        yield word("chrome.do.wake"), do.Wake(who=one.id)
    if not character.is_dead(one):
        yield word("chrome.do.locate"), do.Locate(who=one.id)
        yield word("chrome.do.kill"), do.Kill(who=one.id)
    if "left" in one.flags:
        yield word("chrome.do.return"), Flag(who=(one.id,), flag="left", on=False)
    else:
        yield word("chrome.do.leave"), do.Leave(who=one.id)
