"""The fights of one evening, read from a campaign without opening any of them."""

from collections.abc import Callable, Iterable

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import EncounterId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.reports.content.session_recap import PlayedFight, of_one_day
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems import system_for
from encounter_gui.storage.campaign import Listed, Loaded


def session_fights(
    listed: Iterable[Listed],
    read: Callable[[EncounterId], Loaded],
    encounter: EncounterId,
    texts: MessageCatalog,
) -> tuple[PlayedFight, ...]:
    """Returns the fights last played on the day of an encounter, in their order; what cannot be read is left out."""
    fights: dict[EncounterId, PlayedFight] = {}
    for each in listed:
        try:
            loaded = read(each.id)
            system = system_for(loaded.ruleset.system)
            log = Log(EncounterState(), loaded.entries, loaded.head)
            rules = loaded.ruleset_of(log.state)
        except AppError:
            continue
        context = RulesContext(state=log.state, ruleset=rules, texts=texts)
        fights[each.id] = PlayedFight(system=system, context=context, entries=log.path())
    chosen = fights.get(encounter)
    return of_one_day(fights.values(), chosen.played_on if chosen else None)
