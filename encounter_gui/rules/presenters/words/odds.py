"""Numbers and outcomes of an odds panel in the words of a game: its texts ``<system>.odds.<key>``."""

from collections.abc import Callable

from encounter_gui.core.messages import Param
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.view import HeadlineNumber, LaterNumber, Share, ShareLook


class OddsWords:
    """The texts of the odds panel of the game that is played, by the end of their keys."""

    def __init__(self, context: RulesContext) -> None:
        """Takes the texts, and which game it is."""
        self._texts, self._before = context.texts, f"{context.ruleset.system}.odds."

    def text(self, key: str, **params: Param) -> str:
        """Returns the text ``<system>.odds.<key>``."""
        return self._texts.text_of(self._before + key, **params)

    def number(
        self,
        number_id: str,
        key: str,
        probability: float,
        *,
        note: str = "",
        tip: str | None = None,
        **params: Param,
    ) -> HeadlineNumber:
        """Returns a large number, labelled by ``key``.

        Args:
            number_id: its stable id.
            key: the end of the keys of its label, and of its tip ``<key>.tip``.
            probability: from 0 to 1.
            note: words below it.
            tip: the tip in other words; None: the text of ``<key>.tip``.
            params: what the label has places for.
        """
        return HeadlineNumber(
            id=number_id,
            label=self.text(key, **params),
            probability=probability,
            note=note,
            tip=self.text(f"{key}.tip") if tip is None else tip,
        )

    def later(
        self,
        number_id: str,
        key: str,
        work: Callable[[], float],
        *,
        note: str = "",
        tip: str | None = None,
        words_of: Callable[[], tuple[str, str]] | None = None,
        **params: Param,
    ) -> LaterNumber:
        """Returns a large number that is worked out after the first frame; see ``number``."""
        return LaterNumber(
            id=number_id,
            label=self.text(key, **params),
            work=work,
            words_of=words_of,
            note=note,
            tip=self.text(f"{key}.tip") if tip is None else tip,
        )

    def share(self, number_id: str, key: str, probability: float, look: ShareLook) -> Share:
        """Returns one of several outcomes, called by ``key``."""
        return Share(id=number_id, text=self.text(key), probability=probability, look=look)
