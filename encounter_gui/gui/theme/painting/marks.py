"""All painting functions in one place, to import from: ``from encounter_gui.gui.theme.painting import marks``.

Each takes painter, theme and place first, then plain values, and leaves the painter's state as a text-drawing
function does: only pen and font may have changed. On paper, give the device a resolution of 96: then sizes are the
tokens', fonts have their points, and everything stays lines and text.
"""

from encounter_gui.core.messages import figure_text
from encounter_gui.gui.theme.painting.chips import (
    Capsule,
    capsules_width,
    chip_width,
    fit_chips,
    has_icon,
    key_cap_width,
    paint_capsules,
    paint_chip,
    paint_chips,
    paint_key_cap,
    paint_tag,
    tag_width,
)
from encounter_gui.gui.theme.painting.counters import (
    Pip,
    dice_rects,
    dice_width,
    die_width,
    dodge_dice_width,
    paint_dice,
    paint_die,
    paint_dodge_dice,
    paint_pips,
    pips_width,
)
from encounter_gui.gui.theme.painting.gauges import (
    Level,
    gauge_level,
    paint_gauge,
    paint_gauge_number,
    paint_slots,
    slots_width,
)
from encounter_gui.gui.theme.painting.patterns import LOST, NEGATIVE, paint_pattern, rounded_path
from encounter_gui.gui.theme.painting.shapes import (
    faction_path,
    paint_changed,
    paint_faction,
    paint_focus,
    paint_now,
)
from encounter_gui.gui.theme.painting.text_runs import (
    CENTRE,
    LEFT,
    RIGHT,
    Run,
    paint_runs,
    paint_text,
    runs_width,
)
from encounter_gui.gui.theme.painting.wounds import (
    letter_path,
    paint_wound_area,
    paint_wound_badge,
    paint_wound_cell,
    paint_wound_strip,
    wound_strip_width,
)

__all__ = [
    "CENTRE",
    "LEFT",
    "LOST",
    "NEGATIVE",
    "RIGHT",
    "Capsule",
    "Level",
    "Pip",
    "Run",
    "capsules_width",
    "chip_width",
    "dice_rects",
    "dice_width",
    "die_width",
    "dodge_dice_width",
    "faction_path",
    "figure_text",
    "fit_chips",
    "gauge_level",
    "has_icon",
    "key_cap_width",
    "letter_path",
    "paint_capsules",
    "paint_changed",
    "paint_chip",
    "paint_chips",
    "paint_dice",
    "paint_die",
    "paint_dodge_dice",
    "paint_faction",
    "paint_focus",
    "paint_gauge",
    "paint_gauge_number",
    "paint_key_cap",
    "paint_now",
    "paint_pattern",
    "paint_pips",
    "paint_runs",
    "paint_slots",
    "paint_tag",
    "paint_text",
    "paint_wound_area",
    "paint_wound_badge",
    "paint_wound_cell",
    "paint_wound_strip",
    "pips_width",
    "rounded_path",
    "runs_width",
    "slots_width",
    "tag_width",
    "wound_strip_width",
]
