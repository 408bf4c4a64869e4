"""Follows the encounter and makes of every change what the players may know: one value for both of their screens."""

import secrets
from collections.abc import Callable, Mapping

from msgspec import structs
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from encounter_gui.core.ids import ROOT, CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.place import Point
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.players.player_dice import PlayerDice
from encounter_gui.gui.players.player_moves import PlayerMoves
from encounter_gui.play.players import reveal
from encounter_gui.play.players.combatant import Onlooker
from encounter_gui.play.players.keys import PlayerKeys
from encounter_gui.play.players.projection import own_sheet, players_view
from encounter_gui.play.players.reveal import RevealTable
from encounter_gui.play.players.sentences import PublicLog
from encounter_gui.play.players.view import OwnPlace, OwnSheet, PlayersView

_DELAY = 30
"""So many milliseconds after a change the players' view of it is made: the game master's window is painted first."""

Read = Callable[[str], str]
Keep = Callable[[str, str], None]


class PlayersController(QObject):
    """Knows what is revealed, and what the players see of the encounter that is open."""

    view_changed = Signal(object)
    """``PlayersView | None``: what everybody may know; None: nothing is shown."""
    own_changed = Signal(dict)
    """``dict[str, OwnSheet]``: the sheets of seated players, by the key of their seat. Follows ``view_changed``."""
    table_changed = Signal(object)
    """``RevealTable``: what is revealed."""
    blank_changed = Signal(bool)
    """Whether all screens are blank."""

    def __init__(
        self, controller: EncounterController, texts: MessageCatalog, parent: QObject | None = None
    ) -> None:
        """Takes the controller of the encounter, and the words."""
        super().__init__(parent)
        self._controller, self._texts = controller, texts
        self._keys = PlayerKeys(secrets.token_bytes(16))
        self._log = PublicLog(texts)
        self.table: RevealTable = RevealTable()
        """What is revealed."""
        self._setting = ""
        self._keep: Keep | None = None
        self._seats: tuple[str, ...] = ()
        self._intents: dict[str, str] = {}
        self._view: PlayersView | None = None
        self._is_blank = self._is_watched = False
        self.dice = PlayerDice(controller, texts, self)
        self.moves = PlayerMoves(controller, self)
        self._timer = QTimer(self, singleShot=True, interval=_DELAY)
        self._timer.timeout.connect(self._tell)
        controller.context_changed.connect(self._timer.start)
        controller.asked.connect(self._timer.start)
        controller.rollers_changed.connect(self._timer.start)
        controller.closed.connect(self._close)
        self.dice.changed.connect(self._timer.start)
        self.moves.changed.connect(self._timer.start)

    # ---- what is revealed

    @property
    def view(self) -> PlayersView | None:
        """What everybody may know; None: nothing is shown."""
        return None if self._is_blank else self._view

    @property
    def is_blank(self) -> bool:
        """Whether all screens are blank."""
        return self._is_blank

    def open(self, encounter: int, read: Read, keep: Keep) -> None:
        """Takes up what was revealed of an encounter; it is kept with it in the campaign."""
        self._setting, self._keep = f"reveal.{encounter}", keep
        self._log.clear()
        self._intents = {}
        self._use(reveal.read(read(self._setting)))

    @Slot(object)
    def reveal(self, table: RevealTable) -> None:
        """Reveals something else from now on, and keeps it."""
        if table == self.table:
            return
        if self._keep is not None:
            self._keep(self._setting, reveal.reveal_text(table))
        # What was said under another table might be more than is known now.
        self._log.clear()
        self._use(table)

    def _use(self, table: RevealTable) -> None:
        self.table = table
        if table.plan == "nothing":
            self.moves.forget()
        self.table_changed.emit(table)
        self._timer.start()

    @Slot(bool)
    def set_blank(self, is_blank: bool) -> None:
        """Shows nothing on all screens, or everything again, at once."""
        if is_blank != self._is_blank:
            self._is_blank = is_blank
            self.blank_changed.emit(is_blank)
            self._tell()

    # ---- who looks

    def watch(self, *, is_watched: bool) -> None:
        """Says whether anybody looks: while nobody does, nothing is made."""
        if is_watched and not self._is_watched:
            self._log.clear()
        if is_watched != self._is_watched:
            self._is_watched = is_watched
            self._tell()

    @Slot(object)
    def seat(self, seats: tuple[str, ...]) -> None:
        """Makes sheets for the players of these seats, by their keys."""
        if seats != self._seats:
            self._seats = seats
            self._timer.start()

    def combatant_of(self, key: str) -> CombatantId | None:
        """Returns the combatant with this key; None: it is not there any more."""
        if not self._controller.is_open:
            return None
        known = self._controller.session.state.combatants
        return next((who for who in known if self._keys.key(who) == key), None)

    def name_of(self, key: str) -> str:
        """Returns the name of the combatant with this key; empty: it is not there."""
        who = self.combatant_of(key)
        return self._controller.session.state.combatants[who].name if who is not None else ""

    def note_intent(self, key: str, text: str) -> None:
        """Keeps what the player of a seat means to do, so that its page shows it; an empty one is taken back."""
        self._intents = {**self._intents, key: text}
        self._timer.start()

    def propose_move(self, key: str, at: Point | None) -> None:
        """Takes the move that the player of a seat proposes; nothing where the plan is not shown."""
        who = self.combatant_of(key)
        if who is not None:
            self.moves.propose(who, at if self.table.plan != "nothing" else None)

    # ---- what is told

    @Slot()
    def _close(self) -> None:
        self._view = None
        self._keep = None
        self._log.clear()
        self.view_changed.emit(None)

    @Slot()
    def _tell(self) -> None:
        """Makes the view of the fight as it stands; while the past is looked at, the players see what they saw."""
        self._timer.stop()
        controller = self._controller
        if not self._is_watched:
            return
        if controller.is_open and controller.is_live:
            self._view = self._made()
        self.view_changed.emit(self.view)
        self.own_changed.emit({} if self._is_blank else dict(self._sheets()))

    def _onlooker(self) -> Onlooker:
        controller = self._controller
        return Onlooker(
            context=controller.context,
            system=controller.system,
            table=self.table,
            keys=self._keys,
        )

    def _made(self) -> PlayersView:
        onlooker = self._onlooker()
        view, log = players_view(onlooker), self._controller.session.log
        quiet = {
            self._keys.key(each.id)
            for each in onlooker.seen
            if onlooker.reveal(each, "log") == "nothing"
        }
        path = {each.id for each in log.path()} | {ROOT}
        said = self._log.follow(view, log.head, path, quiet)
        return structs.replace(view, said=said)

    def _notice(self, who: CombatantId) -> str:
        return self._texts.text_of("players.too_late") if self.dice.is_too_late(who) else ""

    def _place(self, who: CombatantId, place: OwnPlace | None) -> OwnPlace | None:
        move = self.moves.of(who)
        if place is None or move is None:
            return place
        return structs.replace(place, to=move.at, offer=move.told)

    def _sheets(self) -> Mapping[str, OwnSheet]:
        if not self._seats or not self._controller.is_open or not self._controller.is_live:
            return {}
        onlooker, found = self._onlooker(), dict[str, OwnSheet]()
        may_declare = bool(self._controller.system.declare_sheet(onlooker.context))
        for key in self._seats:
            who = self.combatant_of(key)
            sheet = own_sheet(onlooker, who) if who is not None else None
            if who is not None and sheet is not None:
                found[key] = structs.replace(
                    sheet,
                    prompts=self.dice.prompts(who),
                    may_declare=may_declare,
                    intent=self._intents.get(key, ""),
                    notice=self._notice(who),
                    place=self._place(who, sheet.place),
                )
        return found
