"""The odds panel of the CWN system: exact odds of what is on the bench, in words and bars."""

from collections.abc import Iterator

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.text_format import percent
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.combat import screen_effects, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import Strike, mode_of, weapon_in
from encounter_gui.rules.systems.cwn.odds.attack import CHAIN, HarmOdds, How, Way, past_chance
from encounter_gui.rules.systems.cwn.odds.threats import Threat, threat_of
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, scene_uses
from encounter_gui.rules.view import (
    HeadlineNumber,
    Measures,
    Odds,
    Outcomes,
    Share,
    ShareLook,
    Spread,
    SpreadPart,
    Threshold,
    Within,
)

_LOOKS: dict[How, ShareLook] = {
    "shock": "weak",
    "saved": "weak",
    "hit": "good",
    "traumatic": "strong",
}
_SOON = 3
"""Of how many such actions the last figure speaks."""


def odds(context: RulesContext, command: Command) -> Odds | None:
    """Returns the exact odds of a command; None for one without an attack."""
    threat = threat_of(context, command)
    if threat is None:
        return None
    texts = context.texts
    title = texts.text_of(f"cwn.odds.title.{threat.kind}", count=threat.attacks)
    if threat.harm is None:
        label = texts.text_of(f"cwn.odds.{threat.kind}")
        number = HeadlineNumber(
            label=label,
            probability=threat.chance,
            note=_save_note(context, threat),
            tip=texts.text_of(f"cwn.odds.{threat.kind}.tip"),
        )
        return Odds(title=title, headline_numbers=(number,))
    harm = threat.harm
    return Odds(
        title=title,
        headline_numbers=tuple(_figures(context, threat, harm)),
        charts=(
            _outcomes(context, harm),
            _spread(context, harm, threat.target),
            Within(
                title=texts.text_of("cwn.odds.within", most=CHAIN),
                chances=threat.within,
                note=texts.text_of("cwn.odds.within.note"),
            ),
        ),
        remark=_remark(context, command, threat),
    )


def measures(context: RulesContext, command: Command) -> Measures | None:
    """Returns what an action is compared by: down within 1, 2 … of it, past soak and hit points.

    Source: CWN-36a, CWN-36b.
    """
    threat = threat_of(context, command)
    if threat is None:
        return None
    harm = threat.harm
    if harm is None:
        return Measures(hit=threat.chance)
    soak = character.soak_now(threat.target) if threat.target else 0
    spared = float(harm.damage[: soak + 1].sum())
    return Measures(
        hit=1.0 - (1.0 - harm.hit) ** threat.attacks,
        hurt=1.0 - spared**threat.attacks if threat.attacks == 1 or not soak else None,
        out=threat.within[0],
        damage=harm.mean * threat.attacks,
        within=threat.within,
    )


def _figures(context: RulesContext, threat: Threat, harm: HarmOdds) -> Iterator[HeadlineNumber]:
    texts, strike, target = context.texts, threat.strike, threat.target
    yield HeadlineNumber(
        label=texts.text_of("cwn.odds.hit" if strike else "cwn.odds.caught"),
        probability=harm.hit,
        note=texts.text_of("cwn.odds.on_d20", least=needed_face(strike))
        if strike
        else _save_note(context, threat),
        tip=texts.text_of("cwn.odds.hit.tip" if strike else "cwn.odds.caught.tip"),
    )
    yield HeadlineNumber(
        label=texts.text_of("cwn.odds.trauma"),
        probability=harm.trauma,
        note=_trauma_note(context, strike),
        tip=texts.text_of("cwn.odds.trauma.tip"),
    )
    lies = target is not None and character.is_down(target)
    yield HeadlineNumber(
        label=texts.text_of("cwn.odds.dies" if lies else "cwn.odds.down"),
        probability=threat.within[0],
        note=_down_note(context, threat, lies=lies),
        tip=texts.text_of("cwn.odds.mean", mean=f"{harm.mean:.1f}"),
    )
    yield HeadlineNumber(
        label=texts.text_of("cwn.odds.down_in", count=_SOON),
        probability=threat.within[_SOON - 1],
        note=texts.text_of("cwn.odds.as_this"),
        tip=texts.text_of("cwn.odds.down_in.tip"),
    )


def _down_note(context: RulesContext, threat: Threat, *, lies: bool) -> str:
    texts = context.texts
    if threat.attacks > 1:
        return texts.text_of("cwn.odds.all", count=threat.attacks)
    if lies or threat.target is None:
        return texts.text_of("cwn.odds.of_any")
    return texts.text_of("cwn.odds.to_zero", left=character.hp_now(threat.target))


def _save_note(context: RulesContext, threat: Threat) -> str:
    return context.texts.text_of("cwn.odds.save", target=threat.needs) if threat.needs else ""


def needed_face(strike: Strike) -> int:
    """Returns the least face of the d20 that hits: never 1, always 20. Source: CWN-25."""
    return min(max(strike.armor_class - strike.bonus, 2), 20)


def _trauma_note(context: RulesContext, strike: Strike | None) -> str:
    """What the Trauma Die must show; empty where none is rolled, or the die is not known."""
    if strike is None:
        return ""
    if strike.trauma is None:
        return context.texts.text_of("cwn.odds.no_trauma")
    least = strike.trauma_target - strike.trauma_plus - strike.trauma.flat
    return f"d{strike.trauma.sides} ≥ {max(least, 1)}"


def _outcomes(context: RulesContext, harm: HarmOdds) -> Outcomes:
    """Everything that can come of it: each way, and whether the target still stands."""
    texts = context.texts
    shares = [
        Share(text=texts.text_of("cwn.odds.missed"), probability=harm.missed, look="none"),
        *(share for way in harm.ways for share in _shares(context, harm, way)),
    ]
    return Outcomes(
        title=texts.text_of("cwn.odds.outcome"),
        shares=tuple(share for share in shares if share.probability > 0),
    )


def _shares(context: RulesContext, harm: HarmOdds, way: Way) -> tuple[Share, ...]:
    down = way.at_least(harm.points)
    text_of, look = context.texts.text_of, _LOOKS[way.how]
    return (
        Share(
            text=text_of(f"cwn.odds.{way.how}.stands"),
            probability=max(way.chance - down, 0.0),
            look=look,
        ),
        Share(text=text_of(f"cwn.odds.{way.how}.down"), probability=down, look=look),
    )


def _spread(context: RulesContext, harm: HarmOdds, target: Combatant | None) -> Spread:
    """Damage before soak, made of its ways; no damage at all has no bar and stands aside."""
    texts = context.texts
    soak = character.soak_now(target) if target else 0
    marks = []
    if soak:
        marks.append(Threshold(value=soak, text=texts.text_of("cwn.odds.soak", soak=soak), level=0))
    if target is not None and not character.is_down(target):
        text = texts.text_of("cwn.odds.zero", points=harm.points)
        marks.append(Threshold(value=harm.points, text=text, level=5))
    return Spread(
        title=texts.text_of("cwn.odds.spread"),
        unit=texts.text_of("cwn.odds.damage"),
        lowest=1,
        probabilities=tuple(harm.damage[1:].tolist()),
        thresholds=tuple(marks),
        mean=harm.mean,
        parts=tuple(
            SpreadPart(
                name=texts.text_of(f"cwn.odds.{way.how}"),
                look=_LOOKS[way.how],
                probabilities=tuple(way.damage[1:].tolist()),
            )
            for way in harm.ways
        ),
        aside=Share(
            text=texts.text_of("cwn.odds.no_damage"),
            probability=float(harm.damage[0]),
            look="none",
        ),
    )


def _remark(context: RulesContext, command: Command, threat: Threat) -> str:
    """Returns what the odds leave out: luck, defence and screens that may come between."""
    if threat.target is None or not isinstance(command, do.Attack):
        return ""
    return " ".join(_between(context, command, threat.target))


def _between(context: RulesContext, command: do.Attack, target: Combatant) -> Iterator[str]:
    texts, attacker = context.texts, context.combatant(command.who)
    yield from _screens(context, command, target)
    if _is_left(target, "veterans_luck"):
        yield texts.text_of("cwn.odds.remark.luck", who=target.name)
    elif character.is_somebody(target) and action_budget.has_instant_main(context, target):
        yield texts.text_of("cwn.odds.remark.defend", who=target.name)
    if _is_left(attacker, "veterans_luck"):
        yield texts.text_of("cwn.odds.remark.own_luck", who=attacker.name)


def _screens(context: RulesContext, command: do.Attack, target: Combatant) -> Iterator[str]:
    """The odds are those of an attack that has got past. Source: CWN-40."""
    attacker = context.combatant(command.who)
    weapon = weapon_in(attacker, command.weapon)
    is_shot = mode_of(weapon, command.mode) in to_hit.SHOTS
    combatants = screen_effects.facing(context, attacker, target.id, is_shot=is_shot)
    if not combatants:
        return
    bonuses = (screen_effects.screener_bonus(context, combatant) for combatant in combatants)
    chance = past_chance(screen_effects.attacker_bonus(context, attacker, weapon), *bonuses)
    key = "cwn.odds.remark.screens" if len(combatants) == 1 else "cwn.odds.remark.screen"
    names = ", ".join(combatant.name for combatant in combatants)
    yield context.texts.text_of(key, who=names, target=target.name, percent=percent(chance))


def _is_left(combatant: Combatant, trait: str) -> bool:
    return bool(gear.rank(combatant, trait)) and not scene_uses.uses(combatant, trait)
