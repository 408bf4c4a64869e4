"""The odds panel of the CWN system: exact odds of what is on the bench, in words and bars."""

from collections.abc import Callable, Iterator
from functools import cache

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.text_format import names_of, percent
from encounter_gui.rules.presenters.words.odds import OddsWords
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.combat import screen_effects, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import mode_of, weapon_in
from encounter_gui.rules.systems.cwn.odds.attack import HarmOdds, How, Way, past_chance
from encounter_gui.rules.systems.cwn.odds.repeated import CHAIN
from encounter_gui.rules.systems.cwn.odds.threats import Threat, threat_of
from encounter_gui.rules.systems.cwn.rules.strike import Strike
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, scene_uses
from encounter_gui.rules.view import (
    HeadlineNumber,
    LaterMeasures,
    LaterWithin,
    Measures,
    Odds,
    Outcomes,
    Share,
    ShareLook,
    Spread,
    SpreadPart,
    Threshold,
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
    words = OddsWords(context)
    title = words.text(f"title.{threat.kind}", count=threat.attacks)
    if threat.harm is None:
        own_id = "on_point" if threat.kind == "throw" else "flashed"
        note = _save_note(context, threat)
        number = words.number(own_id, threat.kind, threat.chance, note=note)
        return Odds(title=title, headline_numbers=(number,))
    harm, within = threat.harm, cache(threat.within)  # once, for whatever comes later
    return Odds(
        title=title,
        headline_numbers=tuple(_figures(context, threat, harm, within)),
        charts=(
            _outcomes(context, harm),
            _spread(context, harm, threat.target),
            LaterWithin(
                id=_fate(threat),
                title=words.text("within", most=CHAIN),
                work=within,
                most=CHAIN,
                note=words.text("within.note"),
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
    return LaterMeasures(
        hit=1.0 - (1.0 - harm.hit) ** threat.attacks,
        hurt=1.0 - spared**threat.attacks if threat.attacks == 1 or not soak else None,
        out=threat.down(),
        damage=harm.mean * threat.attacks,
        work=threat.within,
    )


def _figures(
    context: RulesContext, threat: Threat, harm: HarmOdds, within: Callable[[], tuple[float, ...]]
) -> Iterator[HeadlineNumber]:
    words, strike = OddsWords(context), threat.strike
    yield words.number(
        "hit",
        "hit" if strike else "caught",
        harm.hit,
        note=words.text("on_d20", least=needed_face(strike))
        if strike
        else _save_note(context, threat),
        tip=words.text("hit.tip" if strike else "caught.tip"),
    )
    yield words.number("trauma", "trauma", harm.trauma, note=_trauma_note(context, strike))
    fate = _fate(threat)
    lies = fate == "dead"
    yield words.number(
        f"{fate}.1",
        "dies" if lies else "down",
        threat.down(),
        note=_down_note(context, threat, lies=lies),
        tip=words.text("mean", mean=f"{harm.mean:.1f}"),
    )
    yield words.later(
        f"{fate}.{_SOON}",
        "down_in",
        lambda: within()[_SOON - 1],
        note=words.text("as_this"),
        count=_SOON,
    )


def _fate(threat: Threat) -> str:
    """Returns the id of what is looked at: that the target is out, or of who lies there that it is dead."""
    lies = threat.target is not None and character.is_down(threat.target)
    return "dead" if lies else "out"


def _down_note(context: RulesContext, threat: Threat, *, lies: bool) -> str:
    words = OddsWords(context)
    if threat.attacks > 1:
        return words.text("all", count=threat.attacks)
    if lies or threat.target is None:
        return words.text("of_any")
    return words.text("to_zero", left=character.hp_now(threat.target))


def _save_note(context: RulesContext, threat: Threat) -> str:
    return OddsWords(context).text("save", target=threat.needs) if threat.needs else ""


def needed_face(strike: Strike) -> int:
    """Returns the least face of the d20 that hits: never 1, always 20. Source: CWN-25."""
    return min(max(strike.armor_class - strike.bonus, 2), 20)


def _trauma_note(context: RulesContext, strike: Strike | None) -> str:
    """What the Trauma Die must show; empty where none is rolled, or the die is not known."""
    if strike is None:
        return ""
    if strike.trauma is None:
        return OddsWords(context).text("no_trauma")
    least = strike.trauma_target - strike.trauma_plus - strike.trauma.flat
    return f"d{strike.trauma.sides} ≥ {max(least, 1)}"


def _outcomes(context: RulesContext, harm: HarmOdds) -> Outcomes:
    """Everything that can come of it: each way, and whether the target still stands."""
    words = OddsWords(context)
    shares = [
        words.share("missed", "missed", harm.missed, "none"),
        *(share for way in harm.ways for share in _shares(context, harm, way)),
    ]
    return Outcomes(
        id="outcome",
        title=words.text("outcome"),
        shares=tuple(share for share in shares if share.probability > 0),
    )


def _shares(context: RulesContext, harm: HarmOdds, way: Way) -> tuple[Share, ...]:
    down = way.at_least(harm.points)
    words, look = OddsWords(context), _LOOKS[way.how]
    return (
        words.share(f"{way.how}.stands", f"{way.how}.stands", max(way.chance - down, 0.0), look),
        words.share(f"{way.how}.down", f"{way.how}.down", down, look),
    )


def _spread(context: RulesContext, harm: HarmOdds, target: Combatant | None) -> Spread:
    """Damage before soak, made of its ways; no damage at all has no bar and stands aside."""
    words = OddsWords(context)
    soak = character.soak_now(target) if target else 0
    marks = []
    if soak:
        marks.append(Threshold(value=soak, text=words.text("soak", soak=soak), level=0))
    if target is not None and not character.is_down(target):
        text = words.text("zero", points=harm.points)
        marks.append(Threshold(value=harm.points, text=text, level=5))
    return Spread(
        id="damage",
        title=words.text("spread"),
        unit=words.text("damage"),
        lowest=1,
        probabilities=tuple(harm.damage[1:].tolist()),
        thresholds=tuple(marks),
        mean=harm.mean,
        parts=tuple(
            SpreadPart(
                id=way.how,
                name=words.text(way.how),
                look=_LOOKS[way.how],
                probabilities=tuple(way.damage[1:].tolist()),
            )
            for way in harm.ways
        ),
        aside=words.share("0", "no_damage", float(harm.damage[0]), "none"),
    )


def _remark(context: RulesContext, command: Command, threat: Threat) -> str:
    """Returns what the odds leave out: luck, defence and screens that may come between."""
    if threat.target is None or not isinstance(command, do.Attack):
        return ""
    return " ".join(_between(context, command, threat.target))


def _between(context: RulesContext, command: do.Attack, target: Combatant) -> Iterator[str]:
    words, attacker = OddsWords(context), context.combatant(command.who)
    yield from _screens(context, command, target)
    if _is_left(target, "veterans_luck"):
        yield words.text("remark.luck", who=target.name)
    elif character.is_somebody(target) and action_budget.has_instant_main(context, target):
        yield words.text("remark.defend", who=target.name)
    if _is_left(attacker, "veterans_luck"):
        yield words.text("remark.own_luck", who=attacker.name)


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
    key = "remark.screens" if len(combatants) == 1 else "remark.screen"
    names = names_of(combatants)
    yield OddsWords(context).text(key, who=names, target=target.name, percent=percent(chance))


def _is_left(combatant: Combatant, trait: str) -> bool:
    return bool(gear.rank(combatant, trait)) and not scene_uses.uses(combatant, trait)
