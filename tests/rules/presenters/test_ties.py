"""A tie side by side as values: cards from entries, what waits by itself and together, and what leads on."""

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import ROOT, CombatantId, EntryId
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Adjust, Command, Next
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.turns import action_budget
from encounter_gui.rules.view import Tie
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

HIT, MISS = (6, 6, 6, 6), (1, 1, 1, 1)


class Three:
    """One, Two and Three act at once, Mark after them; what they do is kept as entries."""

    def __init__(self) -> None:
        """Sets the table up, everybody with four dice to shoot, three to resist, and nothing to wear."""
        self.table = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
        sheet = {"strength": 3, "firearms": 4, "throwing": 4, "pain_resistance": 3}
        items = ["baretta_96f", "grenade"]
        self.tied = [
            self.table.join(
                name,
                side="pc",
                items=items,
                held="grenade" if name == "Three" else "baretta_96f",
                dexterity=4,
                **sheet,
            )
            for name in ("One", "Two", "Three")
        ]
        self.mark = self.table.join("Mark", dexterity=1, dodge=4, **sheet)
        self.table.begin(1, 1, 1, 1)
        self.entries: list[Entry] = []

    def play(self, command: Command, *faces: int) -> None:
        """Plays a command and keeps its entry."""
        self.table.play(command, *faces)
        last = self.table.last
        assert last is not None
        data = {"do": command.__struct_config__.tag, **_fields(command)}
        self.entries.append(
            Entry(
                id=EntryId(len(self.entries) + 1),
                parent=EntryId(len(self.entries)) if self.entries else ROOT,
                label=last.label,
                command=data,
                rolls=self.table.rolls,
                reasons=last.reasons,
                events=last.events,
            )
        )

    def shoot(self, place: int, *faces: int, target: CombatantId | None = None) -> None:
        """Has one of the tied shoot, by default at Mark."""
        self.play(do.Attack(who=self.tied[place], target=target or self.mark), *faces)

    @property
    def tie(self) -> Tie:
        """The tie as it stands."""
        found = self.table.system.tie(self.table.context, reversed(self.entries))
        assert found is not None
        return found


def _fields(command: Command) -> dict[str, object]:
    return {name: getattr(command, name) for name in command.__struct_fields__}


def _asked_for_a_tie_of(count: int, patch: pytest.MonkeyPatch) -> int:
    """How often it is asked whether somebody takes part, when so many act at once and nobody has acted yet."""
    table = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
    for place in range(count):
        table.join(f"Nr. {place}", side="pc", dexterity=4)
    table.begin(*[1] * count)
    asked, takes_part = [], action_budget.takes_part

    def counted(combatant: Combatant, slot: Slot) -> bool:
        asked.append(combatant.id)
        return takes_part(combatant, slot)

    with patch.context() as patched:
        patched.setattr(action_budget, "takes_part", counted)
        tie = table.system.tie(table.context, ())
    assert tie is not None
    assert len(tie.members) == count
    return len(asked)


def test_a_tie_of_many_walks_over_its_slots_once_not_once_for_each_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a tie of 180 among 1,000 a start and each Next walked over 180 slots 180 times."""
    few, many = (_asked_for_a_tie_of(count, monkeypatch) for count in (5, 50))
    assert many <= 10 * few


@pytest.fixture
def three() -> Three:
    """Three at once."""
    return Three()


@pytest.mark.rule("D6P-15")
def test_what_waits_is_shown_by_itself_and_what_it_comes_to_together(three: Three) -> None:
    """Two wound the same: each column has its own wounds, the foot both."""
    health = three.table.gauge(three.mark)
    three.shoot(0, *HIT, *[2] * 6, 1, 1, 1)
    three.shoot(1, *HIT, *[1] * 6, 1, 1, 1)
    tie = three.tie
    first, second, third = tie.members
    assert [each.sum for each in (*first.waits, *second.waits)] == ["9 wounds", "3 wounds"]
    assert third.waits == third.results == ()
    for member, lost in ((first, 9), (second, 3)):
        gauge = member.waits[0].gauge
        assert gauge is not None
        assert (gauge.before.current, gauge.after.current) == (health, health - lost)
    assert [change.gauges[0].after.current for change in tie.changes] == [health - 12]
    assert three.table.gauge(three.mark) == health


@pytest.mark.rule("D6P-15")
def test_nothing_is_applied_before_all_have_acted(three: Three) -> None:
    """What leads on is nothing, then Apply; who is downed by hand is waited for no longer."""
    three.shoot(0, *HIT, *[2] * 6, 1, 1, 1)
    assert [each.name for each in three.tie.to_act] == ["Two", "Three"]
    assert three.tie.apply is None
    three.shoot(1, *MISS)
    three.table.play(Adjust(who=(three.tied[2],), change="-30"))
    tie = three.tie
    assert not tie.to_act
    assert tie.apply in (do.Apply(), Next())
    assert [each.outcome for each in tie.members[1].results] == ["missed"]


@pytest.mark.rule("D6P-15")
def test_shots_are_numbered_and_their_dice_held_against_what_they_met(three: Three) -> None:
    """Two shots of one: the sum of both, dodge dice in what was to be reached, faces by who rolled."""
    one, mark = three.tied[0], three.mark
    three.play(do.Attack(who=one, target=mark, dodge=2), 1, 2, *HIT, *[2] * 6, 1, 1, 1)
    three.play(do.Attack(who=one, target=mark), *HIT, *[2] * 6, 2, 1, 1)
    member = three.tie.members[0]
    assert [each.title for each in member.results] == ["Attack 1", "Attack 2"]
    attack, damage, resist = member.results[0].rolls
    assert (attack.name, attack.total, attack.against) == ("Attack", "24", "≥ 10 + 3")
    assert (damage.total, resist.name, resist.total) == ("12", "Resist", "3")
    assert attack.faces == ("6", "6", "6", "6")
    assert attack.is_physical
    assert member.waits[0].sum == "9 + 8 = 17 wounds"
    assert member.action == "shoots at Mark, 2 ×"


@pytest.mark.rule("D6P-15", "D6P-41")
def test_a_blast_has_a_card_for_each_it_catches(three: Three) -> None:
    """Each card has the dice of its own target, and each of those waits for its own wounds."""
    two, thrower = three.tied[1:]
    three.play(do.Move(who=thrower, gait="walk", metres=2))
    three.play(do.Throw(who=thrower, metres=4), *HIT)
    caught = tuple(do.Caught(target=each, metres=1) for each in (two, three.mark))
    three.play(do.Blast(who=thrower, targets=caught), *[6] * 8, *[3] * 20, *[1] * 6)
    member = three.tie.members[2]
    assert [each.title for each in member.results] == ["Throw", "Blast 1", "Blast 2"]
    assert [each.note.partition(" ·")[0] for each in member.results[1:]] == ["Two", "Mark"]
    assert [[row.name for row in each.rolls] for each in member.results[1:]] == [
        ["Attack", "Damage", "Resist"]
    ] * 2
    assert [each.name for each in member.waits] == ["Two", "Mark"]
    assert "walks 2 m" in [each.text for each in member.pills]


@pytest.mark.rule("D6P-15")
def test_cards_are_those_of_this_tie(three: Three) -> None:
    """What came before the turn of the tied, and what has been applied, is not shown again."""
    three.shoot(0, *HIT, *[2] * 6, 1, 1, 1)
    three.shoot(1, *MISS)
    three.play(do.Wait(who=three.tied[2]))
    three.play(three.tie.apply or Next())
    found = three.table.system.tie(three.table.context, reversed(three.entries))
    assert found is None or not found.has_results


@pytest.mark.rule("CHR-26", "CWN-15")
@pytest.mark.parametrize("game", ["chrome", "cwn"])
def test_blocks_and_sides_hold_nothing(game: str) -> None:
    """Whoever acts together there is no tie."""
    table = Table(system_for(game), shipped(game), message_catalog())
    assert table.system.tie(table.context, ()) is None
    state = replace(table.context.state, stage="running", group=0)
    assert table.system.tie(replace(table.context, state=state), ()) is None
