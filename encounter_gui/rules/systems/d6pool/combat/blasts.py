"""Throws and explosions at the table. Source: D6P-32, D6P-38 to D6P-41."""

from typing import Any

from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Play, Rule
from encounter_gui.rules.engine.reading.table import TablePlay, at_table, rolled_at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.systems.d6pool import obligations
from encounter_gui.rules.systems.d6pool.combat import attack_plan, landing, strike, strike_text
from encounter_gui.rules.systems.d6pool.commands import Blast, Caught, Throw
from encounter_gui.rules.systems.d6pool.rules import harm
from encounter_gui.rules.systems.d6pool.rules import strike as rules
from encounter_gui.rules.systems.d6pool.rules.fighter import Fighter
from encounter_gui.rules.systems.d6pool.rules.strike import Blow
from encounter_gui.rules.systems.d6pool.sheet import gear
from encounter_gui.rules.systems.d6pool.turns import action_budget


def throw(resolution: Resolution, command: Throw) -> Rolling[Message]:
    """Throws an explosive at a point; a miss scatters. Source: D6P-38, D6P-39."""
    view = resolution.view
    thrower = action_budget.require_action(view, command.who)
    explosive = attack_plan.explosive_in(thrower, command.weapon)
    band = attack_plan.band_of(
        command.metres, command.band, explosive.ranges, weapon=explosive.name
    )
    require_throw(view, thrower, explosive)
    aim = landing.aim_of(view, command)
    strike.spend_hero(resolution, thrower, explosive.skill, wanted=command.hero)
    plan = attack_plan.throw_plan(view, command, explosive, band)
    using = explosive.key, "thrown"
    strike.spend_attack(resolution, thrower, using, rounds=1, uses_aim=thrower.has("aimed"))
    play = TablePlay(resolution)
    off = yield from rolled_at_table(play, rules.throw, plan, {"who": thrower.id})
    resolution.record(*obligations.forgotten_events(resolution.combatant(thrower.id)))
    metres, direction = int(off.metres), int(off.direction)
    there = aim and landing.comes_down(thrower.place, aim, metres, direction)
    owed = obligations.NEXT_VICTIM.of(thrower.id, by=thrower.id)
    values = {"weapon": explosive.key, **obligations.landing_values(there)}
    resolution.owe(replace(owed, values=values), is_effect=False)
    resolution.fact("throw", thrower.id, None, **play.noted)
    if there is not None:
        x, y = (metres_text(round(each, 1)) for each in there.point)
        resolution.reason("d6pool.why.comes_down", "D6P-39", x=x, y=y)
    return say(
        f"d6pool.log.throw_{'scattered' if metres else 'landed'}",
        who=thrower.name,
        weapon=explosive.name,
        total=int(str(play.noted["total"])),
        dn=int(str(play.noted["dn"])),
        metres=metres,
        direction=play.text(f"d6pool.direction.{direction}"),
    )


def require_throw(context: RulesContext, thrower: Combatant, explosive: gear.Explosive) -> None:
    """Checks whether a combatant may throw this now. Source: D6P-17, D6P-21, D6P-38.

    Raises:
        RuleError: not in hand, drawn this turn, none left, or an attack was made already.
    """
    names = {"who": thrower.name, "weapon": explosive.name}
    if explosive.key not in gear.in_hands(thrower):
        raise refuse("d6pool.not_in_hand", rule="D6P-21", **names)
    if thrower.has("drawn"):
        raise refuse("d6pool.no_attack_after_draw", rule="D6P-21", **names)
    if thrower.gauges.get(explosive.ammo, 0) < 1:
        raise refuse("d6pool.none_left", rule="D6P-38", **names)
    if action_budget.attacks_made(context, thrower):
        raise refuse("d6pool.no_attack_left", rule="D6P-17", who=thrower.name, limit=1)


def blast(resolution: Resolution, command: Blast) -> Rolling[Message]:
    """Strikes everybody in a blast, each with rolls of its own. Source: D6P-32, D6P-40, D6P-41."""
    view = resolution.view
    explosive = exploding(view, command)
    landing.centre_of(
        view, command
    )  # a point beside the plan is refused, whether or not it is needed
    _require_targets(view, command, explosive)
    blows: dict[CombatantId, Blow] = {}
    for caught in command.targets:
        blow = yield from _strike(resolution, command.who, explosive, caught)
        if blow is not None:
            blows[caught.target] = blow

    def take_all(play: Play, *targets: Fighter) -> Rule[None]:
        for target, blow in zip(targets, blows.values(), strict=True):
            yield from harm.take(play, target, blow)

    people: dict[str, CombatantId] = {who: who for who in blows}
    yield from at_table(TablePlay(resolution), Fighter, take_all, people)
    if command.who is not None and command.more:
        struck = tuple(each.target for each in command.targets)
        resolution.record(*obligations.struck_events(resolution.context.state, command.who, struck))
    elif command.who is not None:
        resolution.record(*obligations.gone_off(resolution.context.state, command.who))
    results = resolution.text or view.texts.text_of("d6pool.blast.over")
    return say("d6pool.log.blast", weapon=explosive.name, results=results)


class _TellingLater(TablePlay):
    """Tells the arithmetic of a strike when all of it is rolled, below the line that says against whom it was."""

    def __init__(self, resolution: Resolution) -> None:
        super().__init__(resolution)
        self._told: list[tuple[str, str, dict[str, Any]]] = []

    @override
    def reason(self, key: str, rule: str, **params: Any) -> None:
        self._told.append((key, rule, params))

    def tell(self) -> None:
        """Tells what has waited."""
        for key, rule, params in self._told:
            super().reason(key, rule, **params)


def _strike(
    resolution: Resolution, who: CombatantId | None, explosive: gear.Explosive, caught: Caught
) -> Rolling[Blow | None]:
    """Rolls against one target of a blast and returns what it has come to; None: the target is outside."""
    view = resolution.view
    target = view.combatant(caught.target)
    plan = attack_plan.blast_strike(view, explosive, caught)
    if plan is None:
        resolution.add_text("d6pool.blast.outside", target=target.name)
        return None
    play = _TellingLater(resolution)
    people = {"who": who, "target": target.id, rules.VICTIM: target.id}
    blow = yield from rolled_at_table(play, rules.strike, plan, people)
    strike.spend_dodge(resolution, target.id, plan.dodge)
    resolution.fact("blast", who, target.id, **play.noted)
    resolution.reason("d6pool.why.target", who=target.name)
    play.tell()
    resolution.add_message(strike_text.result_of("d6pool.blast", target, blow, play.noted))
    return blow


def _require_targets(context: RulesContext, command: Blast, explosive: gear.Explosive) -> None:
    """Checks the targets of a blast before a die is rolled. Source: D6P-31, D6P-32, D6P-40.

    Raises:
        RuleError: somebody in it is not there, is named twice, was struck by it before, or cannot dodge with so many
            dice.
    """
    seen: set[CombatantId] = set()
    for caught in command.targets:
        target = context.known_combatant(caught.target)
        if target.id in seen:
            raise refuse("d6pool.caught_twice", rule="D6P-40", who=target.name)
        seen.add(target.id)
        _require_one_strike(context, command.who, target)
        if caught.dodge and context.switch("d6pool.grenadeAlwaysHits"):
            raise refuse("d6pool.no_dodge_in_blast", rule="D6P-41", who=target.name)
        plan = attack_plan.blast_strike(context, explosive, caught)
        if plan is not None and plan.dodge:
            strike.require_dodge(context, target, plan.dodge)


def _require_one_strike(
    context: RulesContext, thrower: CombatantId | None, target: Combatant
) -> None:
    """Lets one explosive strike everybody in its blast once. Source: D6P-40.

    Raises:
        RuleError: it has struck this one already.
    """
    if thrower is not None and target.id in obligations.struck_by(context.state, thrower):
        raise refuse("d6pool.caught_twice", rule="D6P-40", who=target.name)


def exploding(context: RulesContext, command: Blast) -> gear.Explosive:
    """Returns what goes off. Source: D6P-40, D6P-41.

    Raises:
        RuleError: there is no such explosive, or its thrower has none in the air.
    """
    if command.who is not None:
        thrower = context.active_combatant(command.who)
        weapon = obligations.weapon_in_air(context.state, thrower.id)
        if not weapon:
            raise refuse("d6pool.nothing_in_air", rule="D6P-40", who=thrower.name)
        return attack_plan.explosive_in(thrower, weapon)
    if not command.weapon:
        raise refuse("d6pool.choose_explosive", rule="D6P-41")
    item = context.ruleset.item(command.weapon)
    if item is None or item.kind != "explosive":
        raise refuse("d6pool.no_such_explosive", rule="D6P-41", weapon=command.weapon)
    return gear.explosive_of(item.copy())
