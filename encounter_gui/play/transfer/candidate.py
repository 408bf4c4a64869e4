"""A creature of a file that may be kept, and what of the library it is like."""

from msgspec import Struct

from encounter_gui.core.ids import RulesetId
from encounter_gui.interchange.converting import Proposal


class Candidate(Struct, frozen=True, kw_only=True):
    """A creature that may be kept. ``twin`` is the row of one that came from the very same source before."""

    proposal: Proposal
    ruleset: RulesetId
    twin: int | None = None
    namesake: int | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether it is kept unless somebody says otherwise: not what is there already."""
        return self.twin is None
