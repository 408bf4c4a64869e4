"""A new game made in the window: its files are written, and a first fight of it is opened in the campaign."""

from PySide6.QtCore import QObject, Slot

from encounter_gui import paths
from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.app.campaign_connections import CampaignConnections
from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.gui.workshop.new_game.new_game_dialog import NewGameDialog
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.play.rulesets.installed import InstalledRulesets
from encounter_gui.play.rulesets.new_game import NewGame, install


class NewGameMaker(QObject):
    """Asks for a new game and makes it; what is refused is said in the dialog, which keeps what was typed."""

    def __init__(
        self,
        window: MainWindow,
        campaigns: CampaignController,
        connections: CampaignConnections,
        rulesets: RulesetRepository,
        resources: UiResources,
    ) -> None:
        """Takes the window, the open campaign and what follows it, the games there are, and what is drawn with."""
        super().__init__(window)
        self._window = window
        self._campaigns = campaigns
        self._connections = connections
        self._rulesets = rulesets
        self._resources = resources
        self.dialog: NewGameDialog | None = None

    @Slot()
    def ask(self) -> None:
        """Asks for the words of a game."""
        dialog = NewGameDialog(self._resources.icons, self._resources.texts, self._window)
        dialog.made.connect(self._make)
        dialog.finished.connect(self._forget)
        self.dialog = dialog
        dialog.open()

    @Slot()
    def _forget(self) -> None:
        self.dialog = None

    @Slot(object)
    def _make(self, game: NewGame) -> None:
        folder = paths.user_folder() / "rulesets"
        installed = InstalledRulesets(folder, paths.ruleset_texts, paths.is_shipped_ruleset)
        dialog = self.dialog
        try:
            install(game, installed)
            self._rulesets.forget()
            if self._campaigns.is_open:
                self._campaigns.open_again()
                name = self._resources.texts.text_of("gui.new_game.first")
                self._campaigns.create_encounter(name, game.id)
                self._connections.encounter_made.emit()
        except AppError as error:
            if dialog is not None:
                dialog.show_trouble(explained(error, self._resources.texts))
            return
        if dialog is not None:
            dialog.accept()
