"""Campaign files to test with: fights of the smallest game, kept in real SQLite."""

from pathlib import Path

from encounter_gui.core.ids import EncounterId
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.model.commands import Add, Setup
from encounter_gui.storage.campaign import Campaign
from tests.play.brawl import RULESET, Faces, Strike, game

STRIKE = Strike(by="c1", at="c2")


def resumed(campaign: Campaign, encounter: EncounterId) -> EncounterSession:
    """The session of an encounter as it was left."""
    loaded = campaign.load(encounter)
    log = Log(EncounterState(), loaded.entries, loaded.head)
    return EncounterSession(campaign, encounter, log, game(Faces))


def begin(campaign: Campaign, name: str = "Alley") -> EncounterSession:
    """A new encounter with two fighters: two entries."""
    playing = resumed(campaign, campaign.new_encounter(name, RULESET))
    playing.perform(Setup(name=name, ruleset="brawl"))
    playing.perform(Add(name="Punk", count=2))
    return playing


def fought(path: Path, strikes: int = 5) -> Path:
    """Makes a closed campaign with one encounter of that many strikes, and returns its path."""
    with Campaign.create(path, "Night") as campaign:
        playing = begin(campaign)
        for _ in range(strikes):
            playing.perform(STRIKE)
    return path


def bytes_in(folder: Path) -> dict[str, bytes]:
    """Every file in a folder: what must not change when something is refused."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
