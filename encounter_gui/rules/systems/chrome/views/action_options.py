"""What else somebody may do now, with what it costs. Source: CHR-28, CHR-29d to CHR-29n, CHR-31, CHR-60."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun, Offered
from encounter_gui.rules.model.commands import Flag
from encounter_gui.rules.model.items import ammo_gauge, number
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.actions import hacking, moving
from encounter_gui.rules.systems.chrome.sheet import action_budget, bolstering, character, gear
from encounter_gui.rules.systems.chrome.sheet.grapple_marks import GRAPPLED, others
from encounter_gui.rules.systems.chrome.views.table import ability_name
from encounter_gui.rules.view import ActionOption

BURNED = 5
"""How much Conviction is offered to be burned on the next roll; another amount is typed. Source: CHR-20."""

LENT = 2
"""How much Conviction is offered to be given; another amount is typed. Source: CHR-67."""

_MOST_IN_NEED = 8
"""To more than this many Conviction is not offered at once: nobody reads a longer list at the table."""


def action_options(dry_run: DryRun, who: CombatantId) -> tuple[ActionOption, ...]:
    """Returns what a combatant may do besides attacking, with the reasons where it may not now."""
    context, combatant = dry_run.context, dry_run.context.combatant(who)
    groups = (majors, free, by_the_way)
    return dry_run.options(option for group in groups for option in group(context, combatant))


def still_possible(dry_run: DryRun, who: CombatantId) -> tuple[ActionOption, ...]:
    """Returns what a combatant whose turn it is may still do, with costs and reasons: for its panel."""
    context, combatant = dry_run.context, dry_run.context.combatant(who)
    if context.state.stage != "running" or combatant.id not in context.state.acting:
        return ()
    if not character.can_act(combatant):
        return ()
    return dry_run.options_by_cost(
        (
            ("chrome.cost.major", majors(context, combatant)),
            ("chrome.cost.free", free(context, combatant)),
        )
    )


def majors(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what costs a Major Action, the most pressing first. Source: CHR-29d to CHR-29l, CHR-38, CHR-40, CHR-54."""
    if character.is_presence(combatant):
        yield from _haunts(context, combatant)
        return
    yield from _on_one_self(context, combatant)
    yield from _weapons(context, combatant)
    text_of = context.texts.text_of
    reach = moving.room(context, combatant)
    if reach:
        yield text_of("chrome.do.move", metres=reach), do.Move(who=combatant.id, metres=reach)
        yield (
            text_of("chrome.do.move_to_cover", metres=reach),
            do.Move(who=combatant.id, metres=reach, cover=True),
        )
    if character.is_operator(combatant):
        yield from _for_others(context, combatant)
        yield from _consumables(context, combatant)
        yield from _grapples(context, combatant)
        yield from _machines(context, combatant)


def _on_one_self(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    text_of = context.texts.text_of
    if combatant.has("prone"):
        yield text_of("chrome.do.stand_up"), do.StandUp(who=combatant.id)
    yield from _grapples_to_break(context, combatant)
    if combatant.has("ablaze"):
        yield text_of("chrome.do.extinguish"), do.Extinguish(who=combatant.id)


def _grapples_to_break(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Breaking free, of each who holds the combatant. Source: CHR-48."""
    holders = others(combatant, GRAPPLED)
    if len(holders) < 2:
        if combatant.has(GRAPPLED):
            yield context.texts.text_of("chrome.do.break_free"), do.BreakFree(who=combatant.id)
        return
    for holder in context.combatants(holders):
        text = context.texts.text_of("chrome.do.break_free_of", who=holder.name)
        yield text, do.BreakFree(who=combatant.id, by=holder.id)


def _weapons(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """What is loaded, cleared or picked up. Source: CHR-29d, CHR-40."""
    text_of = context.texts.text_of
    for key in gear.troubled_keys(combatant, gear.DROPPED):
        yield (
            text_of("chrome.do.pick_up", weapon=_name(combatant, key)),
            do.PickUp(who=combatant.id, weapon=key),
        )
    for key in gear.troubled_keys(combatant, gear.JAM):
        yield (
            text_of("chrome.do.clear_jam", weapon=_name(combatant, key)),
            do.ClearJam(who=combatant.id, weapon=key),
        )
    for item in combatant.items:
        most = number(item.values.get("magazine"))
        if item.kind == "weapon" and most and combatant.gauges.get(ammo_gauge(item.key), 0) < most:
            yield (
                text_of("chrome.do.reload", weapon=item.name),
                do.Reload(who=combatant.id, weapon=item.key),
            )


def _name(combatant: Combatant, key: str) -> str:
    item = combatant.item(key)
    return item.name if item else key


def _for_others(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """First aid, fires of others, Conviction for those who need it. Source: CHR-29l, CHR-38, CHR-54, CHR-67."""
    text_of = context.texts.text_of
    for other in _near(context, combatant):
        if not character.is_dead(other) and character.marks(other, character.BLEEDING):
            yield (
                text_of("chrome.do.first_aid", patient=other.name),
                do.FirstAid(who=combatant.id, patient=other.id),
            )
        if other.id != combatant.id and other.has("ablaze"):
            yield (
                text_of("chrome.do.extinguish_other", who=other.name),
                do.Extinguish(who=combatant.id, target=other.id),
            )
    for other in _in_need(context, combatant):
        yield (
            text_of("chrome.do.lend", amount=LENT, who=other.name),
            do.Lend(who=combatant.id, target=other.id, amount=LENT),
        )


def _in_need(context: RulesContext, combatant: Combatant) -> tuple[Combatant, ...]:
    """Returns the others of the squad who lack Conviction, by Speed; of a large squad those with the least left."""
    needy = [
        other
        for other in character.squad(context, combatant)
        if other.id != combatant.id
        and character.conviction_now(other) < character.conviction(other)
    ]
    least = {each.id for each in sorted(needy, key=character.conviction_now)[:_MOST_IN_NEED]}
    return tuple(other for other in needy if other.id in least)


def _near(context: RulesContext, combatant: Combatant) -> tuple[Combatant, ...]:
    """Oneself, then everybody on one's side who is still there."""
    combatants = (
        each
        for each in context.state.combatants.values()
        if each.id != combatant.id
        and character.team(each) == character.team(combatant)
        and "left" not in each.flags
    )
    return (combatant, *combatants)


def _consumables(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Medpacks and stims, on whoever is hurt: one, and as many as help. Source: CHR-29i, CHR-29j, CHR-68."""
    for item in gear.consumables(combatant):
        left = combatant.gauges.get(ammo_gauge(item.key), 0)
        if item.values.get("one_at_a_time") or not context.switch("chrome.bulkConsumables"):
            left = min(left, 1)
        for other in _near(context, combatant):
            most = min(left, _useful_count(other, item))
            for count in sorted({min(most, 1), most} - {0}):
                yield (
                    _use_text(context, combatant, other, item, count),
                    do.UseItem(who=combatant.id, item=item.key, target=other.id, count=count),
                )


def _use_text(
    context: RulesContext, combatant: Combatant, other: Combatant, item: Item, count: int
) -> str:
    name = f"{count} × {item.name}" if count > 1 else item.name
    key = "chrome.do.use" if other.id == combatant.id else "chrome.do.use_on"
    return context.texts.text_of(key, item=name, who=other.name)


def _useful_count(combatant: Combatant, item: Item) -> int:
    """How many of something still help somebody; 0: it does not. Source: CHR-68."""
    if character.is_dead(combatant):
        return 0
    hurt = character.health(combatant) - character.health_now(combatant)
    shaken = character.conviction(combatant) - character.conviction_now(combatant)
    gains = ((hurt, "heals"), (shaken, "calms"))
    each = [(missing, number(item.values.get(key))) for missing, key in gains]
    return max(
        (-(-missing // gain) for missing, gain in each if missing > 0 and gain > 0), default=0
    )


def _grapples(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Grappling the first enemy who is not held yet; another is named in the command field. Source: CHR-29f, CHR-48."""
    team = character.team(combatant)
    foe = next(
        (
            each
            for each in context.state.combatants.values()
            if character.team(each) != team and not character.is_out(each)
        ),
        None,
    )
    if foe is not None and not combatant.has("grappling"):
        yield (
            context.texts.text_of("chrome.do.grapple", who=foe.name),
            do.Grapple(who=combatant.id, target=foe.id),
        )


def _machines(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Gear, and the systems that are being hacked. Source: CHR-29g, CHR-29h, CHR-70."""
    text_of = context.texts.text_of
    for system, clock in hacking.clocks(context).items():
        if clock not in ("", hacking.LOCKED, hacking.OPEN):
            yield text_of("chrome.do.hack", system=system), do.Hack(who=combatant.id, system=system)
    yield text_of("chrome.do.activate"), do.Activate(who=combatant.id)


def _haunts(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """What a Presence can do of itself; the rest answers others' rolls. Source: CHR-60."""
    text_of = context.texts.text_of
    known = bolstering.abilities(context, combatant)
    if bolstering.DISTRACT in known:
        team = character.team(combatant)
        for other in context.state.combatants.values():
            if character.team(other) != team and not character.is_out(other):
                yield (
                    text_of("chrome.do.distract", who=other.name),
                    do.Haunt(who=combatant.id, target=other.id),
                )
    for ability in known:
        if ability not in (bolstering.DISTRACT, bolstering.SOOTHE, bolstering.BOLSTER):
            yield (
                ability_name(context, ability),
                do.Haunt(who=combatant.id, ability=ability, text=ability_name(context, ability)),
            )


def free(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what costs nothing in the own turn. Source: CHR-28, CHR-29m, CHR-29n."""
    text_of = context.texts.text_of
    if character.is_presence(combatant):
        return
    if not combatant.has("in_cover"):
        yield text_of("chrome.do.take_cover"), do.TakeCover(who=combatant.id)
    for item in combatant.items if character.is_operator(combatant) else ():
        is_held = item.key == combatant.memo_text("held")
        if item.kind == "weapon" and not is_held and not gear.is_dropped(combatant, item.key):
            yield (
                text_of("chrome.do.hold", weapon=item.name),
                do.Hold(who=combatant.id, weapon=item.key),
            )
    gutless = combatant.condition("gutless")
    if gutless is not None and not gutless.count:
        yield text_of("chrome.do.engage"), do.Engage(who=combatant.id)


def by_the_way(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what is no action: a turn that is over, what the game master decides, leaving the fight."""
    text_of = context.texts.text_of
    if action_budget.is_running(context):
        yield text_of("chrome.do.wait"), do.Wait(who=combatant.id)
    if character.is_operator(combatant) and character.is_awake(combatant):
        yield text_of("chrome.do.panic_check"), do.PanicCheck(who=(combatant.id,))
        yield text_of("chrome.do.panic_later"), do.PanicCheck(who=(combatant.id,), later=True)
        burn = min(BURNED, character.conviction_now(combatant))
        if burn and context.switch("chrome.burn"):
            yield text_of("chrome.do.burn", amount=burn), do.Burn(who=combatant.id, amount=burn)
        yield text_of("chrome.do.stress"), do.Stress(who=(combatant.id,), amount=1)
    if character.is_cold(combatant):
        yield text_of("chrome.do.wake"), do.Wake(who=combatant.id)
    if not character.is_dead(combatant):
        yield text_of("chrome.do.locate"), do.Locate(who=combatant.id)
        yield text_of("chrome.do.kill"), do.Kill(who=combatant.id)
    if "left" in combatant.flags:
        yield text_of("chrome.do.return"), Flag(who=(combatant.id,), flag="left", on=False)
    else:
        yield text_of("chrome.do.leave"), do.Leave(who=combatant.id)
