"""What a procedure asks the people at the table for, and what it gets."""

from collections.abc import Generator

from encounter_gui.dice.requests import Choice, Chosen, Rolled, RollRequest
from encounter_gui.encounter.entries import Outcome

Ask = tuple[RollRequest, ...] | Choice
"""What a procedure asks for: rolls to be made together (initiative of everybody, say), or a decision."""


Answer = tuple[Rolled, ...] | Chosen
"""The answer: one ``Rolled`` for each request, in order; or the option chosen."""


Procedure = Generator[Ask, Answer, Outcome]
"""A command being played out. Dropping it half-way costs nothing: no event has happened yet.

Raises ``RuleError`` where the rules refuse; then nothing has changed either.
"""
