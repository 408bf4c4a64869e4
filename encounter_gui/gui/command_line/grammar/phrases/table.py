"""The table of all that can be said; of two phrases that fit equally well, the one that stands first is meant."""

from encounter_gui.gui.command_line.grammar.phrases.actions import ACTIONS, OWN_ACTION, RULES
from encounter_gui.gui.command_line.grammar.phrases.course import COURSE
from encounter_gui.gui.command_line.grammar.phrases.harm import HARM
from encounter_gui.gui.command_line.grammar.phrases.people import CONDITIONS, PEOPLE, SHEET
from encounter_gui.gui.command_line.grammar.phrases.plan import PLAN
from encounter_gui.gui.command_line.grammar.phrases.time import TIME

PHRASES = (
    OWN_ACTION,
    *COURSE,
    *TIME,
    *PLAN,
    *HARM,
    *SHEET,
    *PEOPLE,
    *CONDITIONS,
    *ACTIONS,
    *RULES,
)
