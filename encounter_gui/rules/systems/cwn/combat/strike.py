"""How one attack on one target is rolled, and what it does. Source: CWN-25."""

from collections.abc import Generator
from dataclasses import dataclass, replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Value
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.modifiers import sum_text
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.combat import melee, reactions, screen_effects, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import (
    Occasion,
    Strike,
    mode_of,
    strike_at,
    weapon_in,
)
from encounter_gui.rules.systems.cwn.commands import Attack
from encounter_gui.rules.systems.cwn.harm.falling import Harm, Hurt, fate_words, hurt
from encounter_gui.rules.systems.cwn.sheet.action_budget import FIRST_SHOCK


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """How one attack went, before it takes effect.

    ``rolled`` is the damage roll with everything added; ``damage`` what arrives at the soak pool. ``trauma`` is the
    Trauma Die with its bonus; None: not rolled. ``events`` have happened on the way: Instants, screens.
    """

    who: CombatantId
    target: CombatantId
    strike: Strike
    die: int
    is_hit: bool
    trauma: int | None = None
    is_traumatic: bool = False
    rolled: int = 0
    damage: int = 0
    events: tuple[ev.Event, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def harm(self) -> Harm:
        """What the target suffers."""
        return Harm(
            target=self.target,
            amount=self.damage,
            is_lethal=self.strike.is_lethal,
            is_traumatic=self.is_traumatic,
        )


def struck_at(
    scene: Scene, command: Attack, target: CombatantId, how: Occasion
) -> Generator[Ask, Answer, Struck]:
    """Rolls one attack in the order of the rules, whoever it meets in the end. Source: CWN-25, CWN-40."""
    one = scene.one(command.who)
    weapon = weapon_in(one, command.weapon)
    mode = mode_of(weapon, command.mode)
    is_shot = mode in to_hit.SHOTS
    passed = yield from screen_effects.challenged(
        scene, one, scene.one(target), weapon, is_shot=is_shot
    )
    met = _after(scene, passed.events)
    strike = strike_at(met, command, met.one(passed.target), how=how)
    die = yield from rolls.one("attack", command.who, 20)
    shown = yield from reactions.settled(
        met, command.who, passed.target, strike, die, is_shot=is_shot
    )
    met_in_melee = (
        melee.joined(shown.scene.state, shown.scene.one(command.who), met.one(passed.target))
        if mode == "melee"
        else ()
    )
    struck = Struck(
        who=command.who,
        target=passed.target,
        strike=shown.strike,
        die=shown.die,
        is_hit=shown.is_hit,
        events=(*passed.events, *shown.events, *met_in_melee),
        reasons=(*passed.reasons, *shown.reasons),
    )
    return (yield from _damaged(struck) if struck.is_hit else _missed(struck))


def _damaged(struck: Struck) -> Generator[Ask, Answer, Struck]:
    """Trauma Die and damage together; swarm, Trauma, Shock and the least in this order. Source: CWN-25 steps 4 to 8."""
    strike, who = struck.strike, struck.who
    trauma_dice, damage_dice = _requests(strike, who)
    totals = yield from rolls.together(*trauma_dice, *damage_dice)
    trauma = None
    if strike.trauma is not None:
        face = totals[0] if trauma_dice else 0
        trauma = face + strike.trauma.flat + strike.trauma_plus
    faces = totals[-1] if damage_dice else 0
    is_traumatic = trauma is not None and bool(
        mechanics.is_traumatic(trauma, 0, strike.trauma_target)
    )
    plain = faces + strike.damage_flat
    rolled = int(mechanics.swarm_damage(plain, strike.swarm, strike.damage_most))
    damage = mechanics.hit_damage(rolled, is_traumatic, strike.rating, strike.shock, strike.least)
    return replace(
        struck,
        trauma=trauma,
        is_traumatic=is_traumatic,
        rolled=rolled,
        damage=int(mechanics.at_least(damage, 0)),
    )


def _requests(
    strike: Strike, who: CombatantId
) -> tuple[tuple[RollRequest, ...], tuple[RollRequest, ...]]:
    trauma: tuple[RollRequest, ...] = ()
    damage: tuple[RollRequest, ...] = ()
    if strike.trauma is not None and strike.trauma.count:
        trauma = (rolls.request("trauma", who, strike.trauma.sides, strike.trauma.count),)
    if strike.damage.count:
        damage = (rolls.request("damage", who, strike.damage.sides, strike.damage.count),)
    return trauma, damage


def _missed(struck: Struck) -> Generator[Ask, Answer, Struck]:
    """Shock, or what a master's fists do on a miss if that is more. Source: CWN-25 step 7, CWN-45j."""
    strike = struck.strike
    graze = (yield from rolls.dice("graze", struck.who, strike.graze)) if strike.graze else 0
    events = struck.events
    if strike.is_shock_ignored:
        events = (*events, ev.GaugeSet(who=struck.target, gauge=FIRST_SHOCK, to=1))
    return replace(struck, damage=max(strike.shock, graze), rolled=graze, events=events)


def took_effect(scene: Scene, struck: Struck) -> Generator[Ask, Answer, tuple[ev.Event, ...]]:
    """Lets an attack that was rolled take effect, and returns all its events, the fact of it first. Source: CWN-25."""
    outcome = yield from hurt(scene, struck.harm)
    return (fact_of(struck, outcome), *outcome.events)


def fact_of(struck: Struck, outcome: Hurt) -> ev.Resolved:
    """Returns the fact of an attack, for the log, reports and expectations."""
    strike = struck.strike
    values: dict[str, Value] = {
        "die": struck.die,
        "bonus": strike.bonus,
        "total": struck.die + strike.bonus,
        "ac": strike.armor_class,
        "hit": struck.is_hit,
        "shock": strike.shock,
        "damage": struck.damage,
        "soaked": outcome.soaked,
        "lost": outcome.lost,
        "fate": outcome.fate,
    }
    if outcome.injury:
        values["injury"] = outcome.injury
    if struck.is_hit:
        values |= {"rolled": struck.rolled, "traumatic": struck.is_traumatic}
    if struck.trauma is not None:
        values |= {"trauma": struck.trauma, "trauma_target": strike.trauma_target}
    return ev.Resolved(what="attack", who=struck.who, target=struck.target, values=values)


def kind_of(struck: Struck) -> str:
    """Returns how an attack went: missed, shock, hit or traumatic."""
    if struck.is_hit:
        return "traumatic" if struck.is_traumatic else "hit"
    return "shock" if struck.damage else "missed"


def result_of(scene: Scene, prefix: str, struck: Struck, fact: ev.Resolved) -> Message:
    """Returns how an attack went in words."""
    values = fact.values
    fate = str(values.get("fate", ""))
    return say(
        f"{prefix}_{kind_of(struck)}",
        who=scene.one(struck.who).name,
        target=scene.one(struck.target).name,
        total=struck.die + struck.strike.bonus,
        ac=struck.strike.armor_class,
        damage=struck.damage,
        soaked=int(values.get("soaked", 0)),  # type: ignore[arg-type]  # a number, as made above
        lost=int(values.get("lost", 0)),  # type: ignore[arg-type]  # as above
        fate=fate_words(scene, fate, str(values.get("injury", ""))),
    )


def why(scene: Scene, struck: Struck) -> tuple[Reason, ...]:
    """Returns the arithmetic of an attack, line by line. Source: CWN-25."""
    strike = struck.strike
    key = "cwn.why.hit" if struck.is_hit else "cwn.why.miss"
    lines = [
        *struck.reasons,
        Reason(
            text=say(
                key,
                die=struck.die,
                parts=strike.hit_text,
                total=struck.die + strike.bonus,
                ac=strike.armor_class,
            ),
            rule="CWN-25",
        ),
    ]
    lines += _harm_reasons(scene, struck) if struck.is_hit else _miss_reasons(struck)
    return tuple(lines)


def _harm_reasons(scene: Scene, struck: Struck) -> list[Reason]:
    strike, lines = struck.strike, []
    if struck.trauma is not None:
        key = "cwn.why.traumatic" if struck.is_traumatic else "cwn.why.no_trauma"
        text = say(key, trauma=struck.trauma, target=strike.trauma_target, rating=strike.rating)
        lines.append(Reason(text=text, rule="CWN-08"))
    plus = f" + {sum_text(strike.damage_plus)}" if strike.damage_plus else ""
    swarm = scene.words.word("cwn.why.swarm_damage", swarm=strike.swarm) if strike.swarm else ""
    text = say(
        "cwn.why.damage",
        dice=f"{strike.damage.text}{plus}{swarm}",
        rolled=struck.rolled,
        damage=struck.damage,
    )
    lines.append(Reason(text=text, rule="CWN-39" if strike.swarm else "CWN-25"))
    if strike.shock and struck.damage == strike.shock:
        lines.append(Reason(text=say("cwn.why.shock_floor", shock=strike.shock), rule="CWN-25"))
    return lines


def _miss_reasons(struck: Struck) -> list[Reason]:
    strike = struck.strike
    if strike.is_shock_ignored:
        return [Reason(text=say("cwn.why.shock_ignored"), rule="CWN-45q")]
    if not strike.shock:
        return []
    text = say("cwn.why.shock", parts=sum_text(strike.shock_parts), shock=strike.shock)
    return [Reason(text=text, rule="CWN-25")]


def _after(scene: Scene, events: tuple[ev.Event, ...]) -> Scene:
    return replace(scene, state=fold(scene.state, events))
