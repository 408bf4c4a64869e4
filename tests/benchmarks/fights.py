"""Running encounters to measure with: any system, any number of combatants, any number of entries behind."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from encounter_gui import paths
from encounter_gui.app import services
from encounter_gui.encounter.values import Side
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.model.commands import Add, Next, Note
from encounter_gui.storage.campaign import Campaign

SYSTEMS = ("d6pool", "chrome", "cwn", "phases")
_CREATURES = {
    "d6pool": ("corp_guard", "ganger"),
    "chrome": ("nova", "corp_guard"),
    "cwn": ("gang_gunman", "basic_corp_guard"),
    "phases": ("rook", "jackal_gunner"),
}
_MOST_AT_ONCE = 100
_MOST_STEPS = 6
_NEXT_EVERY = 100


def make_campaign(path: Path, system: str, *, combatants: int, entries: int) -> None:
    """Makes a campaign whose one encounter is running, half of the combatants on each side."""
    OpenCampaign.create(path, _services(), first="Bench", ruleset=system).close()
    ours, theirs = _CREATURES[system]
    with _session(path) as session:
        _add(
            session, ours, "ally", combatants // 2
        )  # the program rolls for them: players would be asked
        _add(session, theirs, "foe", combatants - combatants // 2)
        for _ in range(_MOST_STEPS):
            if not session.state.acting:
                session.perform(Next())
        _write_entries(session, entries)


def make_longer(path: Path, longer: Path, entries: int) -> None:
    """Copies a campaign and plays its encounter on until it has so many entries."""
    shutil.copyfile(path, longer)
    with _session(longer) as session:
        _write_entries(session, entries)


@contextmanager
def _session(path: Path) -> Iterator[EncounterSession]:
    """Opens the only encounter of a campaign; what is played reaches the file at the end, all at once."""
    campaign = Campaign.open(path)
    with closing(OpenCampaign(campaign, _services())) as opened, campaign.together():
        (listed,) = opened.encounters()
        yield opened.session(listed.id)


def _services() -> CampaignServices:
    return CampaignServices(
        rulesets=services.ruleset, texts=paths.message_catalog(), now=services.now
    )


def _add(session: EncounterSession, creature: str, side: Side, count: int) -> None:
    for first in range(0, count, _MOST_AT_ONCE):
        at_once = min(_MOST_AT_ONCE, count - first)
        session.perform(Add(creature=creature, side=side, count=at_once))


def _write_entries(session: EncounterSession, entries: int) -> None:
    """Adds notes about one combatant after the other, and a Next now and then, until there are so many entries."""
    who = tuple(session.state.combatants)
    while len(session.log) < entries:
        number = len(session.log)
        if number % _NEXT_EVERY:
            session.perform(Note(text=f"Note {number}", who=who[number % len(who)]))
        else:
            session.perform(Next())
