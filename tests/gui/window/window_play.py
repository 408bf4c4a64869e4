"""Random play in the window: any commands in any order, each shown and painted, then the same fight opened anew.

``python -m tests.gui.window.window_play --commands 10000 chrome cwn`` prints for each game how many were played and how
long one took in each quarter of the fight.
"""

import argparse
import os
import sys
import time
import traceback
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Choice
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.gui.control.settings import Settings
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.model.commands import Command, Note, Setup
from encounter_gui.storage.campaign import Campaign
from tests.play.random_play import SYSTEMS, RandomTable

BOUT = 150
"""After so many commands everybody is fresh again: the dead do nothing."""


def lay(path: Path, system: str) -> None:
    """Makes a campaign with an encounter of the ruleset that the random tests of a game play by."""
    table = RandomTable(system, 1)
    with Campaign.create(path, "Random") as campaign:
        encounter = campaign.new_encounter("Random", table.context.ruleset)
        session = EncounterSession(campaign, encounter, Log(EncounterState()), table.session.game)
        session.perform(Setup(name="Random", ruleset=table.context.ruleset.id))


class WindowTable(RandomTable):
    """One table whose commands go through the window, as everything does that is clicked."""

    def __init__(self, program: Program, system: str, seed: int) -> None:
        """Takes the program, with the campaign open that ``lay`` has made."""
        super().__init__(system, seed)
        self.program = program
        self.session = program.controller.session
        self.taken: list[float] = []

    def run(self, count: int) -> None:
        """Plays so many commands, with undo and redo in between."""
        for number in range(count):
            if number % BOUT == 0:
                self.refresh()
            begun = time.process_time()
            self.step()
            QCoreApplication.processEvents()
            self.taken.append((time.process_time() - begun) * 1000)

    def refresh(self) -> None:
        """Puts everybody back as they were at first."""
        self.program.controller.put_off()
        gone = tuple(ev.CombatantRemoved(who=each) for each in self.session.state.combatants)
        come = tuple(ev.CombatantAdded(combatant=each) for each in self.start.combatants.values())
        outcome = Outcome(label=say("rules.log.note", text="fresh"), events=(*gone, *come))
        self.session.commit(Note(text="fresh"), outcome, ())

    def play(self, command: Command) -> None:
        """Plays a command and answers what it asks; now and then it is left for later."""
        controller, before = self.program.controller, len(self.session.log)
        self.steps.append(repr(command))
        self.commands += 1
        controller.view_head()
        if self.session.state.combatants:
            controller.select((self.random.choice(tuple(self.session.state.combatants)),))
        if not controller.start(command, ask=self.random.random() < 0.1):
            self.refused += 1
        for _ in range(500):
            waits = controller.waits_for
            if waits is None:
                break
            if self.random.random() < 0.03:
                controller.put_off()
            elif isinstance(waits, Choice):
                controller.choose(self.random.choice(waits.options))
            else:
                controller.answer([None] * len(waits))
        assert controller.waits_for is None, "a command never ends"
        self.entries += len(self.session.log) - before
        self.check_state()

    def undo_and_redo(self) -> None:
        """Takes back some gestures and plays them again."""
        count = self.random.randint(1, 4)
        self.steps.append(f"undo, redo {count}")
        for act in (self.program.controller.undo, self.program.controller.redo):
            for _ in range(count):
                act()
        self.undone += count

    def take_back(self) -> None:
        """Takes back a gesture or a turn, or looks at one of before, to play on from there."""
        self.steps.append("undo")
        controller, chance = self.program.controller, self.random.random()
        if chance < 0.3:
            controller.undo_turn()
        elif chance < 0.6:
            controller.view_entry(self.random.choice(self.session.log.path()).id)
            QCoreApplication.processEvents()
            controller.view_head()
        else:
            controller.undo()
        self.undone += 1

    @property
    def text(self) -> str:
        """How many commands were played, and the median time of one in each quarter, in ms."""
        size = max(1, len(self.taken) // 4)
        quarters = (median(self.taken[each * size : (each + 1) * size]) for each in range(4))
        times = ", ".join(f"{each:.1f}" for each in quarters)
        return (
            f"{self.commands} commands, {self.refused} refused, {self.undone} taken back, "
            f"{len(self.session.log)} entries; a command in each quarter {times} ms"
        )


def main() -> None:
    """Plays each game in a window of its own, opens it anew, and prints the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=SYSTEMS)
    parser.add_argument("--commands", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    application = QApplication.instance() or QApplication(["encounter-gui"])
    assert isinstance(application, QApplication)
    faults: list[str] = []  # what a slot raises is not seen by who calls it
    sys.excepthook = lambda *fault: faults.append("".join(traceback.format_exception(*fault)))
    with TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        for system in chosen.systems:
            path = Path(folder, f"{system}.encounter")
            lay(path, system)
            settings = Settings(Path(folder, "settings.ini"))
            program = Program(application, settings, paths.message_catalog(), theme="dark")
            program.campaigns.open(path)
            program.window.show()
            table = WindowTable(program, system, chosen.seed)
            told = len(faults)
            try:
                for _ in range(10):
                    table.run(chosen.commands // 10)
                    print(f"  so far {table.text}; {len(faults)} exceptions", flush=True)
                    for each in dict.fromkeys(faults[told:]):
                        print(each, flush=True)
                    told = len(faults)
            except Exception:
                print("\n".join(table.steps[-8:]))
                raise
            program.controller.put_off()
            session = program.controller.session
            program.campaigns.close()
            program.campaigns.open(path)
            again = program.controller.session
            is_same = again.state == session.state and again.log.path() == session.log.path()
            print(
                f"{system}: {table.text}; {'the same' if is_same else 'ANOTHER'} fight when opened; "
                f"{len(faults)} exceptions",
                flush=True,
            )
            program.end()


if __name__ == "__main__":
    main()
