"""The forecast against the table from random states in mid-turn, field by field, with the same dice."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Chosen, Faces, Rolled, RollRefused, RollRequest, accept
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.stopping import never
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.fields import Field
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.battle import hands, plans, preparing, queue
from encounter_gui.rules.systems.chrome.battle.game import ChromeGame
from encounter_gui.rules.systems.chrome.battle.preparing import prepare
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.combat.attack_plan import mishaps_of, plan_attack
from encounter_gui.rules.systems.chrome.harm import wounds
from encounter_gui.rules.systems.chrome.harm.panic import panic_rows
from encounter_gui.rules.systems.chrome.odds.attack import by_rank
from encounter_gui.rules.systems.chrome.odds.threats import roll_of
from encounter_gui.rules.systems.chrome.rules import panic, rolls
from encounter_gui.rules.systems.chrome.rules.fighter import Fighter, arms_of
from encounter_gui.rules.systems.chrome.rules.rolls import severed_place
from encounter_gui.rules.systems.chrome.rules.said import SHAKEN, WITNESS
from encounter_gui.rules.systems.chrome.sheet import action_budget, character
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check
from tests.helpers.mid_turn import ROWS, Known, MidTurn, Step, assert_spread_is_counted, reads
from tests.helpers.rulesets import shipped
from tests.rules.systems.chrome.battle.table_player import TablePlayer
from tests.rules.systems.chrome.conftest import Crew

WORDS = message_catalog()
ARMS = ["pistol", "shotgun", "assault_rifle", "katana", "katana", "knife", "taser", "flamer", "smg"]
CLAWS = [
    "horror_claws",
    "horror_claws",
    "guard_rifle",
    "scrapper_pistol",
    "drone_guns",
    "champion_blade",
]
CONDITIONS = (
    *("prone", "grit", "adrenaline", "favoured", "hindered", "exposed", "on_the_edge", "ablaze"),
    *("crushing_doubt", "gutless", "ultra_sharp", "in_cover", "shocked", "surprised"),
)
SWITCHES = (
    *("severOnAnyHit", "critFailDoublesDamage", "deadlyPanicAfterSoak", "coverAdvantage"),
    *("rerollInitiativeEachRound", "doubleZeroIsCrit", "enemyCritOnCritFail", "soakOnlyAttacks"),
)


class Recording:
    """Dice that remember what fell, by the kind of roll."""

    def __init__(self, seed: int) -> None:
        """Takes the seed."""
        self._dice = Roller.seeded(seed)
        self.fallen: list[tuple[str, tuple[int, ...]]] = []

    def answer(self, request: RollRequest) -> Rolled:
        """Rolls."""
        rolled = self._dice.answer(request)
        self.fallen.append((kind_of(request), rolled.faces or ()))
        return rolled


def kind_of(request: RollRequest) -> str:
    """Tests are made in the order of the table; other dice that the table asks for at once are not."""
    return "test" if request.sides == 100 else request.key


class Fallen(Known):
    """Dice that have fallen already, in the order of the table for each kind of roll."""

    def __init__(self, context: RulesContext, fallen: list[tuple[str, tuple[int, ...]]]) -> None:
        """Takes what fell."""
        super().__init__(context, ())
        self.fallen = list(fallen)

    @override
    def _rolled(self, request: RollRequest) -> Rolled:
        kind = kind_of(request)
        place = next((n for n, each in enumerate(self.fallen) if each[0] == kind), None)
        assert place is not None, f"no dice left for {kind}: {self.fallen}"
        return accept(request, Faces(values=self.fallen.pop(place)[1]))


class Player(TablePlayer):
    """A table on which the test does one thing after the other."""

    def __init__(self, crew: Crew, seed: int) -> None:
        """Takes the state."""
        super().__init__(crew, seed)
        self.recording = Recording(seed)
        self.dice = self.recording  # type: ignore[assignment]  # answers, too


class ChromeSide:
    """CHROME's part of the test."""

    orders = Orders()

    def scene(self, rng: random.Random) -> Player:
        """Returns a fight somewhere in its first rounds."""
        crew = Crew(shipped("chrome"), WORDS)
        for key in rng.sample(SWITCHES, 2):
            if rng.random() < 0.5:
                crew.switch(f"chrome.{key}", to=rng.random() < 0.5)
        for number in range(rng.randint(2, 3)):
            operator(crew, rng, f"PC {number}", "pc")
        for number in range(rng.randint(1, 3)):
            crew.enemy(
                f"Foe {number}",
                *dict.fromkeys(rng.sample(CLAWS, rng.randint(1, 2))),
                health=rng.randint(3, 14),
                soak=rng.randint(0, 2),
                synthetic=rng.random() < 0.3,
                large=rng.random() < 0.2,
            )
        if rng.random() < 0.4:
            operator(crew, rng, "Rival", "foe")
        player = Player(crew, rng.randrange(10**9))
        player.command(Next())
        player.command(Next())
        happenings(crew, player, rng)
        for _ in range(rng.randint(0, 6)):
            player.command(Next())
        return player

    def context(self, table: Player) -> RulesContext:
        """Returns the state."""
        return table.context

    def is_over(self, table: Player) -> bool:
        """Returns whether a side is out."""
        return bool(table.winner())

    def game(self, context: RulesContext) -> ChromeGame:
        """Returns the forecast's fight."""
        game = prepare(context, never).begun(self.orders)
        assert isinstance(game, ChromeGame)
        return game

    def step(self, table: Player, rng: random.Random) -> Step | None:
        """Has somebody act who can, or moves on."""
        table.recording.fallen = []
        ready = [who for who in table.context.state.acting if acts(table, who)]
        if ready and rng.random() > 0.1:
            found = self._action(table, CombatantId(rng.choice(ready)))
            if found is not None:
                return found
        return self._next(table)

    def _action(self, table: Player, who: CombatantId) -> Step | None:
        """One Major Action, or one attack of a list."""
        one, before = table.context.combatant(who), table.context.state
        place = [each.id for each in members_of(table.context)].index(who)
        if character.is_operator(one):
            while action_budget.actions_left(table.context, one) == action_budget.actions_left(
                table.context, table.context.combatant(who)
            ):
                if not table.act(who):
                    break
            fallen = table.recording.fallen

            def spend(field: Battlefield) -> None:
                game = game_of(field)
                game.spend(field, ROWS, np.full(ROWS.size, place))

            return known(table.context, fallen, spend, is_action=True)
        arms = arms_of(one)
        left = [
            number
            for number, each in enumerate(arms)
            if each.bands and action_budget.actions_left(table.context, one, each.key)
        ]
        if not left or not table.act(who):
            return None
        arm = left[0]
        members = [each.id for each in members_of(table.context)]
        ended = [(members.index(each), False) for each in ended_by(before, table.context.state)]

        def attack(field: Battlefield) -> None:
            end(field, ended)
            whose = np.full(ROWS.size, place)
            game_of(field).spend_listed(field, ROWS, whose, np.full(ROWS.size, arm))

        return known(table.context, table.recording.fallen, attack, is_action=True)

    def _next(self, table: Player) -> Step:
        before = table.context.state
        table.command(Next())
        after = table.context.state
        members = [each.id for each in members_of(table.context)]
        is_new = after.round != before.round
        groups = [(each.group, each.who, bool(each.lane)) for each in before.slots if not each.lane]
        last = before.slots[-1].group if is_new else after.group - 1
        over = {slot.who for slot in before.slots if slot.group == before.group and slot.is_done}
        ended = [
            (
                who,
                group > before.group
                or who in before.waiting
                or character.is_held_back(before.combatants[who]),
            )
            for group, who, _ in groups
            if before.group <= group <= last and not (group == before.group and who in over)
        ]
        passed = [
            (each.who, True)
            for each in after.slots
            if is_new and not each.lane and each.group < after.group
        ]
        begun = [slot.who for slot in after.slots if slot.group == after.group and not slot.lane]

        def again(field: Battlefield) -> None:
            game = game_of(field)
            end(field, [(members.index(one), lost) for one, lost in ended if one in members])
            if is_new:
                field.end_round()
                field.round = after.round
                game.order(field)
                end(field, [(members.index(one), lost) for one, lost in passed if one in members])
            for who in begun:
                if who in members:
                    begin(field, members.index(who))
            game.settle(field, ROWS)

        return known(table.context, table.recording.fallen, again, is_action=False)

    def counts(
        self, field: Field[Any], context: RulesContext, members: Sequence[Combatant]
    ) -> Array:
        """Returns everybody's but what is no matter of the dead and of those who have left."""
        alive = np.array(
            [not character.is_dead(each) and "left" not in each.flags for each in members]
        )
        if field.name in ("health", "is_in", "owes_save", "is_dead", "conviction"):
            return np.ones(len(members), bool)
        return alive


def game_of(field: Battlefield) -> ChromeGame:
    """The game that is played."""
    game = field.game
    assert isinstance(game, ChromeGame)
    return game


def known(
    context: RulesContext,
    fallen: list[tuple[str, tuple[int, ...]]],
    again: Callable[[Battlefield], None],
    *,
    is_action: bool,
) -> Step:
    """A step that is done again with the dice that fell."""
    fallen = list(fallen)

    def done(field: Battlefield) -> None:
        dice = Fallen(context, fallen)
        field.reading = replace(field.reading, rolls=dice)
        again(field)
        field.decide()
        assert not dice.fallen, f"dice that only the table rolled: {dice.fallen}"

    return Step((), done, is_action=is_action)


def end(field: Battlefield, places: list[tuple[int, bool]]) -> None:
    """Ends turns, of those who could not act as of the others; which of them may be lost."""
    game = game_of(field)
    for place, may in places:
        who = np.full(ROWS.size, place)
        lost = (field.columns["marks"][ROWS, who] & game.roster.lost) > 0
        game.end_turns(field, ROWS, who, lost & may)


def begin(field: Battlefield, place: int) -> None:
    """Begins a turn."""
    game, who = game_of(field), np.full(ROWS.size, place)
    lost = (field.columns["marks"][ROWS, who] & game.roster.lost) > 0
    if field.columns["is_in"][0, place] and not lost.any():
        game.begin_turns(field, ROWS, who)


def ended_by(before: EncounterState, after: EncounterState) -> list[CombatantId]:
    """Whose turns in the block of the enemies an action has ended: another has begun its own."""
    open_ = {slot.who for slot in before.slots if not slot.is_done}
    return [slot.who for slot in after.slots if slot.is_done and slot.who in open_]


def members_of(context: RulesContext) -> list[Combatant]:
    """Those who take a side."""
    return [each for each in context.state.combatants.values() if each.side != "neutral"]


def acts(table: Player, who: CombatantId) -> bool:
    """Returns whether somebody has anything left to do."""
    one = table.context.combatant(who)
    can_act = character.can_act(one) and not character.is_presence(one)
    return can_act and action_budget.actions_left(table.context, one) > 0


def operator(crew: Crew, rng: random.Random, name: str, side: str) -> None:
    """Somebody with weapons, easily scared."""
    crew.operator(
        name,
        *dict.fromkeys(rng.sample(ARMS, rng.randint(1, 2))),
        *rng.sample(["kevlar_vest", "lined_coat"], rng.randint(0, 1)),
        side=side,
        speed=rng.randint(20, 80),
        combat=rng.randint(30, 80),
        reflex=rng.randint(20, 60),
        body=rng.randint(20, 60),
        fear=rng.randint(20, 60),
        health=rng.randint(3, 12),
        conviction=rng.randint(4, 16),
        prime=rng.choice(["reflex", "body", "fear", "sanity"]),
    )


def happenings(crew: Crew, player: Player, rng: random.Random) -> None:
    """Lets things be that play seldom comes to by itself."""
    crew.context = player.context
    people = [each.id for each in members_of(crew.context)]
    for who in rng.sample(people, 2):
        if rng.random() < 0.5:
            key = rng.choice(CONDITIONS)
            crew.happen(ev.ConditionAdded(who=who, condition=Condition(key=key)))
    for who in people:
        one = crew.combatant(who)
        if character.is_operator(one) and rng.random() < 0.3:
            foes = tuple(each for each in people if crew.combatant(each).side != one.side)
            crew.happen(ev.MemoSet(who=who, key=character.UNNOTICED, value=foes[:2]))
    player.context = crew.context


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("actions", "seed"),
    [
        (600, 3),
        *(pytest.param(5_000, seed, marks=pytest.mark.deep) for seed in (11, 21)),
        *(
            pytest.param(5_000, seed, marks=[pytest.mark.deep, pytest.mark.night])
            for seed in (22, 23)
        ),
    ],
)
def test_the_forecast_goes_as_the_table_from_the_middle_of_a_turn(actions: int, seed: int) -> None:
    """Every followed field of everybody after each action and each end of a turn, with the same faces."""
    run = MidTurn(ChromeSide(), seed=seed)
    run.play(actions)
    assert run.others > actions / 4
    changed = {name for name, count in run.changed.items() if count}
    assert changed >= {"health", "conviction", "marks", "ammo", "held", "is_in", "cold"}
    assert "unnoticed" in changed


# ---- what it finds: one thing wrong at a time, in what the forecast alone does


def _nothing(*args: Any, **more: Any) -> None:
    """Does nothing."""


def _no_marks(kept: int = 0) -> Callable[..., Any]:
    def wrong(made: Any) -> Any:
        return lambda self, kind, who, marks: made(self, kind, who, marks & kept)

    return wrong


def _wrong_magazine(made: Any) -> Any:
    def wrong(*args: Any, **more: Any) -> Any:
        start = made(*args, **more)
        full = np.maximum(start.columns["ammo"], 9)
        return replace(start, columns={**start.columns, "ammo": full})

    return wrong


def _free(made: Any) -> Any:
    def wrong(self: Any, *args: Any) -> Any:
        return made(self, *args) & False

    return wrong


def _without(what: int) -> Callable[..., Any]:
    def wrong(made: Any) -> Any:
        def alarm(self: Any, field: Battlefield, at: Array) -> None:
            field.columns["alarm"][at] &= ~what
            made(self, field, at)

        return alarm

    return wrong


def _later(made: Any) -> Any:
    def wrong(self: Any, key: str, rounds: Any, round_: int, **more: Any) -> Any:
        return made(self, key, rounds + (not isinstance(rounds, int)), round_, **more)

    return wrong


def _noticed(made: Any) -> Any:
    return lambda self, who, arm, marks, unnoticed: made(self, who, arm, marks, 0 * arm)


MUTANTS: dict[str, tuple[Any, str, Callable[[Any], Any]]] = {
    "Saves know no condition": (plans.PlanMaker, "save", _no_marks()),
    "checks know no condition": (plans.PlanMaker, "stat", _no_marks()),
    "cover keeps nothing off": (plans.PlanMaker, "harm", _no_marks()),
    "who is unnoticed has no Advantage": (plans.PlanColumns, "attack", _noticed),
    "the forecast begins with full magazines": (preparing, "start_of", _wrong_magazine),
    "reloading is free": (hands.Hands, "make_ready", _free),
    "a slow start does not end": (ChromeGame, "begin_turns", lambda made: _nothing),
    "a lost turn is not over, and nobody bleeds": (ChromeGame, "end_turns", lambda made: _nothing),
    "nobody sees an Operator die": (queue.Queue, "_alarm", _without(WITNESS)),
    "a fumbled Prime Save shakes nobody else": (queue.Queue, "_alarm", _without(SHAKEN)),
    "who panics unsettles nobody": (queue.Queue, "_unsettle", lambda made: _nothing),
    "who is unconscious wakes a round later": (Fighter, "lie_down", _later),
}


@pytest.mark.deep
@pytest.mark.timeout(900)
@pytest.mark.parametrize("mutant", MUTANTS)
def test_one_thing_that_is_wrong_is_found(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each would be a forecast that forgets something."""
    owner, name, wrong = MUTANTS[mutant]
    monkeypatch.setattr(owner, name, wrong(getattr(owner, name)))
    with pytest.raises((AssertionError, RollRefused)):
        MidTurn(ChromeSide(), seed=4).play(6_000)


# ---- what plans depend on


def _plan(context: RulesContext, who: CombatantId, target: CombatantId) -> Any:
    """The numbers of an attack with the first weapon."""
    arms = arms_of(context.combatant(who))
    command = do.Attack(who=who, target=target, weapon=arms[0].key, band=plans.band_of(arms[0]))
    made = plan_attack(context, command)
    return roll_of(made.test), roll_of(made.save), replace(made.harm, soak=made.soaked)


@pytest.mark.parametrize("times", [60, pytest.param(2_000, marks=pytest.mark.deep)])
def test_an_attack_depends_on_no_field_that_plans_are_not_made_by(times: int) -> None:
    """Each field is given another value by its own events, in random states; the unconscious make no Save."""
    found = reads(ChromeSide(), _plan, times=times)
    assert ("who", "marks") in found
    assert ("target", "marks") in found
    assert not found - {("who", "marks"), ("target", "marks"), ("target", "health")}


# ---- the exact reading of rolls against the table


@pytest.mark.rule("CHR-13", "CHR-15", "CHR-17", "CHR-18", "CHR-19")
def test_each_face_of_a_test_comes_to_what_the_odds_say() -> None:
    """Stat Checks and Saves of random people, every face by the procedure of the table."""
    rng = random.Random(5)
    for _ in range(4):
        context = ChromeSide().scene(rng).context
        one = next(each for each in members_of(context) if character.is_operator(each))
        plan = plan_check(context, one, rng.choice(("combat", "speed", "reflex", "body")))
        plan = replace(plan, edges=(), dice=1)
        counts = [0] * 4
        for face in range(100):
            part = checks.roll_check(Resolution(context), plan, "save")
            asked: Any = next(part)
            while not isinstance(asked, tuple):
                asked = part.send(Chosen(option="no"))
            try:
                part.send((accept(asked[0], Faces(values=(face,))),))
            except StopIteration as done:
                counts[checks.number_of(done.value)] += 1
        numbers = roll_of(plan)
        assert numbers is not None
        assert [each / 100 for each in counts] == pytest.approx(by_rank(numbers), abs=1e-12)


@pytest.mark.rule("CHR-40", "CHR-49", "CHR-54", "CHR-61", "CHR-63")
def test_other_dice_come_to_what_the_table_reads_off_them() -> None:
    """What a Sever takes, what goes wrong, and every row of the panic table."""
    rng = random.Random(6)
    for _ in range(3):
        context = ChromeSide().scene(rng).context
        one = next(each for each in members_of(context) if character.is_operator(each))
        people = {"who": one.id}
        assert_spread_is_counted(context, severed_place, wounds.sever_plan(context), people)
        mishaps = mishaps_of(context, arms_of(one)[0])
        assert_spread_is_counted(context, rolls.mishap, mishaps, people)
        for conviction in (0, 7, 21):
            rows = panic_rows(context, one.id)
            plan = panic.PanicPlan(conviction=conviction, rows=rows)
            assert_spread_is_counted(context, panic.check, plan, people)
