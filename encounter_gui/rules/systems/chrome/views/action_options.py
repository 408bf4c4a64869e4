"""What else somebody may do now, with what it costs. Source: CHR-28, CHR-29d to CHR-29n, CHR-31, CHR-60."""

from collections.abc import Iterator
from functools import partial

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun, Offered
from encounter_gui.rules.engine.field.sight import closest_first
from encounter_gui.rules.model.items import ammo_gauge, number
from encounter_gui.rules.presenters.words.offers import leaving, offered
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.actions import hacking
from encounter_gui.rules.systems.chrome.checks import bolstering
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear, stride
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
    if not action_budget.can_act(context, combatant):
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
    offer, who = partial(offered, context), combatant.id
    reach = stride.room(context, combatant)
    if reach:
        yield offer("move", do.Move(who=who, metres=reach), metres=reach)
        yield offer("move_to_cover", do.Move(who=who, metres=reach, cover=True), metres=reach)
    if character.is_operator(combatant):
        yield from _for_others(context, combatant)
        yield from _consumables(context, combatant)
        yield from _grapples(context, combatant)
        yield from _machines(context, combatant)


def _on_one_self(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    offer, who = partial(offered, context), combatant.id
    if combatant.has("prone"):
        yield offer("stand_up", do.StandUp(who=who))
    yield from _grapples_to_break(context, combatant)
    if combatant.has("ablaze"):
        yield offer("extinguish", do.Extinguish(who=who))


def _grapples_to_break(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Breaking free, of each who holds the combatant. Source: CHR-48."""
    offer, who = partial(offered, context), combatant.id
    holders = others(combatant, GRAPPLED)
    if len(holders) < 2:
        if combatant.has(GRAPPLED):
            yield offer("break_free", do.BreakFree(who=who))
        return
    for holder in context.combatants(holders):
        yield offer("break_free_of", do.BreakFree(who=who, by=holder.id), who=holder.name)


def _weapons(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """What is loaded, cleared or picked up. Source: CHR-29d, CHR-40."""
    offer, who = partial(offered, context), combatant.id
    for key in gear.troubled_keys(combatant, gear.DROPPED):
        yield offer("pick_up", do.PickUp(who=who, weapon=key), weapon=_name(combatant, key))
    for key in gear.troubled_keys(combatant, gear.JAM):
        yield offer("clear_jam", do.ClearJam(who=who, weapon=key), weapon=_name(combatant, key))
    for item in combatant.items:
        most = number(item.values.get("magazine"))
        if item.kind == "weapon" and most and combatant.gauges.get(ammo_gauge(item.key), 0) < most:
            yield offer("reload", do.Reload(who=who, weapon=item.key), weapon=item.name)


def _name(combatant: Combatant, key: str) -> str:
    item = combatant.item(key)
    return item.name if item else key


def _for_others(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """First aid, fires of others, Conviction for those who need it. Source: CHR-29l, CHR-38, CHR-54, CHR-67."""
    offer, who = partial(offered, context), combatant.id
    for other in _near(context, combatant):
        if not character.is_dead(other) and character.marks(other, character.BLEEDING):
            yield offer("first_aid", do.FirstAid(who=who, patient=other.id), patient=other.name)
        if other.id != who and other.has("ablaze"):
            yield offer("extinguish_other", do.Extinguish(who=who, target=other.id), who=other.name)
    for other in _in_need(context, combatant):
        yield offer(
            "lend", do.Lend(who=who, target=other.id, amount=LENT), amount=LENT, who=other.name
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
    """Grappling the first enemy, on the plan the nearest; another is named in the command field.

    Source: CHR-29f, CHR-48.
    """
    offer, who = partial(offered, context), combatant.id
    team = character.team(combatant)
    everybody = context.state.combatants
    foes = (
        each.id
        for each in everybody.values()
        if character.team(each) != team and not character.is_out(each)
    )
    foe = next(
        (everybody[each] for each in closest_first(context.state, who, foes)),
        None,
    )
    if foe is not None and not combatant.has("grappling"):
        yield offer("grapple", do.Grapple(who=who, target=foe.id), who=foe.name)


def _machines(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Gear, and the systems that are being hacked. Source: CHR-29g, CHR-29h, CHR-70."""
    offer, who = partial(offered, context), combatant.id
    for system, clock in hacking.clocks(context).items():
        if clock not in ("", hacking.LOCKED, hacking.OPEN):
            yield offer("hack", do.Hack(who=who, system=system), system=system)
    yield offer("activate", do.Activate(who=who))


def _haunts(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """What a Presence can do of itself; the rest answers others' rolls. Source: CHR-60."""
    offer, who = partial(offered, context), combatant.id
    known = bolstering.abilities(context, combatant)
    if bolstering.DISTRACT in known:
        team = character.team(combatant)
        for other in context.state.combatants.values():
            if character.team(other) != team and not character.is_out(other):
                yield offer("distract", do.Haunt(who=who, target=other.id), who=other.name)
    for ability in known:
        if ability not in (bolstering.DISTRACT, bolstering.SOOTHE, bolstering.BOLSTER):
            yield (
                ability_name(context, ability),
                do.Haunt(who=who, ability=ability, text=ability_name(context, ability)),
            )


def free(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what costs nothing in the own turn. Source: CHR-28, CHR-29m, CHR-29n."""
    offer, who = partial(offered, context), combatant.id
    if character.is_presence(combatant):
        return
    if not combatant.has("in_cover"):
        yield offer("take_cover", do.TakeCover(who=who))
    for item in combatant.items if character.is_operator(combatant) else ():
        is_held = item.key == combatant.memo_text("held")
        if item.kind == "weapon" and not is_held and not gear.is_dropped(combatant, item.key):
            yield offer("hold", do.Hold(who=who, weapon=item.key), weapon=item.name)
    gutless = combatant.condition("gutless")
    if gutless is not None and not gutless.count:
        yield offer("engage", do.Engage(who=who))


def by_the_way(context: RulesContext, combatant: Combatant) -> Iterator[Offered]:
    """Yields what is no action: a turn that is over, what the game master decides, leaving the fight."""
    offer, who = partial(offered, context), combatant.id
    if action_budget.is_running(context):
        yield offer("wait", do.Wait(who=who))
    if context.state.stage == "between" and character.is_operator(combatant):
        party = (each for each in character.operators(context) if not character.is_dead(each))
        mine = (each.id for each in party if character.team(each) == character.team(combatant))
        yield offer("rest", do.Rest(who=who))
        yield offer("downtime", do.Downtime(who=tuple(mine)))
    if character.is_operator(combatant) and character.is_awake(combatant):
        yield offer("panic_check", do.PanicCheck(who=(who,)))
        yield offer("panic_later", do.PanicCheck(who=(who,), later=True))
        burn = min(BURNED, character.conviction_now(combatant))
        if burn and context.switch("chrome.burn"):
            yield offer("burn", do.Burn(who=who, amount=burn), amount=burn)
        yield offer("stress", do.Stress(who=(who,), amount=1))
    if character.is_cold(combatant):
        yield offer("wake", do.Wake(who=who))
    if not character.is_dead(combatant):
        yield offer("locate", do.Locate(who=who))
        yield offer("kill", do.Kill(who=who))
    yield leaving(context, combatant, do.Leave(who=who))
