"""What rules of CHROME say and to whom, where nobody listens: the table's writing of it is in ``at_table``."""

from collections.abc import Callable, Mapping
from typing import Any

from encounter_gui.rules.engine.reading.asks import Play, Truth, Whole, anywhere

EDGY, SHAKEN, WITNESS = 1, 2, 4
"""What befalls the squad of somebody: it has failed its Prime Save, critically; it has died. Source: CHR-17, CHR-59."""

SquadRule = Callable[["Said", Any, Truth, Any], None]
"""What befalls one of a squad, where a truth holds, for the sake of another of it."""


class Said(Play):
    """A play of these rules."""

    follows_notice: bool = True
    """Whether anybody is unnoticed by anybody. Source: CHR-24."""

    faints: tuple[tuple[int, int, int, int], ...] = ()
    """The rows of the panic table that let faint: face, dice, sides, flat. Source: CHR-63."""

    @property
    def last_roll(self) -> Mapping[str, int]:
        """The roll and what was to be rolled under, of the last test: for the fact of what comes of it."""
        return {}

    def squad(self, who: Any, what: int, rule: SquadRule, where: Truth, *, itself: bool) -> None:
        """Lets something befall the squad of a combatant, where a truth holds.

        The others of it see it when the rule is over: see ``Fighter.alarm``.

        Args:
            who: for whose sake.
            what: ``EDGY``, ``SHAKEN`` or ``WITNESS``.
            rule: the rule for each of them.
            where: a truth.
            itself: whether it befalls the combatant, too.
        """
        if not anywhere(where):
            return
        who.alarm = who.alarm | what * where
        if itself:
            rule(self, who, where, who)

    def afflict_row(self, who: Any, row: Any) -> None:
        """Puts on what a row of the panic table leaves. Source: CHR-63, CHR-64."""
        who.marks = who.marks | row.marks

    # ---- words

    def struck(self, who: Any, target: Any, found: Any) -> None:
        """Records the fact of an attack."""

    def severed(self, who: Any, limb: Whole, *, is_off: bool) -> None:
        """Says what a Sever has taken."""

    def ticks(self, who: Any, wounds: Whole, burns: Whole, damage: Whole) -> None:
        """Says what fire and so many wounds do."""

    def goes_wrong(self, who: Any, arm: Whole, effect: Whole) -> None:
        """Says what a fumbled attack leads to."""

    def panic_checked(self, who: Any, plan: Any, found: Any) -> None:
        """Says how a Panic Check has gone."""

    def panics(self, who: Any, face: Whole) -> None:
        """Says which row of the panic table it is."""
