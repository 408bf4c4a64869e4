"""Those who act at once, side by side: what each has rolled, what waits for whom, and what it comes to together."""

from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.encounter.values import Side
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.view.changes import ChangePreview, GaugeChange, WoundChange
from encounter_gui.rules.view.chip import Chip, ChipKind, View


class TieRoll(View, frozen=True, kw_only=True):
    """A row of dice: what was rolled, each face as it is written, the total, and what that was held against.

    ``faces`` are empty where only the total was typed; ``is_physical``: the dice lay on a real table.
    """

    name: str
    faces: tuple[str, ...]
    total: str
    against: str = ""
    is_physical: bool = False


class TieResult(View, frozen=True, kw_only=True):
    """A card: an attack or another roll of somebody in a tie. ``entry`` is where its dice can be changed.

    ``note`` stands muted behind the title: at whom, from how far. ``outcome`` is what it came to in a word or two,
    ``kind`` how bad that is; ``text`` is the whole sentence of the log.
    """

    entry: EntryId
    title: str
    note: str = ""
    outcome: str = ""
    kind: ChipKind = "neutral"
    rolls: tuple[TieRoll, ...] = ()
    text: str = ""


class TieWait(View, frozen=True, kw_only=True):
    """What waits for one combatant because of one of those in a tie, as it would be by that alone.

    ``sum`` is the arithmetic: ``4 + 5 = 9 wounds``. ``gauge`` is the running number that is harmed; None: nothing of
    it is, or the game has none. ``chips`` will come, ``owed`` says in words which tests will.
    """

    who: CombatantId
    name: str
    side: Side
    sum: str = ""
    gauge: GaugeChange | None = None
    wounds: tuple[WoundChange, ...] = ()
    chips: tuple[Chip, ...] = ()
    owed: str = ""


class TieMember(View, frozen=True, kw_only=True):
    """One of those in a tie: what it does in words, what it rolled from, and how far it has come.

    ``before`` is the state it rolls from: ``9/9, unhurt``. ``pills`` are movement and what spoke for and against.
    ``has_acted``: nobody waits for it any more; ``is_done``: it has nothing left to do now; ``goes_on``: it has
    begun and has something left. ``status`` says so, with what it waits for.
    """

    who: CombatantId
    number: int
    name: str
    side: Side
    action: str = ""
    before: str = ""
    pills: tuple[Chip, ...] = ()
    results: tuple[TieResult, ...] = ()
    waits: tuple[TieWait, ...] = ()
    has_acted: bool = False
    is_done: bool = False
    goes_on: bool = False
    status: str = ""
    kind: ChipKind = "neutral"


class Tie(View, frozen=True, kw_only=True):
    """Two or more that act at once, in order of the table.

    ``title`` names it (``Simultaneous at 9``), ``text`` who acts as if at once, ``before`` what all of them roll from.
    ``changes`` is what all that waits comes to for everybody it reaches, gauges before and after; ``endings`` are the
    same combatants with what becomes of them in words. ``missing`` counts the rolls that are still owed. ``apply``
    makes it true; None: nothing waits, or not all have acted; ``one_by_one`` makes true what there is before that, by a
    ruling of the game master's. ``is_held``: something waits.
    """

    title: str
    text: str
    before: str = ""
    members: tuple[TieMember, ...] = ()
    changes: tuple[ChangePreview, ...] = ()
    endings: tuple[tuple[ChangePreview, str], ...] = ()
    missing: int = 0
    apply: Command | None = None
    one_by_one: Command | None = None
    is_held: bool = False

    @property
    def to_act(self) -> tuple[TieMember, ...]:
        """Those for whom the others still wait."""
        return tuple(each for each in self.members if not each.has_acted)

    @property
    def has_results(self) -> bool:
        """Whether anybody has rolled or something waits."""
        return self.is_held or any(each.results for each in self.members)
