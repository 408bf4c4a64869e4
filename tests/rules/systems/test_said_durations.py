"""Durations are what was said: stored, shown and ended in the unit in which the game master has said them.

The numbered tests are cases of bugs in other programs, named after what people saw there.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Chosen, Total, accept
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Condition, Duration
from encounter_gui.gui.command_line.grammar.reading import read_line
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.conditions.save_rolls import read_roll
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import units
from encounter_gui.rules.model.commands import Afflict, Finish, Next, Relieve
from encounter_gui.rules.presenters.chips import chips
from encounter_gui.rules.presenters.conditions.previews import afflict_words
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

GAMES = ("chrome", "cwn", "d6pool", "phases")
LASTING = {"chrome": "exposed", "cwn": "flashed", "d6pool": "prone", "phases": "unaware"}
"""A condition of each game that nothing but its duration ends."""


def read_condition_line(
    words: Sequence[str], context: RulesContext, who: tuple[CombatantId, ...]
) -> Afflict:
    """Returns the condition that words behind ``c`` put on those who are selected."""
    line = LineContext(context=context, selected=who, plan_moves=system_for(context.ruleset.system))
    asked = read_line(f"c {' '.join(words)}", line)
    assert isinstance(asked, Afflict)
    return asked


class Easy(Table):
    """A table at which nobody cares for the dice: all fall the same unless a number is given."""

    choice = ""

    def answered(self, asked: Any, left: list[int]) -> Any:
        if not isinstance(asked, tuple):
            return Chosen(option=self.choice or asked.options[0])
        return tuple(
            accept(each, Total(value=left.pop(0) if left else (each.least + each.most) // 2 + at))
            for at, each in enumerate(asked)
        )


def table_of(game: str, people: int = 3) -> tuple[Easy, list[CombatantId]]:
    """Returns a running fight of a game with so many people of both sides, in the turn of the first to act."""
    table = Easy(system_for(game), shipped(game), message_catalog())
    sheets: dict[str, dict[str, Any]] = {
        "chrome": {"health": 8, "kind": "operator"},
        "cwn": {"hp": 20, "kind": "npc"},
        "d6pool": {},
        "phases": {},
    }
    who = [
        table.join(f"One {number}", side="pc" if number % 2 else "foe", **sheets[game])
        for number in range(people)
    ]
    table.play(Next())
    while not table.context.state.acting:
        table.play(Next())
    return table, who


def shown(table: Easy, who: CombatantId, key: str) -> str:
    """Returns what the chip of a condition says of how long it lasts; fails if it is not there."""
    rules = table.system.views().chips
    return next(
        chip.duration
        for chip in chips(table.context, table.combatant(who), rules)
        if chip.key == key
    )


def put(table: Easy, who: CombatantId, key: str, **duration: Any) -> None:
    """Puts a condition on by hand."""
    table.play(Afflict(who=(who,), condition=key, duration=Duration(**duration)))


def pass_round(table: Easy) -> None:
    """Plays to the turn of the first in the next round of the encounter."""
    now = table.context.state.round
    while table.context.state.round == now or not table.context.state.acting:
        table.play(Next())


def to_turn_of(table: Easy, who: CombatantId) -> None:
    """Plays to the next turn of a combatant that has still to begin."""
    table.play(Next())
    while who not in table.context.state.acting:
        table.play(Next())


def not_acting(table: Easy, people: list[CombatantId]) -> CombatantId:
    """Returns somebody whose turn is still to come in this round."""
    state = table.context.state
    return next(slot.who for slot in state.slots if slot.group > state.group and slot.who in people)


# ------------------------------------------------------------------ units


@pytest.mark.parametrize(
    ("game", "known"),
    [
        ("chrome", {"round": 1, "minute": 6, "hour": 360, "day": 8_640}),
        ("cwn", {"round": 1, "minute": 10, "hour": 600, "day": 14_400}),
        ("d6pool", {"turn": 1, "minute": 12, "hour": 720, "day": 17_280}),
        ("phases", {"phase": 1, "round": 4, "minute": 20, "hour": 1_200, "day": 28_800}),
    ],
)
def test_each_game_counts_in_its_own_units(game: str, known: dict[str, int]) -> None:
    """A phase is a quarter of a round (PHA-11); a game without phases has none to offer."""
    assert units(shipped(game).time) == known


@pytest.mark.parametrize("game", ["chrome", "cwn", "d6pool"])
def test_a_game_without_phases_refuses_them(game: str) -> None:
    """Nothing is guessed from a unit the game does not have."""
    table, (one, *_) = table_of(game)
    command = Afflict(who=(one,), condition=LASTING[game], duration=Duration(kind="phase", count=2))
    assert table.refused(command) == "rules.no_such_unit"


# ------------------------------------------------------------------ what was said is what is kept and shown


@pytest.mark.rule("PHA-11")
def test_immobile_2_is_two_rounds_not_half_a_round() -> None:
    """It was kept as two phases."""
    table, (one, *_) = table_of("phases")
    table.play(read_condition_line(["immobile", "2"], table.context, (one,)))
    kept = table.combatant(one).condition("immobile")
    assert kept is not None
    assert kept.duration == Duration(kind="round", count=2)
    assert kept.until is not None
    assert kept.until.round == table.context.state.round + 7
    for left in ("2 rounds", *["2 rounds"] * 3, "1 round", "3 phases", "2 phases", "this phase"):
        assert shown(table, one, "immobile") == left
        pass_round(table)
    assert not table.combatant(one).has("immobile")


@pytest.mark.rule("PHA-64")
def test_stunned_for_two_rounds_is_not_kept_as_one_lost_action() -> None:
    """It costs an action in every phase for as long as it was said, and says so before and after."""
    table, (one, *_) = table_of("phases")
    command = read_condition_line(["stun", "2"], table.context, (one,))
    words = afflict_words(table.system, table.context, command)
    assert "Stunned for 2 rounds" in words
    assert "every phase" in words
    assert "PHA-64" in words
    assert "Stunned · 2 rounds" in words
    table.play(command)
    for _ in range(8):
        assert table.combatant(one).has("stunned")
        assert table.gauge(one, "lost") == 1
        pass_round(table)
    assert not table.combatant(one).has("stunned")
    assert not table.gauge(one, "lost")


@pytest.mark.rule("PHA-64")
def test_a_stun_without_a_duration_is_the_next_action_as_ever() -> None:
    """The rule's own meaning stays where nothing is said."""
    table, (one, *_) = table_of("phases")
    words = afflict_words(table.system, table.context, Afflict(who=(one,), condition="stunned"))
    assert "Loses its next action. (PHA-64)" in words
    table.play(Afflict(who=(one,), condition="stunned"))
    assert table.gauge(one, "lost") == 1
    assert not table.combatant(one).has("stunned")


@pytest.mark.rule("PHA-64")
def test_a_stun_by_dice_does_not_shorten_one_that_was_said() -> None:
    """A hit in the head costs an action more; what was said goes on."""
    from encounter_gui.rules.systems.phases.harm.body_places import stun_events

    table, (one, *_) = table_of("phases")
    put(table, one, "stunned", kind="round", count=1)
    table.happen(*stun_events(table.context, table.combatant(one)))
    kept = table.combatant(one).condition("stunned")
    assert kept is not None
    assert kept.duration == Duration(kind="round", count=1)


@pytest.mark.rule("CHR-38")
def test_shocked_for_two_rounds_costs_both_turns() -> None:
    """Without a duration it is the next turn alone."""
    table, people = table_of("chrome")
    one = people[0]
    put(table, one, "shocked", kind="round", count=2)
    assert shown(table, one, "shocked") == "2 rounds"
    pass_round(table)
    assert shown(table, one, "shocked") == "this round"
    assert table.combatant(one).has("shocked")
    pass_round(table)
    assert not table.combatant(one).has("shocked")


@pytest.mark.rule("CWN-42")
def test_dazzled_for_two_rounds_costs_the_main_of_each() -> None:
    """By the rule it is the next Main alone."""
    table, (one, *_) = table_of("cwn")
    put(table, one, "dazzled", kind="round", count=3)
    for left in ("2 rounds", "this round"):
        pass_round(table)
        assert table.gauge(one, "main") == 1
        assert shown(table, one, "dazzled") == left
    pass_round(table)
    assert not table.combatant(one).has("dazzled")
    assert not table.gauge(one, "main")


@pytest.mark.rule("D6P-35")
def test_stunned_for_two_turns_outlasts_this_one() -> None:
    """By the rule it ends with the turn."""
    table, (one, *_) = table_of("d6pool")
    table.play(read_condition_line(["stun", "2"], table.context, (one,)))
    assert shown(table, one, "stunned") == "2 turns"
    pass_round(table)
    assert shown(table, one, "stunned") == "this turn"
    pass_round(table)
    assert not table.combatant(one).has("stunned")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "duration",
    [
        {"kind": "minute", "count": 2},
        {"kind": "turn_end"},
        {"kind": "turn_start", "count": 2},
        {"kind": "save_ends", "save": "1d20 >= 15"},
        {"kind": "scene"},
        {"kind": "permanent"},
    ],
)
def test_preview_and_chip_say_the_same(game: str, duration: dict[str, Any]) -> None:
    """The preview is a rehearsal of the command, shown by what shows the chip."""
    table, (one, *_) = table_of(game)
    command = Afflict(who=(one,), condition=LASTING[game], duration=Duration(**duration))
    (preview,) = table.system.condition_previews(table.context, command)
    before = table.context.state
    words = afflict_words(table.system, table.context, command)
    assert table.context.state is before
    table.play(command)
    said = {(chip.text, chip.duration) for chip in preview.chips}
    assert all(f"{text} · {lasts}" in words for text, lasts in said)
    assert {lasts for _, lasts in said} == {shown(table, one, LASTING[game])}
    kept = table.combatant(one).condition(LASTING[game])
    assert kept is not None
    assert kept.duration is not None
    assert kept.duration.kind == duration["kind"]
    lanes = [bar.text for bar in table.system.timeline(table.context).effects]
    assert any(shown(table, one, LASTING[game]) in text for text in lanes)


@pytest.mark.parametrize("game", GAMES)
def test_what_lasts_for_the_scene_ends_with_it_and_what_is_permanent_does_not(game: str) -> None:
    """Also where the rules know no scenes."""
    table, (one, other, *_) = table_of(game)
    put(table, one, LASTING[game], kind="scene")
    put(table, other, LASTING[game], kind="permanent")
    table.play(Finish())
    assert not table.combatant(one).has(LASTING[game])
    assert table.combatant(other).has(LASTING[game])


# ------------------------------------------------------------------ boundaries


@pytest.mark.parametrize("game", GAMES)
def test_case_3_a_duration_changed_on_one_of_three_stays_on_the_others(game: str) -> None:
    """Lowering it on one lowered it on all."""
    table, people = table_of(game)
    key = LASTING[game]
    table.play(Afflict(who=tuple(people), condition=key, duration=Duration(kind="minute", count=3)))
    put(table, people[1], key, kind="minute", count=1)
    assert [shown(table, who, key) for who in people] == ["3 min", "1 min", "3 min"]
    table.play(Relieve(who=(people[0],), condition=key))
    assert [table.combatant(who).has(key) for who in people] == [False, True, True]


@pytest.mark.parametrize("game", GAMES)
def test_case_4_until_the_end_of_the_current_actors_turn_does_not_vanish_at_once(
    game: str,
) -> None:
    """Set in that very turn it lasts to the end of the next one; the turn under way has to be said."""
    table, people = table_of(game)
    actor = table.context.state.acting[0]
    bearer = next(who for who in people if who != actor)
    key = LASTING[game]
    put(table, bearer, key, kind="turn_end", whose=actor)
    table.play(Next())
    assert table.combatant(bearer).has(key)
    if actor not in table.context.state.acting:
        to_turn_of(table, actor)
    assert table.combatant(bearer).has(key)
    table.play(Next())
    assert not table.combatant(bearer).has(key)


@pytest.mark.parametrize("game", GAMES)
def test_case_4_until_the_end_of_the_turn_under_way_ends_with_it(game: str) -> None:
    """It is refused for somebody whose turn it is not."""
    table, people = table_of(game)
    actor = table.context.state.acting[0]
    key = LASTING[game]
    put(table, people[1], key, kind="turn_end", whose=actor, count=0)
    table.play(Next())
    assert not table.combatant(people[1]).has(key)
    waiting = next((who for who in people if who not in table.context.state.acting), None)
    if waiting is not None:
        late = Duration(kind="turn_end", whose=waiting, count=0)
        command = Afflict(who=(people[1],), condition=key, duration=late)
        assert table.refused(command) == "rules.not_its_turn_now"


@pytest.mark.parametrize("game", GAMES)
def test_case_4_until_the_start_of_clems_turn_does_not_fire_on_the_first_actor(game: str) -> None:
    """It waits for whose turn was said."""
    table, people = table_of(game, 4)
    clem = not_acting(table, people)
    bearer, key = people[0], LASTING[game]
    put(table, bearer, key, kind="turn_start", whose=clem)
    while clem not in table.context.state.acting:
        assert table.combatant(bearer).has(key)
        table.play(Next())
    assert not table.combatant(bearer).has(key)


@pytest.mark.parametrize("game", GAMES)
def test_case_5_an_effect_placed_before_the_targets_turn_ends_at_its_next_turn(game: str) -> None:
    """Not a round later, because the target has still to act in this round."""
    table, people = table_of(game)
    target = not_acting(table, people)
    put(table, target, LASTING[game], kind="turn_end")
    now = table.context.state.round
    to_turn_of(table, target)
    assert table.context.state.round == now
    assert table.combatant(target).has(LASTING[game])
    table.play(Next())
    assert not table.combatant(target).has(LASTING[game])


@pytest.mark.parametrize("game", GAMES)
def test_case_6_an_effect_of_one_round_on_the_first_in_the_order_does_not_last_two(
    game: str,
) -> None:
    """The round under way counts; one to its next turn ends when that turn begins, in the next round."""
    table, _people = table_of(game)
    first = table.context.state.acting[0]
    key = LASTING[game]
    unit = next(iter(units(table.context.ruleset.time)))
    put(table, first, key, kind=unit, count=1)
    pass_round(table)
    assert not table.combatant(first).has(key)
    table, _ = table_of(game)
    first = table.context.state.acting[0]
    now = table.context.state.round
    put(table, first, key, kind="turn_start")
    to_turn_of(table, first)
    if table.context.state.round > now:
        assert table.context.state.round == now + 1
    assert not table.combatant(first).has(key)


@pytest.mark.parametrize("game", GAMES)
def test_case_7_back_over_a_round_boundary_and_forward_again_is_the_same_state(game: str) -> None:
    """The events of the step lead to the same state as often as they are replayed, conditions included."""
    table, people = table_of(game)
    put(table, people[0], LASTING[game], kind=next(iter(units(table.context.ruleset.time))))
    put(table, people[1], LASTING[game], kind="turn_end", whose=people[2])
    put(table, people[2], LASTING[game], kind="save_ends", save="1d20 >= 1")
    now = table.context.state.round
    while table.context.state.round == now:
        before = table.context.state
        table.play(Next())
    assert table.last is not None
    assert fold(before, table.last.events) == table.context.state


@pytest.mark.rule("CWN-15")
def test_case_17_the_turn_that_is_waited_for_stays_whose_it_was_when_places_are_swapped() -> None:
    """A condition to the end of a turn follows the combatant, not the place in the order."""
    table, people = table_of("cwn", 4)
    state = table.context.state
    target = not_acting(table, people)
    put(table, people[0], "flashed", kind="turn_end", whose=target)
    command = table.system.reorder_command(table.context, target, None)
    if command is not None:
        table.play(command)
    while target not in table.context.state.acting:
        assert table.combatant(people[0]).has("flashed")
        table.play(Next())
    table.play(Next())
    assert not table.combatant(people[0]).has("flashed")
    assert table.context.state.combatants.keys() == state.combatants.keys()


@pytest.mark.rule("D6P-16")
def test_the_second_action_of_a_turn_is_a_turn_of_its_own_to_wait_for() -> None:
    """Until the end of the next turn, said in the first action of somebody fast, ends with the second."""
    table, people = table_of("d6pool", 2)
    state = table.context.state
    twice = [slot for slot in state.slots if slot.lane]
    if not twice:
        pytest.skip("nobody acts twice with these dice")
    fast = twice[0].who
    while fast not in table.context.state.acting:
        table.play(Next())
    put(table, people[0], "prone", kind="turn_end", whose=fast)
    table.play(Next())
    assert table.combatant(people[0]).has("prone")


# ------------------------------------------------------------------ saves


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("rolled", "lasts"), [(14, True), (15, False)])
def test_a_save_that_was_said_is_owed_at_the_end_of_each_own_turn(
    game: str, rolled: int, lasts: bool
) -> None:
    """The program asks for the dice that were said; what is missed is owed again after the next turn."""
    table, people = table_of(game)
    target = not_acting(table, people)
    put(table, target, LASTING[game], kind="save_ends", save="d20 15+")
    to_turn_of(table, target)
    assert not any(each.kind == "save_ends" for each in table.context.state.obligations)
    table.play(Next(), rolled)
    assert table.combatant(target).has(LASTING[game]) is lasts
    if lasts:
        to_turn_of(table, target)
        table.play(Next(), 20)
        assert not table.combatant(target).has(LASTING[game])


def test_a_save_in_words_is_answered_by_the_game_master() -> None:
    """The rules of the game have no such save: then it is asked what came of it."""
    table, people = table_of("cwn")
    target = not_acting(table, people)
    put(table, target, "flashed", kind="save_ends", save="Luck")
    to_turn_of(table, target)
    table.choice = "rules.option.save_lasts_on"
    table.play(Next())
    assert table.combatant(target).has("flashed")
    table.choice = "rules.option.save_ends"
    to_turn_of(table, target)
    table.play(Next())
    assert not table.combatant(target).has("flashed")


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("1d20 >= 15", "1d20 ≥ 15"),
        ("d20 15+", "1d20 ≥ 15"),
        ("3d6<=12", "3d6 ≤ 12"),
        ("1d20+2 ≥ 15", "1d20+2 ≥ 15"),
        ("Luck", None),
        ("d20 15", None),
        ("0d6 >= 1", None),
    ],
)
def test_what_is_rolled_for_a_save_is_read(typed: str, text: str | None) -> None:
    """Dice and a number to reach are rolled by the program, anything else is words."""
    roll = read_roll(typed)
    assert (roll.text if roll else None) == text


# ------------------------------------------------------------------ what is typed


@pytest.mark.parametrize(
    ("line", "key", "duration"),
    [
        ("stun 2", "stunned", Duration(kind="round", count=2)),
        ("stun 2 phases", "stunned", Duration(kind="phase", count=2)),
        ("stun for 3 min", "stunned", Duration(kind="minute", count=3)),
        ("stunned", "stunned", None),
        ("prone save", "prone", Duration(kind="save_ends")),
        ("prone save 3d6 <= 12", "prone", Duration(kind="save_ends", save="3d6 <= 12")),
        ("off bal scene", "off_balance", Duration(kind="scene")),
        ("prone perm", "prone", Duration(kind="permanent")),
        ("prone until start", "prone", Duration(kind="turn_start")),
        ("prone until end of this turn", "prone", Duration(kind="turn_end", count=0)),
        ("prone 2 turns", "prone", Duration(kind="turn_end", count=2)),
    ],
)
def test_a_line_is_read_as_condition_and_duration(
    line: str, key: str, duration: Duration | None
) -> None:
    """A bare number is in rounds; what follows the longest name that fits is the duration."""
    table, (one, *_) = table_of("phases")
    found = read_condition_line(line.split(), table.context, (one,))
    assert (found.condition, found.duration) == (key, duration)


def test_flashed_until_end_5_waits_for_number_5() -> None:
    """The number is that of the table."""
    table, people = table_of("cwn", 5)
    number = table.combatant(people[4]).number
    line = ["flashed", "until", "end", str(number)]
    found = read_condition_line(line, table.context, (people[0],))
    assert found.duration == Duration(kind="turn_end", whose=people[4])


def test_a_name_with_a_number_is_no_duration() -> None:
    """“In cover 75 %” was put on as cover of 50 % for 75 turns."""
    table, (one, *_) = table_of("d6pool")
    found = read_condition_line(["in", "cover", "75"], table.context, (one,))
    assert (found.condition, found.duration) == ("cover_75", None)


@pytest.mark.parametrize("line", ["prone 0", "prone 5000", "prone until lunch", "prone 2 weeks"])
def test_what_is_no_duration_is_refused_with_what_is(line: str) -> None:
    """Nothing is put on for another time than was meant."""
    table, (one, *_) = table_of("cwn")
    with pytest.raises(RuleError) as caught:
        read_condition_line(line.split(), table.context, (one,))
    text = table.context.texts.text(caught.value.message)
    assert "rounds" in text or "1 to 999" in text


def test_a_condition_that_was_stored_without_a_duration_is_read_as_before() -> None:
    """Old files have none."""
    assert Condition(key="prone").duration is None


# ------------------------------------------------------------------ whom it fits


@pytest.mark.rule("CWN-42", "CWN-65", "CWN-66")
@pytest.mark.parametrize("key", ["flashed", "dazzled", "broken", "mortally_wounded", "olympus"])
def test_a_drone_has_no_eyes_no_courage_and_no_wounds(key: str) -> None:
    """A condition by hand fits whom it is put on; the refusal says why."""
    table, _ = table_of("cwn")
    drone = table.join("Mouse", kind="drone", hp=5)
    assert table.refused(Afflict(who=(drone,), condition=key)) == "cwn.unfit_drone"
    table.play(Afflict(who=(drone,), condition="prone"))


@pytest.mark.rule("CHR-11")
@pytest.mark.parametrize("key", ["grit", "panic_due", "frenzy", "favoured"])
def test_an_enemy_that_never_rolls_gets_nothing_that_changes_rolls(key: str) -> None:
    """Enemies have no Stats, no Saves, no Panic."""
    table, _ = table_of("chrome")
    foe = table.join("Thug", health=4)
    assert table.refused(Afflict(who=(foe,), condition=key)) == "chrome.unfit_enemy"


@pytest.mark.rule("PHA-64")
def test_who_is_down_is_not_stunned() -> None:
    """There is no action to lose."""
    table, (one, *_) = table_of("phases")
    table.play(Afflict(who=(one,), condition="unconscious"))
    assert table.refused(Afflict(who=(one,), condition="stunned")) == "phases.unfit_down"


@pytest.mark.parametrize("game", ["cwn", "phases"])
def test_the_dead_get_no_more_conditions(game: str) -> None:
    """Refused for the whole command: nobody of several has it then."""
    table, (one, other, *_) = table_of(game)
    table.play(Afflict(who=(one,), condition="dead"))
    command = Afflict(who=(other, one), condition="prone")
    assert table.refused(command) == "rules.unfit_dead"
    assert not table.combatant(other).has("prone")
