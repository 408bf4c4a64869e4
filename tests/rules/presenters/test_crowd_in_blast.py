"""A blast into a group: so many of it are caught without its row being unfolded, in every game that has blasts."""

from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import GROUP
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.cwn import commands as cwn_do
from encounter_gui.rules.systems.d6pool import commands as d6pool_do
from encounter_gui.rules.view import AttackForm, FormField
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table
from tests.rules.systems.chrome.conftest import Crew
from tests.rules.systems.cwn.bout import Bout
from tests.rules.systems.d6pool.conftest import Duel

Gunmen = tuple[CombatantId, ...]


class Blast:
    """A table at which the next thing is a grenade among five gunmen, who stand in one row."""

    def __init__(self, table: Table, gunmen: Gunmen) -> None:
        """Takes the table and the five."""
        self.table, self.gunmen = table, gunmen
        table.happen(*(ev.MemoSet(who=each, key=GROUP, value="Gunman") for each in gunmen))

    def form(self, **choices: str) -> AttackForm:
        """The form with these choices, aimed at the third of them."""
        return self.table.system.attack_form(
            self.table.context, {"target": self.gunmen[2], **choices}
        )


def chrome() -> Blast:
    """An Operator with a grenade in hand."""
    crew = Crew(shipped("chrome"), message_catalog())
    crew.operator("Flux", CarriedDef(item="frag_grenade", values={"count": 3}), speed=60)
    gunmen = tuple(crew.enemy(f"Gunman {number}", health=30) for number in range(1, 6))
    crew.begin(10)
    return Blast(crew, gunmen)


def cwn() -> Blast:
    """A grenade is in the air."""
    bout = Bout()
    thrower = bout.pc("Op", items=[CarriedDef(item="frag_grenade", values={"count": 3})])
    gunmen = tuple(bout.npc(f"Gunman {number}", hp=30, save=15) for number in range(1, 6))
    bout.start()
    bout.play(cwn_do.Throw(who=thrower, metres=5), 20)
    return Blast(bout, gunmen)


def d6pool() -> Blast:
    """A grenade is in the air."""
    table = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
    duel = Duel(table, held="grenade")
    gunmen = tuple(table.join(f"Gunman {number}") for number in range(1, 6))
    table.begin(3, 3, *[3] * 5)
    table.play(d6pool_do.Throw(who=duel.who, metres=20), 6, 6, 6, 2)
    return Blast(table, gunmen)


@pytest.fixture(params=[chrome, cwn, d6pool])
def blast(request: pytest.FixtureRequest) -> Blast:
    """A grenade among five, in each game that has grenades."""
    made: Blast = request.param()
    return made


def caught(form: AttackForm) -> Gunmen:
    """Whom the command of a form reaches."""
    command: Any = form.command
    assert command is not None, form.why_not
    beside = getattr(command, "caught", None)
    if beside is not None:
        return (command.target, *(each.target for each in beside))
    return tuple(each.target for each in command.targets)


def question(form: AttackForm) -> FormField | None:
    """The question how many of the group are caught; None: it is not asked."""
    return next((each for each in form.fields if each.key == "crowd"), None)


def test_one_is_caught_until_more_are_said(blast: Blast) -> None:
    """The bench asks how many of the five; the target comes first, then who joined after it, then the first."""
    asked = question(blast.form())
    assert asked is not None
    assert (asked.least, asked.most, asked.chosen) == (1, 5, "1")
    assert asked.label == "Gunman of 5"
    one, two, three, four, five = blast.gunmen
    assert caught(blast.form()) == (three,)
    assert caught(blast.form(crowd="3")) == (three, four, five)
    assert caught(blast.form(crowd="4")) == (three, four, five, one)
    assert caught(blast.form(crowd="9")) == (three, four, five, one, two)
    assert caught(blast.form(crowd="0")) == (three,)


def test_each_of_them_is_struck(blast: Blast) -> None:
    """The command is one the rules carry out: nobody of the three is asked for twice."""
    form = blast.form(crowd="3")
    assert form.command is not None
    assert form.why_not == ""
    procedure = blast.table.system.procedure(blast.table.context, form.command)
    asked = next(procedure)
    assert asked


def test_who_went_over_is_in_no_crowd_of_those_they_left(blast: Blast) -> None:
    """A group of two sides is two; and who is alone in one is asked nothing."""
    blast.table.happen(ev.SideChanged(who=blast.gunmen[2], to="neutral"))
    assert question(blast.form()) is None
    assert caught(blast.form(crowd="5")) == (blast.gunmen[2],)
    others = blast.table.system.attack_form(
        blast.table.context, {"target": blast.gunmen[3], "crowd": "5"}
    )
    assert set(caught(others)) == set(blast.gunmen) - {blast.gunmen[2]}


def test_who_was_removed_is_not_caught(blast: Blast) -> None:
    """Those who are gone are no part of how many there are."""
    blast.table.happen(ev.CombatantRemoved(who=blast.gunmen[4]))
    asked = question(blast.form())
    assert asked is not None
    assert asked.most == 4
    assert len(caught(blast.form(crowd="5"))) == 4
