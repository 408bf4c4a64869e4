"""Next passes nobody over who has declared something and not done it, without a word first."""

from encounter_gui import paths
from encounter_gui.app.program import Program


def test_next_says_what_is_declared_and_not_done_before_it_passes_it(sample: Program) -> None:
    """Brandt and Lem act at once, Lem has declared a grenade: Next stops once; the log says what the second passed."""
    controller, step = sample.controller, sample.window.actions_of["next"].trigger
    log, said = controller.session.log, sample.window.log.prompt
    while controller.waits_for is not None or controller.system.owed(controller.context):
        step()
    before, held = log.head, controller.context.state.held
    assert held
    step()
    assert log.head == before
    assert "Lem: grenade at the van" in said.text
    assert "Next again" in said.text
    step()
    assert log.head != before
    label = paths.message_catalog().sentence(log.path()[-1].label)
    assert label.endswith("passed over: Lem: grenade at the van")
    controller.undo()
    assert controller.context.state.held == held
    step()
    assert log.head == before
    assert "Lem: grenade at the van" in said.text
