"""Sentences about the fight for everybody: what has changed from one public view to the next, and no more than that."""

from collections.abc import Collection, Iterator

from msgspec import Struct

from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.players.view import CombatantShown, PlayersView

_MOST = 6
"""So many sentences are told at once."""

_KEPT = 200
"""So many are kept, so that undo finds the ones before."""


class _Said(Struct, frozen=True, kw_only=True):
    """A sentence, the combatant it is about by key (empty: nobody), and the entry after which it was said."""

    text: str
    about: str
    entry: EntryId


class PublicLog:
    """The last sentences. Each is made of two public views, so it cannot say what neither of them shows."""

    def __init__(self, texts: MessageCatalog) -> None:
        """Begins with nothing said."""
        self._texts = texts
        self._view: PlayersView | None = None
        self._said: list[_Said] = []

    def clear(self) -> None:
        """Forgets all sentences: another encounter is open, or something else may be known."""
        self._view = None
        self._said = []

    def follow(
        self, view: PlayersView, entry: EntryId, path: Collection[EntryId], quiet: Collection[str]
    ) -> tuple[str, ...]:
        """Returns the last sentences about those who are in a view, the newest first.

        ``entry`` is the one after which the fight stands so, ``path`` those that lead to it: what was said after one
        that is taken back is forgotten. Nothing is said of the combatants whose keys are ``quiet``.
        """
        self._said = [each for each in self._said if each.entry in path]
        before, self._view = self._view, view
        if before is not None and before.stage != "ready":
            news = _news(before, view, self._texts)
            self._said += [_Said(text=text, about=key, entry=entry) for key, text in news]
            del self._said[:-_KEPT]
        here = {each.key for each in view.combatants}.difference(quiet) | {""}
        told = [each.text for each in reversed(self._said) if each.about in here]
        return tuple(told[:_MOST])


def _news(
    before: PlayersView, after: PlayersView, texts: MessageCatalog
) -> Iterator[tuple[str, str]]:
    """Yields what has changed, each as (key of the combatant it is about, sentence)."""
    if after.stage == "ended" and before.stage != "ended":
        yield "", texts.text_of("players.said.ended")
    known = {each.key: each for each in before.combatants}
    for each in after.combatants:
        if each.key in known:
            yield from ((each.key, text) for text in _changes(known[each.key], each, texts))
        else:
            yield each.key, texts.text_of("players.said.appears", name=each.name)
    if after.acting != before.acting and after.stage == "running":
        was = {each.text for each in before.acting}
        for actor in after.acting:
            if actor.text not in was:
                yield actor.key, texts.text_of("players.said.acts", name=actor.text)


def _changes(before: CombatantShown, after: CombatantShown, texts: MessageCatalog) -> Iterator[str]:
    if before.health is not None and after.health is not None:
        was, now = before.health, after.health
        if was.word != now.word:
            yield texts.text_of("players.said.health", name=after.name, word=now.word)
        elif was.text != now.text and was.text and now.text:
            yield texts.text_of("players.said.number", name=after.name, was=was.text, now=now.text)
    had, has = ({each.name for each in view.conditions} for view in (before, after))
    for name in (each.name for each in after.conditions if each.name not in had):
        yield texts.text_of("players.said.condition", name=after.name, condition=name)
    for name in (each.name for each in before.conditions if each.name not in has):
        yield texts.text_of("players.said.condition_ends", name=after.name, condition=name)
    hurt = {(each.place, each.level) for each in before.wounds}
    for wound in after.wounds:
        if (wound.place, wound.level) not in hurt:
            yield texts.text_of("players.said.wound", name=after.name, place=wound.place)
