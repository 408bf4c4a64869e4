"""The parties of a campaign: player characters that go from encounter to encounter."""

from encounter_gui.core.ids import RulesetId
from encounter_gui.rules.model.prepared import Party
from encounter_gui.storage.prepared_store import New, PreparedStore, Stored


def parties_for(store: PreparedStore, ruleset: str) -> tuple[Stored[Party], ...]:
    """Returns the parties of a ruleset, by name."""
    return tuple(each for each in store.parties.all() if each.ruleset == ruleset)


def save_party(store: PreparedStore, ruleset: str, party: Party) -> None:
    """Stores a party, instead of one of the same name and ruleset.

    Raises:
        SaveError: the file does not let it.
    """
    key = RulesetId(ruleset)
    same = (each.row for each in parties_for(store, ruleset) if each.value.name == party.name)
    row = next(same, None)
    if row is None:
        store.parties.add([New(ruleset=key, value=party)])
    else:
        store.parties.put([Stored(row=row, ruleset=key, value=party)])
