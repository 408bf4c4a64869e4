"""What a change or damage by hand would do, without doing it; what the dice then say is still open. Source: CHR-57."""

from encounter_gui.rules.presenters.changes import ChangeRules
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.systems.chrome.views import table

RULES = ChangeRules(
    brought_to=character.derived_keys,
    gauges={
        character.HEALTH: table.health_cell,
        character.CONVICTION: table.conviction_gauge,
    },
    harmed=character.HEALTH,
)
