"""The players' screens joined with the window: the files and themes they are made with. Made after the first paint."""

from PySide6.QtCore import QObject, Slot

from encounter_gui import paths
from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.app.choices.theme_choice import read_shipped
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.declare_controller import DeclareController
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.players.page_files import page_files
from encounter_gui.gui.players.players_view import PlayersMeans, PlayersViewController
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.share.page_files import PageFiles

_THEMES = ("dark", "light", "high_contrast")


class PlayersAssembly(QObject):
    """Makes the players' screens, and has them follow the encounter."""

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        declaring: DeclareController,
        campaigns: CampaignController,
        resources: UiResources,
        settings: Settings,
    ) -> None:
        """Takes the window, who plays and declares, and the campaign, which keeps what is revealed."""
        super().__init__(window)
        self._controller = controller
        self._campaigns = campaigns
        means = _means(resources.texts)
        self.view = PlayersViewController(window, controller, declaring, resources, settings, means)
        campaigns.encounter_opened.connect(self._open)
        if controller.is_open:
            self._open()

    @Slot()
    def _open(self) -> None:
        """Takes up what is revealed of the encounter that is open."""
        campaign = self._campaigns.campaign
        self.view.players.open(self._campaigns.encounter, campaign.setting, campaign.keep_setting)


def _means(texts: MessageCatalog) -> PlayersMeans:
    """Returns what they are made with; the page is read when it is put on the network."""
    folder = paths.data_folder("resources")

    def page() -> PageFiles:
        themes = {name: read_shipped(name) for name in _THEMES}
        return page_files(folder / "players", folder / "body" / "figure.svg", texts, themes)

    words = (folder / "players" / "words.txt").read_text(encoding="utf-8").split()
    return PlayersMeans(code_words=tuple(words), page=page, theme=read_shipped)
