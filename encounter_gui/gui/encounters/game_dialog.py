"""The game of an encounter, and that of the next ones: changed where that is possible, else said why not."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QPushButton, QWidget

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import EncounterId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.acceptance import refusal
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.rules.model.games.ruleset_info import ListedRuleset


class GameDialog(QDialog):
    """Shows the games there are; one may be that of the open encounter, and that of new ones."""

    looked_at = Signal(str)
    """Another game is looked at, by the id of its ruleset."""
    change_requested = Signal(str)
    """The encounter is to be one of this game."""
    default_requested = Signal(str)
    """New encounters are to be proposed with this game."""

    def __init__(
        self,
        games: Sequence[ListedRuleset],
        current: str,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the games, the id of the ruleset of the open encounter, and the words."""
        super().__init__(parent)
        self._texts = texts
        column = set_up_dialog(self, texts.text_of("gui.game.title"))
        self.games = QComboBox(self)
        self.games.setAccessibleName(texts.text_of("gui.game.game"))
        for each in games:
            self.games.addItem(each.name, each.id)
        self.games.setCurrentIndex(max(0, self.games.findData(current)))
        self.encounter = plain_label("", self)
        self.campaign = plain_label("", self)
        self.campaign.setProperty("role", "muted")
        self.change = QPushButton(texts.text_of("gui.game.change"), self)
        self.new_ones = QPushButton(texts.text_of("gui.game.new_ones"), self)
        close = QPushButton(texts.text_of("gui.close"), self)
        form = QFormLayout()
        form.addRow(texts.text_of("gui.game.game"), self.games)
        column.addLayout(form)
        column.addWidget(self.encounter)
        column.addWidget(self.campaign)
        column.addStretch(1)
        column.addLayout(buttons(close, self.new_ones, self.change))
        close.clicked.connect(self.reject)
        self.games.currentIndexChanged.connect(self._look)
        self.change.clicked.connect(lambda: self.change_requested.emit(self.game))
        self.new_ones.clicked.connect(lambda: self.default_requested.emit(self.game))
        self.resize(560, 250)

    @property
    def game(self) -> str:
        """The id of the ruleset that is looked at."""
        return str(self.games.currentData())

    @Slot()
    def _look(self) -> None:
        self.looked_at.emit(self.game)

    def show_game(self, encounter: str, campaign: str, *, may_change: bool, is_new: bool) -> None:
        """Shows what the game that is looked at would be to the encounter, and to new ones of the campaign.

        ``may_change``: the encounter can be one of it. ``is_new``: new ones are not proposed with it yet.
        """
        self.encounter.setText(encounter)
        self.campaign.setText(campaign)
        self.change.setEnabled(may_change)
        self.new_ones.setEnabled(is_new)


class GameMeans(Struct, frozen=True, kw_only=True):
    """What games are changed with: the open campaign and encounter, the games there are, what opens it again."""

    campaign: Callable[[], OpenCampaign]
    encounter: Callable[[], EncounterId]
    games: Callable[[], Sequence[ListedRuleset]]
    open_encounter: Callable[[EncounterId], None]


class GameController(QObject):
    """Opens the dialog, and does what is asked in it."""

    def __init__(
        self,
        window: QWidget,
        controller: EncounterController,
        texts: MessageCatalog,
        means: GameMeans,
    ) -> None:
        """Takes the window, the controller of the encounter, the words, and what games are changed with."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._texts = texts
        self._means = means
        self._dialog: GameDialog | None = None
        controller.closed.connect(self._close)

    @Slot()
    def show(self) -> None:
        """Opens the game of the encounter."""
        if self._dialog is not None:
            self._dialog.raise_()
            return
        dialog = self._dialog = GameDialog(
            self._means.games(), self._current, self._texts, self._window
        )
        dialog.looked_at.connect(self._look)
        dialog.change_requested.connect(self._change)
        dialog.default_requested.connect(self._set_default)
        dialog.finished.connect(self._forget)
        self._look(dialog.game)
        dialog.open()

    @property
    def _current(self) -> str:
        return self._controller.session.game.ruleset.id

    @Slot()
    def _forget(self) -> None:
        self._dialog = None

    @Slot()
    def _close(self) -> None:
        if self._dialog is not None:
            self._dialog.reject()

    def _name(self, game: str) -> str:
        return next((each.name for each in self._means.games() if each.id == game), game)

    @Slot(str)
    def _look(self, game: str) -> None:
        if self._dialog is None:
            return
        text_of, campaign, name = self._texts.text_of, self._means.campaign(), self._name(game)
        words, may_change = text_of("gui.game.is_so", game=name), False
        if game != self._current:
            words = text_of("gui.game.may", game=name)
            try:
                campaign.require_other_game(self._means.encounter(), name)
                may_change = True
            except AppError as error:
                words = refusal(error, self._texts)
        default = campaign.game
        key = "gui.game.default" if default else "gui.game.no_default"
        self._dialog.show_game(
            words,
            text_of(key, game=self._name(default)),
            may_change=may_change,
            is_new=game != default,
        )

    @Slot(str)
    def _change(self, game: str) -> None:
        encounter = self._means.encounter()
        try:
            self._means.campaign().change_game(encounter, game)
        except AppError as error:
            self._controller.tell(error)
            return
        if self._dialog is not None:
            self._dialog.accept()
        self._means.open_encounter(encounter)

    @Slot(str)
    def _set_default(self, game: str) -> None:
        try:
            self._means.campaign().set_game(game)
        except AppError as error:
            self._controller.tell(error)
        self._look(game)
