"""Groups as such: who is meant by so many of them, and that the rules go on seeing each of them, in all four games."""

from collections.abc import Sequence

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.by_hand.crowds import (
    ChosenRows,
    Crowd,
    aimed,
    crowd_of,
    read_count,
    some_of,
)
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.presenters.groups import with_groups
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.view import GaugeCell, Row, SlotsCell
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

GAMES = ("chrome", "cwn", "d6pool", "phases")


@pytest.fixture(params=GAMES)
def table(request: pytest.FixtureRequest) -> Table:
    """A table of each game with six of one creature in a group."""
    made = Table(system_for(request.param), shipped(request.param), message_catalog())
    gang(made, 6)
    return made


def gang(table: Table, count: int) -> tuple[CombatantId, ...]:
    """Has so many of one creature join as a group."""
    known = set(table.context.state.combatants)
    creature = next(each for each in table.context.ruleset.creatures if each.side == "foe")
    table.play(do.Add(creature=creature.key, count=count, side="foe", is_group=True))
    return tuple(who for who in table.context.state.combatants if who not in known)


def everybody(table: Table) -> tuple[CombatantId, ...]:
    """All who are there, in the order of joining."""
    return tuple(table.context.state.combatants)


def out(table: Table) -> set[CombatantId]:
    """Those who are out of the fight."""
    return {row.who for row in table.system.rows(table.context) if row.is_out}


def crowd(table: Table, who: CombatantId) -> Crowd:
    """The group of somebody."""
    found = crowd_of(table.context.state, who, out(table).__contains__)
    assert found is not None
    return found


def group_row(table: Table) -> Row:
    """The row of the group."""
    context = table.context
    rows = with_groups(table.system.rows(context), context.state, context.texts)
    (row,) = (row for row in rows if row.members)
    return row


def pool(cells: Sequence[object]) -> list[tuple[int, int]]:
    """What is left of what, in the cells that count."""
    gauges = [(each.current, each.high) for each in cells if isinstance(each, GaugeCell)]
    return gauges + [(each.left, each.total) for each in cells if isinstance(each, SlotsCell)]


def test_the_order_begins_with_who_stands_for_the_row(table: Table) -> None:
    """From the third on it is the third, fourth … and then the first."""
    ids = everybody(table)
    found = crowd(table, ids[0])
    assert some_of(table.context, found, 5, "first", ids[2]) == (*ids[2:], ids[0])
    assert some_of(table.context, found, 2, "first", ids[0]) == ids[:2]


def test_the_hurt_come_first_or_last(table: Table) -> None:
    """Who has lost most is finished first, or spared, as is said; among equals it is the order of joining."""
    ids, ruleset = everybody(table), table.context.ruleset
    hurt = ids[4]
    if ruleset.main_gauge is not None:
        by = 1 if ruleset.main_gauge.is_harm else -1
        table.happen(ev.GaugeChanged(who=hurt, gauge=ruleset.main_gauge.key, by=by))
    else:
        place = ruleset.locations[0].key
        table.happen(ev.LocationChanged(who=hurt, location=place, level=1))
    found = crowd(table, ids[0])
    alike = {table.combatant(each).gauges.get("hp") for each in ids if each != hurt}
    if len(alike) > 1:
        pytest.skip("dice made them differ from the beginning")
    assert some_of(table.context, found, 2, "hurt") == (hurt, ids[0])
    assert some_of(table.context, found, 6, "unhurt")[-1] == hurt


@pytest.mark.parametrize("text", ["0", "7", "-2", "x", "", "1.5", "²"])
def test_a_count_that_cannot_be_is_refused(table: Table, text: str) -> None:
    """It says the name, how many stand, and what can be typed."""
    found = crowd(table, everybody(table)[0])
    with pytest.raises(RuleError) as caught:
        read_count(text, found)
    words = table.context.texts.sentence(caught.value.message)
    assert "1 to 6, or all" in words
    assert found.name in words


def test_all_are_those_who_stand(table: Table) -> None:
    """Who was removed, went over to another side or left the group is none of them."""
    ids = everybody(table)
    table.play(do.Remove(who=(ids[0],)))
    table.play(do.ChangeSide(who=(ids[1],), to="ally"))
    found = crowd(table, ids[5])
    assert found.standing == ids[2:]
    assert read_count("all", found) == read_count("4", found) == 4
    assert crowd(table, ids[1]).standing == (ids[1],)
    table.play(do.Group(who=(ids[5],), on=False))
    assert crowd_of(table.context.state, ids[5], out(table).__contains__) is None


def test_whom_did_i_mean(table: Table) -> None:
    """peers2.md, L6: rows beside a group are meant as they are; of the group so many as typed, nobody twice."""
    table.join("Marrow", side="pc")
    *ids, marrow = everybody(table)
    chosen = ChosenRows(rows=(marrow, ids[0], ids[1]), crowds=frozenset({ids[0]}))
    found = aimed(table.context, chosen, "3", "first", out(table))
    assert found.targets == (marrow, *ids[:3])
    assert (found.sizes, found.beside, found.complaint) == ((6,), 2, None)
    wrong = aimed(table.context, chosen, "9", "first", out(table))
    assert wrong.complaint is not None
    gone = ChosenRows(rows=(CombatantId("nobody"), ids[0]), crowds=frozenset({ids[0]}))
    assert aimed(table.context, gone, "all", "first", out(table)).targets == tuple(ids)


def test_damage_does_not_roll_over(table: Table) -> None:
    """peers2.md, L4: what one of a crowd cannot take falls on nobody else, by hand, in its preview and in the table."""
    ids = everybody(table)
    key = table.context.ruleset.main_gauge
    if key is None:
        pytest.skip("wounds have places")
    for each in ids:
        now = table.gauge(each, key.key)
        if not key.is_harm:
            table.happen(ev.GaugeChanged(who=each, gauge=key.key, by=3 - now))
    before = [table.gauge(each, key.key) for each in ids[1:]]
    command = do.Damage(targets=(do.DamageTarget(who=ids[0]),), amount=8, way="raw")
    preview = table.system.damage_preview(table.context, command)
    assert [row.who for row in preview.rows] == [ids[0]]
    table.play(command)
    assert [table.gauge(each, key.key) for each in ids[1:]] == before
    assert out(table) <= {ids[0]}
    assert preview.lost + preview.over == 8


def test_pool_and_heads_agree(table: Table) -> None:
    """peers2.md, L5: who leaves takes what they had out of the row; joining a group changes nobody's health."""
    ids = everybody(table)
    whole = group_row(table)
    alone = {row.who: row for row in table.system.rows(table.context)}

    def sums(who: Sequence[CombatantId]) -> list[tuple[int, int]]:
        pools = [pool(list(alone[each].cells.values())) for each in who]
        return [
            (sum(a for a, _ in each), sum(b for _, b in each)) for each in zip(*pools, strict=True)
        ]

    assert pool(list(whole.cells.values())) == sums(ids)
    state = table.context.state
    table.play(do.Remove(who=ids[:2]))
    assert pool(list(group_row(table).cells.values())) == sums(ids[2:])
    assert group_row(table).cells["name"].words().endswith("×4")
    assert len(group_row(table).members) == 4
    table.play(do.Group(who=(ids[2],), on=False))
    apart = table.context.state
    table.play(do.Group(who=(ids[2],)))
    for each in ids[2:]:
        together, single = table.combatant(each), apart.combatants[each]
        assert together.gauges == single.gauges == state.combatants[each].gauges
        assert together.conditions == single.conditions
        assert together.locations == single.locations


def test_names_of_many_are_counted_and_all_are_named_behind(table: Table) -> None:
    """Four of a group are a count in the log; the arithmetic names each; two are named in the line."""
    ids = everybody(table)
    texts = table.context.texts
    name = table.combatant(ids[0]).group
    table.play(do.Flag(who=ids[:4], flag="hidden"))
    assert table.last is not None
    assert f"{name} ×4" in texts.sentence(table.last.label)
    told = " ".join(texts.sentence(reason.text) for reason in table.last.reasons)
    assert all(table.combatant(each).name in told for each in ids[:4])
    table.play(do.Flag(who=ids[:2], flag="hidden", on=False))
    words = texts.sentence(table.last.label)
    assert all(table.combatant(each).name in words for each in ids[:2])
    assert not [each for each in table.last.reasons if "in all" in texts.sentence(each.text)]


def test_in_a_tie_so_many_are_hurt_at_once() -> None:
    """Four of a group act at once: what the game master does to two of them waits for nobody; all still act."""
    table = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
    ids = gang(table, 4)
    table.begin(3, 3, 3, 3)
    assert set(table.context.state.acting) == set(ids)
    before = [table.gauge(each) for each in ids]
    found = aimed(
        table.context,
        ChosenRows(rows=(ids[0],), crowds=frozenset({ids[0]})),
        "2",
        "first",
        out(table),
    )
    targets = tuple(do.DamageTarget(who=each) for each in found.targets)
    table.play(do.Damage(targets=targets, amount=1, way="raw"))
    assert [table.gauge(each) for each in ids] == [before[0] - 1, before[1] - 1, *before[2:]]
    assert not table.context.state.held
    assert set(table.context.state.acting) == set(ids)
    assert crowd(table, ids[0]).standing == ids
