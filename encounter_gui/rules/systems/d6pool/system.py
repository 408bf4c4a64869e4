"""The D6-pool system as the rest of the program sees it. Heavy parts are imported when they are first asked for."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import structs

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Item, Value
from encounter_gui.rules import commands as ask
from encounter_gui.rules import formula, general
from encounter_gui.rules.ruleset import CarriedDef, CreatureDef, Ruleset
from encounter_gui.rules.system import Procedure, Scene
from encounter_gui.rules.systems.d6pool import (
    aftermath,
    bench,
    blasts,
    character,
    deeds,
    gear,
    harm,
    needs,
    panel_view,
    strikes,
    table_view,
    turns,
)
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.view import (
    Bench,
    BenchChoices,
    BodyView,
    Change,
    Column,
    Heading,
    Notice,
    Odds,
    QuickAction,
    Row,
    Sheet,
    Timeline,
)

_PLAYED: Mapping[type[ask.Command], Callable[[Scene, Any], Procedure]] = {
    do.Declare: deeds.declare,
    do.Move: deeds.move,
    do.Attack: strikes.attack,
    do.Throw: blasts.throw,
    do.Blast: blasts.blast,
    do.Draw: deeds.draw,
    do.FastDraw: deeds.fast_draw,
    do.Aim: deeds.aim,
    do.Reload: deeds.reload,
    do.Task: deeds.task,
    do.Oppose: deeds.oppose,
    do.FirstAid: aftermath.first_aid,
    do.Hero: deeds.hero,
    do.Wait: deeds.wait,
    do.Leave: deeds.leave,
    do.Fall: aftermath.fall,
    do.Wake: aftermath.wake,
    do.Heal: aftermath.heal,
    do.Stabilize: aftermath.stabilize,
    do.Reward: aftermath.reward,
}


_OF_ALL: Mapping[type[ask.Command], Callable[[Scene], Procedure]] = {
    ask.Next: turns.step,
    ask.Finish: turns.finish,
    do.Apply: turns.apply_held,
}


class D6Pool:
    """The D6-pool system; implements ``System``."""

    id = "d6pool"
    commands = do.COMMANDS

    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        """Returns what a ruleset lacks to be played by these rules."""
        return needs.faults(ruleset)

    def recruit(self, scene: Scene, creature: CreatureDef, *, name: str, number: int) -> Combatant:
        """Returns a new combatant made from a library creature. Source: D6P-01 to D6P-08, D6P-12."""
        sheet: dict[str, Value] = dict(creature.sheet)
        sheet["health"] = _health(scene, creature)
        items = tuple(_item(scene, carried) for carried in creature.items)
        held = creature.held or next((item.key for item in items if item.kind == "weapon"), "")
        one = Combatant(
            id=general.combatant_id(name, number),
            number=number,
            name=name,
            side=creature.side,
            sheet=sheet,
            items=items,
            gauges={character.HEALTH: gear.number(sheet["health"]), **_full(items)},
            memo={"held": held} if held else {},
            flags=("named",) if creature.is_named else (),
            origin=creature.key,
            note=creature.note,
        )
        hero = gear.number(sheet.get("hero_points"))
        gauges = {**one.gauges, character.DODGE: character.dodge_pool(scene, one)}
        return replace(one, gauges={**gauges, "hero": hero} if hero else gauges)

    def procedure(self, scene: Scene, command: ask.Command) -> Procedure:
        """Returns the procedure that plays a command out."""
        match command:
            case ask.Adjust():
                return _adjusted(scene, command)
            case _ if type(command) in _OF_ALL:
                return _OF_ALL[type(command)](scene)
            case ask.Remove() | ask.Afflict() | ask.SetField():
                return _followed(self, scene, command)
            case _ if type(command) in _PLAYED:
                return _PLAYED[type(command)](scene, command)
            case _:
                return general.general(self, scene, command)

    def derived(self, scene: Scene, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from Temporary Health. Source: D6P-50."""
        return character.derived(scene.one(who))

    def columns(self, scene: Scene) -> tuple[Column, ...]:
        """Returns the columns of the combatant table."""
        return table_view.columns(scene)

    def rows(self, scene: Scene) -> tuple[Row, ...]:
        """Returns a row for each combatant."""
        return table_view.rows(scene)

    def heading(self, scene: Scene) -> Heading:
        """Returns what the tool bar says."""
        return table_view.heading(scene)

    def timeline(self, scene: Scene) -> Timeline:
        """Returns the turn order as a strip."""
        return table_view.timeline(scene)

    def sheet(self, scene: Scene, who: CombatantId) -> Sheet:
        """Returns the panel of one combatant."""
        return panel_view.sheet(scene, who)

    def body(self, scene: Scene, who: CombatantId) -> BodyView:
        """Returns the figure of one combatant."""
        return panel_view.body(scene, who)

    def notices(self, scene: Scene) -> tuple[Notice, ...]:
        """Returns what waits for the game master."""
        return panel_view.notices(scene)

    def actions(self, scene: Scene, who: CombatantId) -> tuple[QuickAction, ...]:
        """Returns what else a combatant may do now, with reasons where it may not."""
        one = scene.one(who)
        return tuple(
            QuickAction(
                key=f"{type(command).__name__}:{text}",
                text=text,
                command=command,
                why_not=self._why_not(scene, command),
            )
            for text, command in panel_view.offered(scene, one)
        )

    def bench(self, scene: Scene, choices: BenchChoices) -> Bench:
        """Returns the attack bench for these choices."""
        made = bench.bench(scene, choices)
        if made.command is None:
            return made
        return structs.replace(made, why_not=self._why_not(scene, made.command))

    def odds(self, scene: Scene, command: ask.Command) -> Odds | None:
        """Returns the exact odds of what is on the bench."""
        from encounter_gui.rules.systems.d6pool import (
            odds_view,  # numpy, not needed before the first odds
        )

        return odds_view.odds(scene, command)

    def changes(self, scene: Scene, command: ask.Command) -> tuple[Change, ...]:
        """Returns what a change by hand would do to each target."""
        if not isinstance(command, ask.Adjust):
            return ()
        events = general.adjust_events(scene, command, _limits)
        state = fold(scene.state, (*events, *harm.consequences(scene, events)))
        after = replace(scene, state=state)
        return tuple(_change(scene, after, one) for one in general.named(scene, command.who))

    def _why_not(self, scene: Scene, command: ask.Command) -> str:
        """Runs the very procedure up to its first roll: what refuses there refuses on the bench."""
        procedure = self.procedure(scene, command)
        try:
            next(procedure)
        except StopIteration:
            return ""
        except RuleError as refused:
            return scene.words.text(refused.message)
        finally:
            procedure.close()
        return ""


def _adjusted(scene: Scene, command: ask.Adjust) -> Procedure:
    """A change by hand has the same consequences as one by dice. Source: D6P-43."""
    yield from ()
    events = general.adjust_events(scene, command, _limits)
    return Outcome(
        label=general.adjust_label(scene, command),
        events=(*events, *harm.consequences(scene, events)),
    )


def _followed(
    system: D6Pool, scene: Scene, command: ask.Remove | ask.Afflict | ask.SetField
) -> Procedure:
    """A general command, with what these rules make of its result. Source: D6P-03, D6P-15, D6P-43."""
    if isinstance(command, ask.SetField):
        command = _health_by_formula(scene, command)
    outcome = yield from general.general(system, scene, command)
    if isinstance(command, ask.Remove):
        return turns.without(scene, outcome)
    if isinstance(command, ask.Afflict):
        return replace(outcome, events=harm.by_hand(scene, outcome.events))
    return outcome


def _health_by_formula(scene: Scene, command: ask.SetField) -> ask.SetField:
    """Health set to 0 is what the formula makes it. Source: D6P-03."""
    one = scene.state.combatants.get(command.who)
    if one is None or command.field != "health" or command.to != 0:
        return command
    sheet = {key: value for key, value in one.sheet.items() if key != "health"}
    whole = CreatureDef(key=one.origin, name=one.name, sheet=sheet)
    return msgspec.structs.replace(command, to=_health(scene, whole))


def _limits(one: Combatant, gauge: str) -> general.Limits:
    """Nobody is healed above full Health; only Temporary Health goes below 0. Source: D6P-04, D6P-31, D6P-46."""
    if gauge == character.HEALTH:
        return general.Limits(most=character.health(one))
    return general.Limits(least=0)


def _change(scene: Scene, after: Scene, one: Combatant) -> Change:
    now = after.one(one.id)
    outcome = next(iter(set(character.derived(now)) - set(character.derived(one))), "")
    known = scene.ruleset.condition(outcome)
    return Change(
        who=one.id,
        number=one.number,
        name=one.name,
        side=one.side,
        before=table_view.health_cell(scene, one),
        after=table_view.health_cell(after, now),
        outcome=known.name if known else "",
        kind=known.kind if known else "neutral",
    )


def _health(scene: Scene, creature: CreatureDef) -> int:
    """Health is three times Strength unless the sheet says otherwise. Source: D6P-03."""
    own = gear.number(creature.sheet.get("health"))
    if own:
        return own
    levels = {each.key: gear.number(each.default) for each in scene.ruleset.fields}
    levels |= {key: gear.number(value) for key, value in creature.sheet.items()}
    return formula.evaluate(scene.ruleset.formulas["health"], levels)


def _item(scene: Scene, carried: CarriedDef) -> Item:
    known = scene.ruleset.item(carried.item)
    if known is None:
        raise refuse("rules.no_such_item", item=carried.item)
    item = known.copy(**carried.values)
    return replace(item, name=carried.name) if carried.name else item


def _full(items: tuple[Item, ...]) -> dict[str, int]:
    full: dict[str, int] = {}
    for item in items:
        most = gear.number(item.values.get("magazine")) or gear.number(item.values.get("count"))
        if most:
            full[f"ammo.{item.key}"] = most
    return full
