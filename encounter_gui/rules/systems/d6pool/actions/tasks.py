"""Tasks, opposed tasks and drawing a weapon. Source: D6P-08 to D6P-11, D6P-21, D6P-22, D6P-25."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine import checks
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.checks import Check, CheckPlan, RankName
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, game_master
from encounter_gui.rules.engine.reading.table import TablePlay
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import items
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.combat.attack_plan import has_hero, no_weapon
from encounter_gui.rules.systems.d6pool.combat.strike import spend_hero
from encounter_gui.rules.systems.d6pool.rules import costs
from encounter_gui.rules.systems.d6pool.rules.playing import record
from encounter_gui.rules.systems.d6pool.rules.strike import tell_pool
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.sheet.character import Pool
from encounter_gui.rules.systems.d6pool.turns import action_budget


def plan_of(key: str, who: CombatantId, pool: Pool, dn: int | None = None) -> CheckPlan:
    """Returns a test with the dice of a pool. Source: D6P-09."""
    return CheckPlan(
        key=key, who=who, parts=pool.modifiers, dice=pool.dice, target=dn, parts_make="dice"
    )


def rank(plan: CheckPlan, shown: tuple[int, ...]) -> tuple[int, RankName]:
    """Returns the total of a test and whether it reaches its difficulty number. Source: D6P-09."""
    rolled = sum(shown)
    is_done = mechanics.succeeds(rolled, plan.target or 0, plan.dice)
    return rolled, "success" if is_done else "failure"


def task(resolution: Resolution, command: do.Task) -> Rolling[Message]:
    """Rolls an attribute or skill against a difficulty number: one action. Source: D6P-09, D6P-10, D6P-25."""
    view = resolution.view
    combatant = _require_attempt(view, command.who, "task")
    view.require_fields(command.skill)
    pool = task_pool(view, combatant, command, command.skill)
    spend_hero(resolution, combatant, command.skill, wanted=command.hero)
    plan = plan_of("task", combatant.id, pool, command.dn)
    action_budget.remember_roll(resolution, combatant.id, "task")
    action_budget.spend(resolution, combatant.id, "task")
    check = yield from checks.roll(resolution, plan, rank)
    _record(resolution, "task", check, success=check.is_success)
    tell_pool(TablePlay(resolution), pool, "D6P-09")
    return say(
        f"d6pool.log.task_{'done' if check.is_success else 'failed'}",
        who=combatant.name,
        skill=pool.modifiers[0].name,
        total=check.total,
        dn=command.dn,
    )


def _record(resolution: Resolution, what: str, check: Check[CheckPlan], **passed: bool) -> None:
    plan = check.plan
    values = {"dice": plan.dice, "dn": plan.target or 0, "total": check.total, **passed}
    values |= plan.part_values
    resolution.record(ev.Resolved(what=what, who=plan.who, values=values))


def oppose(resolution: Resolution, command: do.Oppose) -> Rolling[Message]:
    """Rolls two combatants against each other until one total is higher: one action. Source: D6P-11, D6P-25."""
    view = resolution.view
    combatant, target = _opponents(view, command)
    theirs = command.target_skill or command.skill
    answering = _answering_pool(view, target, theirs)
    pools = (task_pool(view, combatant, command, command.skill), answering)
    names = {"who": combatant.name, "target": target.name}
    if not any(pool.dice for pool in pools):
        raise refuse("d6pool.nothing_to_oppose", rule="D6P-11", **names)
    spend_hero(resolution, combatant, command.skill, wanted=command.hero)
    action_budget.remember_roll(resolution, combatant.id, "task")
    action_budget.spend(resolution, combatant.id, "task")
    first, second = yield from checks.roll_opposed(
        resolution,
        plan_of("task", combatant.id, pools[0]),
        plan_of("opposed", target.id, pools[1]),
        rank,
        again=lambda one, other: one.total == other.total,
    )
    is_won = bool(mechanics.beats(first.total, second.total))
    total, other = first.total, second.total
    values = {"total": total, "other": other, "won": is_won, **first.plan.part_values}
    resolution.fact("opposed", combatant.id, target.id, **values)
    for pool in pools:
        tell_pool(TablePlay(resolution), pool, "D6P-11")
    key = f"d6pool.log.opposed_{'won' if is_won else 'lost'}"
    return say(key, **names, skill=pools[0].modifiers[0].name, total=total, other=other)


def _answering_pool(context: RulesContext, target: Combatant, key: str) -> Pool:
    """Returns the dice of who is opposed: none of the unconscious and the dead. Source: D6P-11, D6P-43, D6P-44."""
    level = character.skill_part(context, target, key)
    out = [each for each in character.derived_keys(target) if each in ("unconscious", "dead")]
    if not out:
        return _with_hindrance(context, target, 0, level)
    known = context.ruleset.condition(out[0])
    lost = Modifier(name=known.name if known else out[0], amount=-level.amount, rule="D6P-43")
    return Pool(modifiers=(level, lost))


def _opponents(context: RulesContext, command: do.Oppose) -> tuple[Combatant, Combatant]:
    combatant = _require_attempt(context, command.who, "task")
    target = context.known_combatant(command.target)
    context.require_fields(command.skill, command.target_skill or command.skill)
    return combatant, target


def task_pool(
    context: RulesContext,
    combatant: Combatant,
    command: do.Task | do.Oppose | do.FirstAid,
    key: str,
) -> Pool:
    """Returns the dice of who tries something with an attribute or skill. Source: D6P-09, D6P-18, D6P-42."""
    hero = has_hero(combatant, key, wanted=command.hero)
    level = character.skill_part(context, combatant, key, hero=hero)
    return _with_hindrance(context, combatant, command.gm, level)


def _with_hindrance(
    context: RulesContext, combatant: Combatant, gm: int, *modifiers: Modifier
) -> Pool:
    """Returns these dice with what hinders any action, and the game master's own."""
    hindering = character.effects(context, combatant, "action")
    return Pool(modifiers=(*modifiers, *hindering, *game_master(context, gm, "D6P-28")))


def _require_attempt(context: RulesContext, who: CombatantId, action: str) -> Combatant:
    combatant = action_budget.require(context, who, action)
    if combatant.gauges.get("attacks"):
        raise refuse("d6pool.action_spent", rule="D6P-17", who=combatant.name)
    if combatant.gauges.get("drew") and action_budget.COSTS.of(context, action) == "action":
        raise refuse("d6pool.half_left", rule="D6P-21", who=combatant.name)
    return combatant


# ---- weapons into the hand


def draw(resolution: Resolution, command: do.Draw) -> Message:
    """Draws a weapon: half an action, and 1 die less on attacks of this turn. Source: D6P-21."""
    combatant = action_budget.require(resolution.view, command.who, "draw")
    item = _drawable(combatant, command.weapon)
    _require_paid(resolution.view, combatant, item)
    who = combatant.id
    resolution.record(ev.MemoSet(who=who, key="held", value=item.key))
    action_budget.spend(resolution, who, "draw")
    action_budget.add_for_turn(resolution, who, "drawn")
    is_half = bool(resolution.combatant(who).gauges.get("drew"))
    if is_half and (combatant.gauges.get("attacks") or not _leaves_an_attack(item)):
        record(resolution, costs.spend, who, "action")
    resolution.reason("d6pool.why.drew", "D6P-21")
    return say("d6pool.log.drew", who=combatant.name, weapon=item.name)


def _require_paid(context: RulesContext, combatant: Combatant, item: Item) -> None:
    """Lets a weapon be drawn only while what that costs reaches every attack of the turn. Source: D6P-21.

    Raises:
        RuleError: an attack was made without the die that drawing takes off, or with what allows none in such a turn.
    """
    is_free = action_budget.COSTS.of(context, "draw") == "free"
    if is_free or not combatant.gauges.get("attacks_turn"):
        return
    if not combatant.has("drawn") or not _leaves_an_attack(item):
        raise refuse("d6pool.draw_first", rule="D6P-21", who=combatant.name, weapon=item.name)


def _leaves_an_attack(item: Item) -> bool:
    if item.kind == "explosive":
        return False
    return any(mode in ("SA", "FA") for mode in gear.weapon_of(item).modes)


def _drawable(combatant: Combatant, weapon: str) -> Item:
    item = next((each for each in combatant.items if each.key == weapon), None)
    if item is None or item.kind == "armor":
        raise no_weapon(combatant, weapon)
    if item.key in gear.in_hands(combatant):
        raise refuse("d6pool.in_hand", rule="D6P-21", who=combatant.name, weapon=item.name)
    if combatant.gauges.get("drew"):
        raise refuse("d6pool.drew_already", rule="D6P-21", who=combatant.name)
    return item


def fast_draw(resolution: Resolution, command: do.FastDraw) -> Rolling[Message]:
    """Draws at no cost, or loses the whole turn; the weapon is out either way. Source: D6P-22, D6P-08."""
    view = resolution.view
    combatant = action_budget.require_action(view, command.who)
    item = _drawable(combatant, command.weapon)
    if combatant.gauges.get("attacks"):
        raise refuse("d6pool.fast_draw_first", rule="D6P-22", who=combatant.name)
    spend_hero(resolution, combatant, "dexterity", wanted=command.hero)
    pool, dn = _fast_draw_pool(view, combatant, command), view.number(mechanics.FAST_DRAW_DN)
    plan = plan_of("fast_draw", combatant.id, pool, dn)
    check = yield from checks.roll(resolution, plan, rank)
    resolution.record(ev.MemoSet(who=combatant.id, key="held", value=item.key))
    _record(resolution, "fast_draw", check, drawn=check.is_success)
    action_budget.remember_roll(resolution, combatant.id, "fast_draw")
    if not check.is_success:
        action_budget.add_for_turn(resolution, combatant.id, "fast_draw_failed")
        record(resolution, costs.spend, combatant.id, "turn")
    tell_pool(TablePlay(resolution), pool, "D6P-22")
    key = "d6pool.log.fast_drew" if check.is_success else "d6pool.log.fast_draw_failed"
    return say(key, who=combatant.name, weapon=item.name, total=check.total, dn=dn)


def _fast_draw_pool(context: RulesContext, combatant: Combatant, command: do.FastDraw) -> Pool:
    """Returns the dice of a fast draw: Dexterity and reflexes, less what hinders any action. Source: D6P-22, D6P-08."""
    hero = has_hero(combatant, "dexterity", wanted=command.hero)
    parts = [character.skill_part(context, combatant, "dexterity", hero=hero)]
    reflex = items.number(combatant.sheet.get("reflex"))
    if reflex:
        name = context.texts.text_of("d6pool.reflex")
        parts.append(Modifier(name=name, amount=reflex, rule="D6P-08"))
    return _with_hindrance(context, combatant, command.gm, *parts)
