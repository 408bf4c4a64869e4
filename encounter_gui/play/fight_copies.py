"""Copies of fights: another one with the same history, and those in which rules are tried."""

from collections.abc import Mapping

from encounter_gui.core.ids import EncounterId
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.session.entry_store import copy_entries
from encounter_gui.storage.campaign import Campaign

_TRIALS = "rules.copies"


class FightCopies:
    """The copies of fights in a campaign file. Methods raise ``SaveError`` where the file does not let them."""

    def __init__(self, file: Campaign) -> None:
        """Takes the file."""
        self._file = file

    def copy(self, encounter: EncounterId, name: str) -> EncounterId:
        """Makes a copy of a fight with its history up to where it stands."""
        loaded = self._file.load(encounter)
        log = Log(EncounterState(), loaded.entries, loaded.head)
        with self._file.together():
            made = self._file.new_encounter(name, loaded.ruleset)
            copy_entries(log.path(), self._file, made)
            self._file.prepared.put_plan(made, self._file.prepared.plan(encounter))
        return made

    def mark(self, made: EncounterId, encounter: EncounterId) -> None:
        """Notes that an encounter is a copy of a fight in which rules are tried."""
        self._keep({**self.trials, made: encounter})

    @property
    def trials(self) -> Mapping[EncounterId, EncounterId]:
        """The copies in which rules are tried, each with the fight it is a copy of."""
        kept = self._file.setting(_TRIALS) or ""
        pairs = (each.partition("=") for each in kept.split())
        return {
            EncounterId(int(made)): EncounterId(int(of))
            for made, _, of in pairs
            if made.isdecimal() and of.isdecimal()
        }

    def forget(self, encounter: EncounterId) -> None:
        """Forgets that an encounter was a copy: another one may get its number."""
        trials = dict(self.trials)
        if trials.pop(encounter, None) is not None:
            self._keep(trials)

    def _keep(self, trials: Mapping[EncounterId, EncounterId]) -> None:
        self._file.set_setting(_TRIALS, " ".join(f"{made}={of}" for made, of in trials.items()))
