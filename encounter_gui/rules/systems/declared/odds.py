"""The odds panel of a declared game: exact odds of the attack on the bench, and of several in a row."""

from functools import lru_cache
from typing import cast

import numpy as np

from encounter_gui.core.errors import AppError
from encounter_gui.dice.exact import GridTooLarge
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.plans import plan_table
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Play
from encounter_gui.rules.engine.reading.chain import Chain
from encounter_gui.rules.engine.reading.fields import ValueStore
from encounter_gui.rules.engine.reading.rows import Reading, Weighed
from encounter_gui.rules.engine.reading.spread import Spread as Exact
from encounter_gui.rules.engine.reading.spread import known_spread
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.games.declared_game import HEALTH
from encounter_gui.rules.presenters.words.odds import OddsWords
from encounter_gui.rules.systems.declared import combat, rules, sheet
from encounter_gui.rules.systems.declared import commands as do
from encounter_gui.rules.systems.declared.fighter import Fighter
from encounter_gui.rules.systems.declared.rules import Blow, Strike
from encounter_gui.rules.systems.declared.variants import Strikes, bare
from encounter_gui.rules.view import LaterMeasures, LaterWithin, Measures, Odds, Spread, Threshold

CHAIN = 10
"""How many attacks in a row the chance to be down is given for."""


def odds(context: RulesContext, command: Command) -> Odds | None:
    """Returns the exact odds of an attack; None for any other command, and for one that cannot be made."""
    found = _weighed(context, command)
    if found is None or not isinstance(command, do.Attack):
        return None
    (plan, exact, target), words = found, OddsWords(context)
    hit = exact.chance(exact.of["is_hit"])
    harmed = exact.chance(exact.of["is_hit"] & (exact.of["harm"] > 0))
    left = target.gauges.get(HEALTH, 0)
    return Odds(
        title=words.text("title"),
        headline_numbers=(
            words.number("hit", "hit", hit),
            words.number("harm", "harm", harmed),
            words.number(
                "out.1",
                "down",
                down_chance(plan, exact, target),
                note=words.text("left", left=left),
            ),
        ),
        charts=(
            LaterWithin(
                id="out",
                title=words.text("within", most=CHAIN),
                work=lambda: within(context, command),
                note_of=lambda: words.text("within.note"),
                most=CHAIN,
            ),
            _spread(words, plan, exact, left),
        ),
    )


def measures(context: RulesContext, command: Command) -> Measures | None:
    """Returns what an attack is compared by; None for any other command."""
    found = _weighed(context, command)
    if found is None or not isinstance(command, do.Attack):
        return None
    plan, exact, target = found
    is_hit, harm = exact.of["is_hit"], exact.of["harm"]
    return LaterMeasures(
        hit=exact.chance(is_hit),
        hurt=exact.chance(is_hit & (harm > 0)),
        out=down_chance(plan, exact, target),
        damage=float(exact.p @ (harm * is_hit)),
        work=lambda: within(context, command),
    )


def _weighed(context: RulesContext, command: Command) -> tuple[Strike, Exact, Combatant] | None:
    """Returns what an attack is rolled with, its outcomes and its target; None: it cannot be made, or is too large."""
    if not isinstance(command, do.Attack):
        return None
    try:
        plan = combat.known_plan(context, command)[2]
        return plan, known_spread(rules.strike, bare(plan)), context.combatant(command.target)
    except (AppError, KeyError, GridTooLarge):
        return None


def down_chance(plan: Strike, exact: Exact, target: Combatant) -> float:
    """Returns the chance that a target is down after an attack: the rule itself says what the attack does."""
    gauges = target.gauges.get(HEALTH, 0)
    fighter = Fighter(ValueStore(gauges=gauges, until=0, is_in=not sheet.is_out(target)))
    if plan.lowers != plan.main:
        return float(sheet.is_down(target))
    blow = Blow(**exact.of)
    rules.take(fighter, plan, blow.harm * blow.is_hit)
    return exact.chance(~np.broadcast_to(np.asarray(fighter.is_in, bool), exact.p.shape))


def _spread(words: OddsWords, plan: Strike, exact: Exact, left: int) -> Spread:
    """Returns the distribution of the harm of a hit; where none can hit, of nothing."""
    is_hit = exact.of["is_hit"]
    least, weights = exact.weights("harm", is_hit)
    chances = np.concatenate((np.zeros(least), weights)) if weights.size else np.ones(1)
    chances = chances / chances.sum()
    is_main = plan.lowers == plan.main and 0 < left < chances.size
    marks = [Threshold(value=1, text="", level=0)]
    if is_main:
        marks.append(Threshold(value=left, text=words.text("out"), level=5))
    return Spread(
        id="damage_if_hit",
        title=words.text("spread"),
        unit=words.text("harm_unit"),
        lowest=0,
        probabilities=tuple(chances.tolist()),
        thresholds=tuple(marks),
        mean=float(chances @ np.arange(chances.size)),
    )


@lru_cache(16)
def within(context: RulesContext, command: do.Attack) -> tuple[float, ...]:
    """Returns the chances that a target is down within 1, 2 … such attacks, as many a round as a turn has.

    What one attack puts on its target the next finds there, as long as it lasts.
    """
    members = (context.combatant(command.who), context.combatant(command.target))
    strikes = Strikes(context, members, command)
    blows = plan_table(rules.strike, strikes.shape, strikes.plan)
    play = Play(context)
    chain = Chain(
        Reading(body=Fighter, rolls=Weighed(), said=play),
        {
            name: tuple(each.read(context, one) for one in members)
            for name, each in Fighter.fields().items()
        },
    )
    now, left = max(play.round, 1), sheet.attacks_left(context, members[0])
    each_turn = sheet.turns_of(context.ruleset).attacks
    left = left or each_turn
    found: list[float] = []
    kinds = strikes.kinds.of
    while len(found) < CHAIN:
        play.begin_round(now)
        for _ in range(left):
            standing = chain.columns["is_in"][:, 1].astype(bool)
            me, target = (cast("Fighter", chain.body(who)) for who in (0, 1))
            if standing.any():
                modes = (strikes.mode(each, now)[standing] for each in (me, target))
                own, theirs = modes
                plans = blows.plans(
                    np.full(own.size, kinds[0]), own, np.full(own.size, kinds[1]), theirs
                )
                chain.apply(rules.attack, plans, where=standing)
            found.append(1.0 - chain.chance("is_in", 1))
        now, left = now + 1, each_turn
        chain.expire("turn")
    return tuple(found[:CHAIN])
