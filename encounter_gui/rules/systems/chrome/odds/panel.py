"""The odds panel of CHROME: exact odds of what is on the bench, in words, bars and faces of the d100."""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.attack_form import fields as form_fields
from encounter_gui.rules.systems.chrome.attack_form.weapon_words import effect_name
from encounter_gui.rules.systems.chrome.harm import wounds
from encounter_gui.rules.systems.chrome.odds import repeated
from encounter_gui.rules.systems.chrome.odds.attack import (
    CHAIN,
    PLACES,
    Ranks,
    StrikeOdds,
    by_rank,
    faces,
    health_after,
    success,
)
from encounter_gui.rules.systems.chrome.odds.threats import (
    Back,
    Threat,
    can_lose_head,
    roll_of,
    threat_of,
)
from encounter_gui.rules.systems.chrome.sheet import bolstering, character
from encounter_gui.rules.systems.chrome.sheet.check_plan import D100Plan, gm_edge
from encounter_gui.rules.view import (
    Bars,
    Comparison,
    FaceGrid,
    HeadlineNumber,
    Measures,
    Odds,
    OddsChart,
    Option,
    Outcomes,
    PlaceOdds,
    Share,
    ShareLook,
    Within,
)

_SOON = 3
"""Of how many such attacks a figure speaks."""

_MOST_ROWS = 6
"""The bars of Health left are no more than this; the lowest are then one."""

_LOOKS: tuple[ShareLook, ...] = ("bad", "none", "good", "strong")
_RANK_WORDS = ("critical_failure", "failure", "success", "critical_success")


def odds(context: RulesContext, command: Command) -> Odds | None:
    """Returns the exact odds of a command; None for one without an attack."""
    threat = threat_of(context, command)
    if threat is None:
        return None
    return Odds(
        title=context.texts.text_of(f"chrome.odds.title.{_title(threat)}", count=threat.attacks),
        headline_numbers=tuple(_figures(context, command, threat)),
        charts=tuple(_exhibits(context, command, threat)),
        remark=" ".join(_remarks(context, threat)),
        places=_places(context, threat),
        landing=threat.odds.hit,
    )


def measures(context: RulesContext, command: Command) -> Measures | None:
    """Returns what one attack is compared by: Health lost, out within 1, 2 … of it. Source: CHR-36 to CHR-46."""
    threat = threat_of(context, command)
    if threat is None:
        return None
    odds = threat.odds
    if threat.kind == "special":
        return Measures(hit=odds.hit)
    return Measures(
        hit=odds.hit,
        hurt=1.0 - float(odds.loss[0]) if odds.loss.size > 1 else None,
        out=odds.out,
        damage=sum(lost * float(chance) for lost, chance in enumerate(odds.loss)),
        within=repeated.within_of(context, command, threat),
    )


def _title(threat: Threat) -> str:
    if threat.kind in ("throw", "special"):
        return threat.kind
    return "attacks" if threat.attacks > 1 else "attack"


def _figures(context: RulesContext, command: Command, threat: Threat) -> Iterator[HeadlineNumber]:
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
            yield _out_soon(context, command, threat)


def _hit(context: RulesContext, threat: Threat) -> HeadlineNumber:
    """That damage reaches the target: the check succeeds, and the Save of an Operator does not."""
    texts, test = context.texts, threat.test
    damage = threat.strike.applied[0]
    takes = texts.text_of("chrome.odds.takes", damage=damage)
    return HeadlineNumber(
        label=texts.text_of("chrome.odds.hit"),
        probability=threat.odds.hit,
        note=takes,
        tip="\n".join(
            each
            for each in (
                texts.text_of("chrome.odds.hit.tip"),
                form_fields.sum_text(context, test) if test else "",
            )
            if each
        ),
    )


def _takes(context: RulesContext, threat: Threat) -> HeadlineNumber:
    """That the target takes damage, and how much a plain hit is."""
    texts = context.texts
    blows = sorted({blow.damage for blow in threat.odds.blows})
    damage = "–".join(str(each) for each in dict.fromkeys((blows[0], blows[-1])))
    note = texts.text_of("chrome.odds.soaked", tier=threat.tier, soak=threat.soak)
    return HeadlineNumber(
        label=texts.text_of("chrome.odds.takes_label", damage=damage),
        probability=threat.odds.hit,
        note=note,
        tip=texts.text_of("chrome.odds.takes_label.tip"),
    )


def _save_number(context: RulesContext, threat: Threat) -> HeadlineNumber:
    texts, save = context.texts, threat.save
    key = "chrome.odds.under" if save else "chrome.odds.no_save"
    return HeadlineNumber(
        label=texts.text_of("chrome.odds.saved"),
        probability=threat.odds.saved,
        note=texts.text_of(key, target=save.target if save else 0),
        tip=texts.text_of("chrome.odds.saved.tip"),
    )


def _fails(context: RulesContext, threat: Threat) -> HeadlineNumber:
    """That a Save against a special ability fails, with the Stress it costs."""
    texts, strike = context.texts, threat.strike
    amount = strike.stress + strike.target.plain_stress
    return HeadlineNumber(
        label=texts.text_of("chrome.odds.fails"),
        probability=threat.odds.hit,
        note=texts.text_of("chrome.odds.stress", amount=amount),
        tip=texts.text_of("chrome.odds.fails.tip"),
    )


def _critical(context: RulesContext, threat: Threat) -> HeadlineNumber:
    """A critical hit, and what it does besides."""
    texts = context.texts
    effects = [effect_name(context, each) for each in threat.effects]
    doubled = threat.strike.applied[2] if threat.test else 0
    if doubled and not effects:
        effects = [texts.text_of("chrome.odds.takes", damage=doubled)]
    return HeadlineNumber(
        label=texts.text_of("chrome.odds.critical"),
        probability=threat.odds.critical,
        note=", ".join(effects),
        tip=texts.text_of("chrome.odds.critical.tip"),
    )


def _panic(context: RulesContext, threat: Threat) -> HeadlineNumber:
    texts, left = context.texts, threat.strike.target.conviction
    return HeadlineNumber(
        label=texts.text_of("chrome.odds.panic"),
        probability=threat.odds.panic,
        note=texts.text_of("chrome.odds.conviction", left=left),
        tip=texts.text_of("chrome.odds.panic.tip"),
    )


def _out(context: RulesContext, threat: Threat) -> HeadlineNumber:
    texts = context.texts
    return HeadlineNumber(
        label=texts.text_of("chrome.odds.out"),
        probability=threat.odds.out,
        note=texts.text_of("chrome.odds.to_zero", left=threat.strike.target.health),
        tip=texts.text_of("chrome.odds.dead", percent=_percent(threat.odds.dead)),
    )


def _out_soon(context: RulesContext, command: Command, threat: Threat) -> HeadlineNumber:
    texts = context.texts
    return HeadlineNumber(
        label=texts.text_of("chrome.odds.out_in", count=_SOON),
        probability=repeated.within_of(context, command, threat)[_SOON - 1],
        note=texts.text_of("chrome.odds.as_this"),
        tip=texts.text_of("chrome.odds.out_in.tip"),
    )


def _strikes_back(context: RulesContext, back: Back) -> Iterator[HeadlineNumber]:
    """The counter-attack, if it is still made, and that it ends the attacker. Source: CHR-42."""
    texts = context.texts
    yield HeadlineNumber(
        label=texts.text_of("chrome.odds.strikes_back"),
        probability=back.chance * back.odds.hit,
        note=texts.text_of("chrome.odds.takes", damage=back.plan.applied(is_critical=False)),
        tip=texts.text_of("chrome.odds.strikes_back.tip"),
    )
    yield HeadlineNumber(
        label=texts.text_of("chrome.odds.ends_it"),
        probability=back.chance * back.odds.out,
        note=back.plan.weapon.name,
        tip=texts.text_of("chrome.odds.ends_it.tip"),
    )


def _exhibits(context: RulesContext, command: Command, threat: Threat) -> Iterator[OddsChart]:
    """The exhibits in order of importance; what does not fit is spoken only."""
    if threat.kind == "special":
        yield from _grid(context, threat)
        return
    if threat.test is None:
        yield _health_bars(context, threat)
        yield from _grid(context, threat)
        yield from _by_defence(context, command, threat)
        yield from _by_edge(context, command, threat, "save_edge")
        yield _within(context, command, threat)
        return
    yield _outcomes(context, threat)
    yield from _by_edge(context, command, threat, "edge")
    yield from _grid(context, threat)
    yield _health_bars(context, threat)
    yield _within(context, command, threat)


def _outcomes(context: RulesContext, threat: Threat) -> Outcomes:
    """Everything that can come of the attacker's check, and of the Save where one is made."""
    result, text_of = threat.odds, context.texts.text_of
    plain = sum(blow.chance for blow in result.blows if not blow.is_doubled)
    doubled = sum(blow.chance for blow in result.blows if blow.is_doubled)
    saved = (
        (Share(text=text_of("chrome.odds.saved"), probability=result.saved, look="weak"),)
        if threat.save
        else ()
    )
    missed = text_of("chrome.odds.thrown_wide" if threat.kind == "throw" else "chrome.odds.missed")
    fumbled = "chrome.odds.goes_off" if threat.kind == "throw" else "chrome.odds.complication"
    return Outcomes(
        title=text_of("chrome.odds.outcome"),
        shares=(
            Share(text=text_of("chrome.odds.critical_hit"), probability=doubled, look="strong"),
            Share(text=text_of("chrome.odds.plain_hit"), probability=plain, look="good"),
            *saved,
            Share(text=missed, probability=result.missed, look="none"),
            Share(text=text_of(fumbled), probability=result.fumbled, look="bad"),
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
    text_of = context.texts.text_of
    edges = [edge for edge, _ in form_fields.EDGES]
    chances = [_succeeds(context, test, int(edge)) for edge in edges]
    missing = 1.0 - success(threat.odds.save) if threat.odds.save and key == "edge" else 1.0
    yield Comparison(
        title=text_of("chrome.odds.by_edge" if key == "edge" else "chrome.odds.save_by_edge"),
        key=key,
        options=tuple(
            Option(key=edge, text=text_of(f"chrome.odds.edge.{name}"))
            for edge, name in form_fields.EDGES
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
    text_of = context.texts.text_of
    yield Comparison(
        title=text_of("chrome.odds.unhurt"),
        key="defence",
        options=tuple(Option(key=way, text=text_of(f"chrome.odds.defence.{way}")) for way in ways),
        probabilities=tuple(_unhurt(each) for each in ways.values()),
        chosen=[str(way) for way in ways].index(threat.defence),
    )


def _unhurt(odds: StrikeOdds) -> float:
    return float(odds.loss[0]) if odds.loss.size > 1 else 0.0


def _health_bars(context: RulesContext, threat: Threat) -> Bars:
    """The Health left after all the attacks of this kind in a turn, each rolled as this one."""
    text_of, strike = context.texts.text_of, threat.strike
    chances = health_after(threat.odds.loss, threat.attacks)
    losses = _possible(threat)
    shown = losses[: _MOST_ROWS - 1]
    rest = float(sum(chances[each] for each in losses[_MOST_ROWS - 1 :]))
    shares = [
        Share(
            text=str(strike.target.health - each),
            probability=float(chances[each]),
            look=_health_look(each, strike.target.health),
            note=text_of("chrome.odds.fallen") if each == strike.target.health else "",
        )
        for each in shown
    ]
    if len(losses) > len(shown):
        top = strike.target.health - losses[len(shown)]
        text = text_of("chrome.odds.at_most", left=top) if top else "0"
        shares.append(Share(text=text, probability=rest, look="bad"))
    key = "chrome.odds.health_after" if threat.attacks > 1 else "chrome.odds.health_left"
    return Bars(
        title=text_of(key, count=threat.attacks, full=strike.target.health), shares=tuple(shares)
    )


def _possible(threat: Threat) -> list[int]:
    """Every loss so many attacks can add up to, and the end: rows that stay whatever the chances are."""
    health = threat.strike.target.health
    each = {0, *(blow.damage for blow in threat.odds.blows)}
    sums = {0}
    for _ in range(threat.attacks):
        sums = {min(lost + more, health) for lost in sums for more in each}
    if threat.strike.severs or threat.strike.always_severs:
        sums.add(health)
    return sorted(sums)


def _health_look(lost: int, health: int) -> ShareLook:
    if lost >= health:
        return "bad"
    return "good" if 2 * lost <= health else "weak"


def _within(context: RulesContext, command: Command, threat: Threat) -> Within:
    text_of = context.texts.text_of
    return Within(
        title=text_of("chrome.odds.within", most=CHAIN),
        chances=repeated.within_of(context, command, threat),
        note=text_of("chrome.odds.within.note"),
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


def face_grid(context: RulesContext, test: D100Plan, kind: str) -> FaceGrid:
    """Returns every face of one d100 and the chances of the whole roll; ``kind``: ``check`` or ``save``."""
    roll = roll_of(test)
    ranks: Ranks = by_rank(roll) if roll else ()
    title = "chrome.odds.faces.two" if test.edge else "chrome.odds.faces"
    legend = tuple(
        Share(
            text=context.texts.text_of(f"chrome.odds.face.{kind}.{_RANK_WORDS[rank]}"),
            probability=ranks[rank],
            look=_LOOKS[rank],
        )
        for rank in (
            mechanics.SUCCESS,
            mechanics.CRITICAL_SUCCESS,
            mechanics.FAILURE,
            mechanics.CRITICAL_FAILURE,
        )
    )
    return FaceGrid(
        title=context.texts.text_of(title),
        faces=tuple(_LOOKS[rank] for rank in faces(test.target, test.zero)),
        legend=legend,
    )


def _remarks(context: RulesContext, threat: Threat) -> Iterator[str]:
    """What else there is to know: striking back instead, what a Sever takes, and what is left out."""
    text_of, back = context.texts.text_of, threat.back
    if back is not None and threat.defence == "save":
        yield text_of(
            "chrome.odds.remark.counter",
            damage=threat.strike.applied[0],
            percent=_percent(back.chance * back.odds.hit),
            back=back.plan.applied(is_critical=False),
        )
    if threat.odds.sever:
        yield text_of("chrome.odds.remark.sever", **_sever_chances(context, threat))
    presence = bolstering.helper(context, threat.target, bolstering.SOOTHE)
    if presence is not None and threat.strike.target.panics:
        yield text_of("chrome.odds.remark.soothe", who=presence.name)


def _sever_chances(context: RulesContext, threat: Threat) -> dict[str, int]:
    """Of ten rolls for the place, how many take a limb, and how many the head. Source: CHR-54."""
    limbs = sum(
        _comes_off(threat, each.key) * len(each.rolls) for each in context.ruleset.locations
    )
    return {"limbs": limbs - threat.strike.target.head, "head": threat.strike.target.head}


def _comes_off(threat: Threat, place: str) -> bool:
    """Returns whether a Sever at this place takes something. Source: CHR-54."""
    if place == wounds.HEAD:
        return can_lose_head(threat.target)
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
