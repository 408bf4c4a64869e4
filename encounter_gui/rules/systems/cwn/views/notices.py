"""What waits for the game master in a CWN fight. Source: CWN-14, CWN-19, CWN-39 to CWN-41, CWN-59, CWN-66."""

from collections.abc import Iterator

from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Settle
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.text_format import names_of, percent
from encounter_gui.rules.presenters.words.notices import notice
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics, obligations
from encounter_gui.rules.systems.cwn.areas import victims
from encounter_gui.rules.systems.cwn.combat import attack_plan, swarms
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.sheet import character, records
from encounter_gui.rules.systems.cwn.turns import morale
from encounter_gui.rules.systems.cwn.views.chips import counted_down, rounds_to_live
from encounter_gui.rules.view import Notice


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
            is_placed = (
                context.state.plan is not None
            )  # the plan knows whom it reaches: nobody is meant
            command = do.Blast(who=combatant.id, targets=() if is_placed else None)
            yield notice(
                context,
                "blast",
                kind="warn",
                command=command,
                owed=victims.in_air(context.state, combatant.id),
                who=combatant.name,
            )


def _going_off(context: RulesContext) -> Iterator[Notice]:
    """Not everybody whom a mine or a charge catches is named yet. Source: CWN-42."""
    text_of = context.texts.text_of
    for owed in victims.going_off(context.state):
        who, weapon = owed.who, str(owed.values.get("item", ""))
        yield Notice(
            title=obligations.item_name(context, who, weapon),
            text=text_of("cwn.notice.going_off.text"),
            kind="warn",
            button=text_of("cwn.notice.blast.button"),
            command=do.Blast(who=who, weapon=weapon),
            owed=(owed.id,),
        )


def _sweeping(context: RulesContext) -> Iterator[Notice]:
    """Not everybody in a cone is named yet. Source: CWN-32."""
    for combatant in context.state.combatants.values():
        cones = victims.open_areas(context.state, "cone", combatant.id)
        if cones:
            sweep = notice(context, "sweep", kind="warn", owed=cones, who=combatant.name)
            button = context.texts.text_of("cwn.notice.blast.button")
            yield replace(sweep, button=button, command=do.Suppress(who=combatant.id))


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
        count, most = len(joined), context.number(mechanics.SWARM_MOST)
        yield notice(
            context,
            "swarm",
            note=context.texts.text_of("cwn.notice.swarm.note", count=count, most=most),
            owed=swarms.owed_strikes(context.state, joined),
            target=target.name,
            who=names_of(joined),
            hit=context.number(mechanics.SWARM_HIT) * (count - 1),
            damage=count - 1,
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
        left = counted_down(
            context.texts, "cwn.notice.dying.note", rounds_to_live(context, combatant)
        )
        yield notice(
            context,
            "dying",
            kind="danger",
            note=left,
            who=combatant.name,
            patch=number(against.get("patch")) + gone,
            medkit=number(against.get("medkit")) + gone,
            none=number(against.get("none")) + gone,
        )


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
        note = context.texts.text_of("cwn.notice.screen.note", left=left)
        command = do.EndScreen(who=combatant.id)
        who = combatant.name
        yield notice(context, "screen", note=note, command=command, who=who, ally=ally.name)


def _unordered_notices(context: RulesContext) -> Iterator[Notice]:
    if not context.state.slots:
        is_free = records.is_free_round(context.state)
        yield notice(context, "surprise" if is_free else "initiative")
