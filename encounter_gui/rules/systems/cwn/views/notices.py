"""What waits for the game master in a CWN fight. Source: CWN-14, CWN-19, CWN-39 to CWN-41, CWN-59, CWN-66."""

from collections.abc import Iterator

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Settle
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.text_format import percent
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.areas import victims
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.sheet import character, records
from encounter_gui.rules.systems.cwn.turns import morale
from encounter_gui.rules.systems.cwn.views.chips import counted_down, rounds_to_live
from encounter_gui.rules.view import Notice

TOLD = frozenset({"blast", "next_victim", "swarm_strike", "morale"})
"""The kinds of obligation that stand among these notices."""


def notices(context: RulesContext) -> tuple[Notice, ...]:
    """Returns what waits: blasts, morale, swarms, the dying, the surprised and the order of the sides."""
    if context.state.stage != "running":
        return ()
    return (
        *_in_air(context),
        *_going_off(context),
        *_sweeping(context),
        *_morale(context),
        *_swarms(context),
        *_dying(context),
        *_unordered_notices(context),
        *_screens(context),
    )


def _in_air(context: RulesContext) -> Iterator[Notice]:
    for combatant in context.state.combatants.values():
        if combatant.has("in_air"):
            yield Notice(
                title=context.texts.text_of("cwn.notice.blast"),
                text=context.texts.text_of("cwn.notice.blast.text", who=combatant.name),
                kind="warn",
                button=context.texts.text_of("cwn.notice.blast.button"),
                command=do.Blast(who=combatant.id),
            )


def _going_off(context: RulesContext) -> Iterator[Notice]:
    """Not everybody whom a mine or a charge catches is named yet. Source: CWN-42."""
    for who, weapon in victims.going_off(context.state):
        item = context.ruleset.item(weapon)
        yield Notice(
            title=item.name if item else weapon,
            text=context.texts.text_of("cwn.notice.going_off.text"),
            kind="warn",
            button=context.texts.text_of("cwn.notice.blast.button"),
            command=do.Blast(who=who, weapon=weapon),
        )


def _sweeping(context: RulesContext) -> Iterator[Notice]:
    """Not everybody in a cone is named yet. Source: CWN-32."""
    for combatant in context.state.combatants.values():
        if victims.open_area(context.state, "cone", combatant.id):
            yield Notice(
                title=context.texts.text_of("cwn.notice.sweep"),
                text=context.texts.text_of("cwn.notice.sweep.text", who=combatant.name),
                kind="warn",
                button=context.texts.text_of("cwn.notice.blast.button"),
                command=do.Suppress(who=combatant.id),
            )


def _morale(context: RulesContext) -> Iterator[Notice]:
    """Morale is due before a side of NPCs that has suffered acts. Source: CWN-19, CWN-66."""
    texts = context.texts
    for owed in morale.owed_checks(context.state):
        combatants = morale.may_break(context.state, owed.side) if owed.side else ()
        if not combatants:
            continue
        points = owed.values.get("points", ())
        points = points if isinstance(points, tuple) else ()
        reasons = ", ".join(texts.text_of(f"cwn.morale.{each}") for each in points)
        scores = sorted({character.morale(context, combatant) for combatant in combatants})
        yield Notice(
            title=context.side_name(combatants[0].side),
            text=texts.text_of(
                "cwn.notice.morale" if len(scores) == 1 else "cwn.notice.morale.several",
                reasons=reasons,
                sign="<" if morale.is_below(context) else ">",
                score=scores[0],
            ),
            kind="warn",
            note=texts.text_of("cwn.notice.morale.odds", percent=_percents(context, scores)),
            button=texts.text_of("cwn.notice.morale.button"),
            command=Settle(ids=(owed.id,)),
        )


def _percents(context: RulesContext, scores: list[int]) -> str:
    """``28 %`` where all have the same Morale, else ``28 % at 8, 8 % at 10``."""
    chances = [percent(morale.breaking(context, score)) for score in scores]
    if len(scores) == 1:
        return chances[0]
    return ", ".join(
        context.texts.text_of("cwn.notice.morale.odds_at", percent=chance, score=score)
        for chance, score in zip(chances, scores, strict=True)
    )


def _swarms(context: RulesContext) -> Iterator[Notice]:
    """A swarm that has gathered strikes once, when its last has joined. Source: CWN-39."""
    for target in _swarm_targets(context):
        joined = [
            combatant
            for combatant in attack_plan.swarm_on(context, target.id)
            if not character.is_out(combatant)
        ]
        yield Notice(
            title=context.texts.text_of("cwn.notice.swarm", target=target.name),
            text=context.texts.text_of(
                "cwn.notice.swarm.text",
                who=", ".join(combatant.name for combatant in joined),
                hit=context.number(mechanics.SWARM_HIT) * (len(joined) - 1),
                damage=len(joined) - 1,
            ),
            kind="info",
            note=context.texts.text_of(
                "cwn.notice.swarm.note",
                count=len(joined),
                most=context.number(mechanics.SWARM_MOST),
            ),
        )


def _swarm_targets(context: RulesContext) -> tuple[Combatant, ...]:
    """Whom those who are up have joined a swarm on."""
    state = context.state
    found = (
        combatant.condition("swarming")
        for combatant in state.combatants.values()
        if combatant.conditions and not character.is_out(combatant)
    )
    those = dict.fromkeys(
        each.about for each in found if each is not None and each.about is not None
    )
    return tuple(state.combatants[who] for who in those if who in state.combatants)


def _dying(context: RulesContext) -> Iterator[Notice]:
    """Whoever is Mortally Wounded has so many rounds. Source: CWN-59, CWN-60."""
    for combatant in context.state.combatants.values():
        wound = combatant.condition("mortally_wounded")
        if wound is None or wound.count is None:
            continue
        gone = falling.rounds_since(context, combatant)
        against = context.ruleset.tables.get("stabilize", {})
        yield Notice(
            title=context.texts.text_of("cwn.notice.dying", who=combatant.name),
            text=context.texts.text_of(
                "cwn.notice.dying.text",
                **{tool: number(against.get(tool)) + gone for tool in ("patch", "medkit", "none")},
            ),
            kind="danger",
            note=_left_to_live(context, wound.count),
        )


def _left_to_live(context: RulesContext, fell: int) -> str:
    left = rounds_to_live(context, fell)
    return counted_down(context.texts, "cwn.notice.dying.note", left)


def _screens(context: RulesContext) -> Iterator[Notice]:
    """While enemies act: who stands in for whom, against how many more attackers. Source: CWN-40."""
    acting = {character.team(context.combatant(who)) for who in context.state.acting}
    for combatant in context.state.combatants.values():
        screening = combatant.condition("screening") if combatant.conditions else None
        ally = (
            context.state.combatants.get(screening.about) if screening and screening.about else None
        )
        if (
            ally is None
            or not character.can_act(combatant)
            or acting <= {character.team(combatant)}
        ):
            continue
        faced = len(records.blocked_by(combatant))
        left = max(character.combat_skill(context, combatant) - faced, 0)
        yield Notice(
            title=context.texts.text_of("cwn.notice.screen", who=combatant.name, ally=ally.name),
            text=context.texts.text_of("cwn.notice.screen.text"),
            note=context.texts.text_of("cwn.notice.screen.note", left=left),
            button=context.texts.text_of("cwn.notice.screen.button"),
            command=do.EndScreen(who=combatant.id),
        )


def _unordered_notices(context: RulesContext) -> Iterator[Notice]:
    if context.state.slots:
        return
    text_of = context.texts.text_of
    key = "surprise" if records.is_free_round(context.state) else "initiative"
    yield Notice(title=text_of(f"cwn.notice.{key}"), text=text_of(f"cwn.notice.{key}.text"))
