"""What a change of the rules makes, at the real window: the fight on the table is what is looked at first."""

import pytest

from encounter_gui.app.assembly.impact_assembly import impact_panel
from encounter_gui.rules.files.tables import Row

ROW = Row(place=("numbers", "melee_dn"), name="melee_dn")


@pytest.fixture
def panel(sample, qtbot):
    made = impact_panel(
        sample._resources,
        sample.campaigns,
        sample.controller,
        sample.connections.attack,
        sample._rulesets,
    )
    qtbot.addWidget(made)
    made.resize(296, 640)
    made.show()
    yield made
    made.hide()


def changed(sample, value):
    """The own rules of the campaign with a number typed over, and the newest version of them."""
    workshop = sample.campaigns.campaign.own_rules.workshop("d6pool")
    table = next(each for each in workshop.draft.tables if each.key == "numbers")
    column = table.column(("value",))
    return workshop, workshop.draft.typed([("numbers", "melee_dn", "value")], column, value)


def show(qtbot, panel, before, after):
    with qtbot.waitSignal(panel.controller.ended, timeout=60_000):
        panel.show_change(before, after, ROW, None)


def test_who_attacks_whom_on_the_table_is_looked_at(sample, panel, qtbot):
    workshop, draft = changed(sample, "14")
    show(qtbot, panel, workshop.saved, workshop.draft)
    form = sample.connections.attack.form
    target = next(each.chosen for each in form.fields if each.key == "target")
    who, whom = (chooser.currentText() for chooser in panel.attack.choosers.values())
    combatants = sample.controller.context.state.combatants
    assert (who, whom) == (combatants[form.actor].name, combatants[target].name)
    assert panel.against.text() == "against the book"
    assert draft.rules.data


def test_the_newest_version_is_named_and_the_fight_is_counted(sample, panel, qtbot):
    workshop, draft = changed(sample, "14")
    workshop.put(draft)
    workshop.save()
    _, other = changed(sample, "12")
    show(qtbot, panel, workshop.saved, other)
    assert panel.against.text() == "against version 1"
    assert "for everybody" in panel.affected.rest.text()
    assert panel.forecast.bars.accessibleName().startswith("Forecast, ")


def test_the_fight_goes_on_while_it_is_worked_out(sample, panel, qtbot):
    """Nothing of what is worked out reaches the fight: its state and its rules are as they were."""
    workshop, draft = changed(sample, "14")
    before = sample.controller.context
    show(qtbot, panel, workshop.saved, draft)
    assert sample.controller.context.state is before.state
    assert sample.controller.context.ruleset is before.ruleset


def test_what_is_carried_in_the_fight_follows_without_a_look_into_the_file(sample, panel, qtbot):
    """It is worked out in another thread, which must not read the campaign's file: there it could not be read."""
    workshop = sample.campaigns.campaign.own_rules.workshop("d6pool")
    combatants = sample.controller.context.state.combatants.values()
    carried = {item.sort for each in combatants for item in each.items}
    table = next(each for each in workshop.draft.tables if each.key == "weapons")
    column = table.column(("values", "damage"))
    row = next(
        each
        for each in workshop.draft.rows(table)
        if each.place[1] in carried
        and isinstance(workshop.draft.value((*each.place, "values", "damage")), int)
    )
    draft = workshop.draft.typed([(*row.place, *column.path)], column, "19")
    with qtbot.waitSignal(panel.controller.ended, timeout=60_000):
        panel.show_change(workshop.saved, draft, row, table)
    assert panel.attack.head.note == "exact, nothing simulated"
    assert panel.forecast.reason.isHidden()
    assert len(panel.forecast.bars.marks()) == 2
