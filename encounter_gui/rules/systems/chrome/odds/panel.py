"""The odds panel of CHROME: exact odds of what is on the bench, in words, bars and faces of the d100."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Literal

from msgspec.structs import replace

from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.presenters.words.odds import OddsWords
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.attack_form import fields as form_fields
from encounter_gui.rules.systems.chrome.attack_form.weapon_words import effect_name
from encounter_gui.rules.systems.chrome.checks import bolstering
from encounter_gui.rules.systems.chrome.harm import wounds
from encounter_gui.rules.systems.chrome.odds.attack import (
    CHAIN,
    StrikeOdds,
    by_rank,
    success,
)
from encounter_gui.rules.systems.chrome.odds.face_grid import face_grid
from encounter_gui.rules.systems.chrome.odds.health_bars import health_bars
from encounter_gui.rules.systems.chrome.odds.repeated import LaterRow, Row, row_of
from encounter_gui.rules.systems.chrome.odds.threats import (
    Back,
    Threat,
    roll_of,
    threat_of,
)
from encounter_gui.rules.systems.chrome.rules.rolls import PLACES
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.systems.chrome.sheet.check_plan import D100Plan, gm_edge
from encounter_gui.rules.view import (
    Comparison,
    FaceGrid,
    HeadlineNumber,
    LaterMeasures,
    LaterWithin,
    Measures,
    NotedNumber,
    Odds,
    OddsChart,
    Option,
    Outcomes,
    PlaceOdds,
    Share,
    Within,
)

_SOON = 3
"""Of how many such attacks a figure speaks."""


def odds(context: RulesContext, command: Command) -> Odds | None:
    """Returns the exact odds of a command; None for one without an attack."""
    threat = threat_of(context, command)
    if threat is None:
        return None
    row = cache(partial(_row, context, command, threat))  # once, for whatever comes later
    return Odds(
        title=OddsWords(context).text(f"title.{_title(threat)}", count=threat.attacks),
        headline_numbers=tuple(_figures(context, threat, row)),
        charts=tuple(_exhibits(context, command, threat, row)),
        remark=" ".join(_remarks(context, threat)),
        places=_places(context, threat),
        landing=threat.odds.hit,
        noted=tuple(_noted(threat)),
    )


def measures(context: RulesContext, command: Command) -> Measures | None:
    """Returns what one attack is compared by: Health lost, out within 1, 2 … of it. Source: CHR-36 to CHR-46."""
    threat = threat_of(context, command)
    if threat is None:
        return None
    odds = threat.odds
    if threat.kind == "special":
        return Measures(hit=odds.hit)
    return LaterMeasures(
        hit=odds.hit,
        hurt=1.0 - float(odds.loss[0]) if odds.loss.size > 1 else None,
        out=odds.out,
        damage=sum(lost * float(chance) for lost, chance in enumerate(odds.loss)),
        work=lambda: _row(context, command, threat).within,
    )


def _row(context: RulesContext, command: Command, threat: Threat) -> Row:
    """Returns what such attacks in a row come to; a special ability does nothing to Health."""
    return Row((), ()) if threat.kind == "special" else row_of(context, command, threat)


def _title(threat: Threat) -> str:
    if threat.kind in ("throw", "special"):
        return threat.kind
    return "attacks" if threat.attacks > 1 else "attack"


def _figures(context: RulesContext, threat: Threat, row: LaterRow) -> Iterator[HeadlineNumber]:
    """The large odds, in the order in which they are asked for: at most five."""
    match threat.kind:
        case "special":
            yield _save_number(context, threat)
            yield _fails(context, threat)
            yield _panic(context, threat)
        case "enemy" if threat.defence == "counter" and threat.back:
            yield _takes(context, threat)
            yield from _strikes_back(context, threat.back)
            yield _panic(context, threat)
            yield _out(context, threat)
        case "enemy":
            yield _save_number(context, threat)
            yield _takes(context, threat)
            yield _critical(context, threat)
            yield _panic(context, threat)
            yield _out(context, threat)
        case _:
            yield _hit(context, threat)
            yield _critical(context, threat)
            yield _out(context, threat)
            if threat.strike.target.panics:
                yield _panic(context, threat)
            yield _out_soon(context, row)


def _hit(context: RulesContext, threat: Threat) -> HeadlineNumber:
    """That damage reaches the target: the check succeeds, and the Save of an Operator does not."""
    words, test = OddsWords(context), threat.test
    damage = threat.odds.hits[0].damage
    takes = words.text("takes", damage=damage)
    return words.number(
        "hit",
        "hit",
        threat.odds.hit,
        note=takes,
        tip="\n".join(
            each
            for each in (
                words.text("hit.tip"),
                form_fields.sum_text(context, test) if test else "",
            )
            if each
        ),
    )


def _takes(context: RulesContext, threat: Threat) -> HeadlineNumber:
    """That the target takes damage, and how much a plain hit is."""
    words = OddsWords(context)
    blows = sorted({blow.damage for blow in threat.odds.hits})
    damage = "–".join(str(each) for each in dict.fromkeys((blows[0], blows[-1])))
    note = words.text("soaked", tier=threat.tier, soak=threat.soak)
    return words.number("hit", "takes_label", threat.odds.hit, note=note, damage=damage)


def _save_number(context: RulesContext, threat: Threat) -> HeadlineNumber:
    words, save = OddsWords(context), threat.save
    key = "under" if save else "no_save"
    return words.number(
        "saved", "saved", threat.odds.saved, note=words.text(key, target=save.target if save else 0)
    )


def _fails(context: RulesContext, threat: Threat) -> HeadlineNumber:
    """That a Save against a special ability fails, with the Stress it costs."""
    words, strike = OddsWords(context), threat.strike
    amount = strike.stress + (strike.save.plain_stress if strike.save else 0)
    return words.number("hit", "fails", threat.odds.hit, note=words.text("stress", amount=amount))


def _critical(context: RulesContext, threat: Threat) -> HeadlineNumber:
    """A critical hit, and what it does besides."""
    words = OddsWords(context)
    effects = [effect_name(context, each) for each in threat.effects]
    doubled = max((each.damage for each in threat.odds.hits if each.is_doubled), default=0)
    if doubled and not effects:
        effects = [words.text("takes", damage=doubled)]
    return words.number("critical", "critical", threat.odds.critical, note=", ".join(effects))


def _panic(context: RulesContext, threat: Threat) -> HeadlineNumber:
    words, left = OddsWords(context), threat.strike.target.conviction
    return words.number(
        "panic", "panic", threat.odds.panic, note=words.text("conviction", left=left)
    )


def _out(context: RulesContext, threat: Threat) -> HeadlineNumber:
    words = OddsWords(context)
    return words.number(
        "out.1",
        "out",
        threat.odds.out,
        note=words.text("to_zero", left=threat.strike.target.health),
        tip=words.text("dead", percent=_percent(threat.odds.dead)),
    )


def _noted(threat: Threat) -> Iterator[NotedNumber]:
    """Yields what a tip says in words: that the target is dead at once."""
    if threat.kind != "special":
        yield NotedNumber(id="dead.1", probability=threat.odds.dead)


def _out_soon(context: RulesContext, row: LaterRow) -> HeadlineNumber:
    words = OddsWords(context)
    return words.later(
        f"out.{_SOON}",
        "out_in",
        lambda: row().within[_SOON - 1],
        note=words.text("as_this"),
        count=_SOON,
    )


def _strikes_back(context: RulesContext, back: Back) -> Iterator[HeadlineNumber]:
    """The counter-attack, if it is still made, and that it ends the attacker. Source: CHR-42."""
    words = OddsWords(context)
    yield words.number(
        "counter.hit",
        "strikes_back",
        back.chance * back.odds.hit,
        note=words.text("takes", damage=back.plan.applied(is_critical=False)),
    )
    yield words.number(
        "counter.out", "ends_it", back.chance * back.odds.out, note=back.plan.weapon.name
    )


def _exhibits(
    context: RulesContext, command: Command, threat: Threat, row: LaterRow
) -> Iterator[OddsChart]:
    """The exhibits in order of importance; what does not fit is spoken only."""
    if threat.kind == "special":
        yield from _grid(context, threat)
        return
    if threat.test is None:
        yield health_bars(context, threat, row)
        yield from _grid(context, threat)
        yield from _by_defence(context, command, threat)
        yield from _by_edge(context, command, threat, "save_edge")
        yield _within(context, row)
        return
    yield _outcomes(context, threat)
    yield from _by_edge(context, command, threat, "edge")
    yield from _grid(context, threat)
    yield health_bars(context, threat, row)
    yield _within(context, row)


def _outcomes(context: RulesContext, threat: Threat) -> Outcomes:
    """Everything that can come of the attacker's check, and of the Save where one is made."""
    result, words = threat.odds, OddsWords(context)
    plain = sum(blow.chance for blow in result.hits if not blow.is_doubled)
    doubled = sum(blow.chance for blow in result.hits if blow.is_doubled)
    saved = (words.share("saved", "saved", result.saved, "weak"),) if threat.save else ()
    missed = words.text("thrown_wide" if threat.kind == "throw" else "missed")
    fumbled = "goes_off" if threat.kind == "throw" else "complication"
    return Outcomes(
        id="outcome",
        title=words.text("outcome"),
        shares=(
            words.share("critical", "critical_hit", doubled, "strong"),
            words.share("hit", "plain_hit", plain, "good"),
            *saved,
            Share(id="missed", text=missed, probability=result.missed, look="none"),
            words.share("fumbled", fumbled, result.fumbled, "bad"),
        ),
    )


def _by_edge(
    context: RulesContext, command: Command, threat: Threat, key: Literal["edge", "save_edge"]
) -> Iterator[Comparison]:
    """The same with Advantage, with neither, and with Disadvantage, on the check or on the Save. Source: CHR-16."""
    test = threat.save if key == "save_edge" else threat.test
    chosen = getattr(command, key, None)  # whoever is thrown at has no word on the Save
    if test is None or chosen is None or not isinstance(command, do.Attack | do.Throw):
        return
    words = OddsWords(context)
    edges = [edge for edge, _ in form_fields.EDGES]
    chances = [_succeeds(context, test, int(edge)) for edge in edges]
    missing = 1.0 - success(threat.odds.save) if threat.odds.save and key == "edge" else 1.0
    yield Comparison(
        id="hit_by_edge" if key == "edge" else "saved_by_edge",
        title=words.text("by_edge" if key == "edge" else "save_by_edge"),
        key=key,
        options=tuple(
            Option(key=edge, text=words.text(f"edge.{name}")) for edge, name in form_fields.EDGES
        ),
        probabilities=tuple(chance * missing for chance in chances),
        chosen=edges.index(str(chosen)),
    )


def _succeeds(context: RulesContext, test: D100Plan, edge: int) -> float:
    """The chance of a success with another word of the game master's on Advantage. Source: CHR-16."""
    others = tuple(
        modifier
        for modifier in test.edges
        if modifier.rule != form_fields.RULE_OF_GM or modifier.key
    )
    roll = roll_of(replace(test, edges=(*others, *gm_edge(context, edge))))
    return success(by_rank(roll)) if roll else 0.0


def _by_defence(context: RulesContext, command: Command, threat: Threat) -> Iterator[Comparison]:
    """The chance to stay unhurt with the Save, and without. Source: CHR-41, CHR-42."""
    if not isinstance(command, do.Attack) or threat.back is None:
        return
    ways: dict[do.Defence, StrikeOdds] = {
        "save": threat.back.saved,
        "counter": threat.back.accepted,
        "waive": threat.back.accepted,
    }
    words = OddsWords(context)
    yield Comparison(
        id="unhurt_by_defence",
        title=words.text("unhurt"),
        key="defence",
        options=tuple(Option(key=way, text=words.text(f"defence.{way}")) for way in ways),
        probabilities=tuple(_unhurt(each) for each in ways.values()),
        chosen=[str(way) for way in ways].index(threat.defence),
    )


def _unhurt(odds: StrikeOdds) -> float:
    return float(odds.loss[0]) if odds.loss.size > 1 else 0.0


def _within(context: RulesContext, row: LaterRow) -> Within:
    words = OddsWords(context)
    return LaterWithin(
        id="out",
        title=words.text("within", most=CHAIN),
        work=lambda: row().within,
        most=CHAIN,
        note=words.text("within.note"),
    )


def _grid(context: RulesContext, threat: Threat) -> Iterator[FaceGrid]:
    """Every face of the d100 that is rolled first: of the check, the Save, or the counter-attack."""
    kind, test = "check", threat.test
    if test is None:
        kind, test = "save", threat.save
    if threat.defence == "counter" and threat.back is not None and threat.test is None:
        kind, test = "check", threat.back.plan.test
    if test is None:
        return
    yield face_grid(context, test, kind)


def _remarks(context: RulesContext, threat: Threat) -> Iterator[str]:
    """What else there is to know: striking back instead, what a Sever takes, and what is left out."""
    words, back = OddsWords(context), threat.back
    if back is not None and threat.defence == "save":
        yield words.text(
            "remark.counter",
            damage=threat.odds.hits[0].damage,
            percent=_percent(back.chance * back.odds.hit),
            back=back.plan.applied(is_critical=False),
        )
    if threat.odds.sever:
        yield words.text("remark.sever", **_sever_chances(context, threat))
    if threat.strike.target.panics:
        for presence in bolstering.helpers(context, threat.target, bolstering.SOOTHE)[:1]:
            yield words.text("remark.soothe", who=presence.name)


def _sever_chances(context: RulesContext, threat: Threat) -> dict[str, int]:
    """Of ten rolls for the place, how many take a limb, and how many the head. Source: CHR-54."""
    limbs = sum(
        _comes_off(threat, each.key) * len(each.rolls) for each in context.ruleset.locations
    )
    return {"limbs": limbs - threat.strike.target.head, "head": threat.strike.target.head}


def _comes_off(threat: Threat, place: str) -> bool:
    """Returns whether a Sever at this place takes something. Source: CHR-54."""
    if place == wounds.HEAD:
        return character.may_lose_head(threat.target)
    lost = character.marks(threat.target, character.SEVERED)
    return place in character.LIMBS and place not in lost


def _places(context: RulesContext, threat: Threat) -> tuple[PlaceOdds, ...]:
    """How likely the place of a Sever is rolled here, and takes something. Source: CHR-49, CHR-54."""
    if not threat.odds.sever:
        return ()
    return tuple(
        PlaceOdds(
            key=each.key,
            hit=threat.odds.sever * len(each.rolls) / PLACES,
            wound=threat.odds.sever * len(each.rolls) / PLACES
            if _comes_off(threat, each.key)
            else 0.0,
        )
        for each in context.ruleset.locations
    )


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"
