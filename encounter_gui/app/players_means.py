"""What the players' screens are made with: the files that come with the program, and its themes."""

from encounter_gui import paths
from encounter_gui.app.theme_choice import read_shipped
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.players.page_files import page_files
from encounter_gui.gui.players.players_view import PlayersMeans
from encounter_gui.share.page_files import PageFiles

_THEMES = ("dark", "light", "high_contrast")


def players_means(texts: MessageCatalog) -> PlayersMeans:
    """Returns them; the page is read when it is put on the network."""
    folder = paths.data_folder("resources")

    def page() -> PageFiles:
        themes = {name: read_shipped(name) for name in _THEMES}
        return page_files(folder / "players", folder / "body" / "figure.svg", texts, themes)

    words = (folder / "players" / "words.txt").read_text(encoding="utf-8").split()
    return PlayersMeans(code_words=tuple(words), page=page, theme=read_shipped)
