"""Our names for icons, and the glyph each one is: one line set throughout, and a few we drew to match it."""

from collections.abc import Mapping

GLYPHS: Mapping[str, str] = {
    # moving the fight on
    "next": "skip-forward",
    "back": "skip-back",
    "undo": "arrow-u-up-left",
    "redo": "arrow-u-up-right",
    "play": "play",
    "pause": "pause",
    "stop": "stop",
    "history": "clock-counter-clockwise",
    "clock": "clock",
    "timer": "timer",
    "equals": "equals",
    # rooms and documents
    "library": "books",
    "waves": "stack",
    "dice": "dice-five",
    "notes": "note-pencil",
    "declare": "megaphone",
    "settings": "gear",
    "search": "magnifying-glass",
    "log": "list-dashes",
    "table": "table",
    "body": "person",
    "sheet": "identification-card",
    "chart": "chart-bar",
    "forecast": "chart-line",
    "command": "terminal",
    "help": "question",
    "keyboard": "keyboard",
    "file": "file",
    "folder": "folder-open",
    "save_copy": "floppy-disk",
    "import": "download-simple",
    "export": "upload-simple",
    "print": "printer",
    "ruleset": "book-open",
    "theme": "circle-half",
    "checkpoint": "bookmark-simple",
    # doing
    "plus": "plus",
    "minus": "minus",
    "trash": "trash",
    "copy": "copy",
    "edit": "pencil-simple",
    "more": "dots-three",
    "close": "x",
    "pin": "push-pin",
    "check": "check",
    "checks": "checks",
    "filter": "funnel",
    "sort": "arrows-down-up",
    "drag": "dots-six-vertical",
    "link": "link-simple",
    "unlink": "link-break",
    "refresh": "arrows-clockwise",
    "reset": "arrow-counter-clockwise",
    "return": "key-return",
    "lock": "lock-simple",
    "unlock": "lock-simple-open",
    "tag": "tag-simple",
    "star": "star",
    "sliders": "sliders-horizontal",
    "swap": "arrows-left-right",
    "external": "arrow-square-out",
    # the plan of a fight
    "field": "map-trifold",
    "move_token": "cursor",
    "place": "map-pin",
    "measure": "ruler",
    "area": "polygon",
    "picture": "image-square",
    # pointing
    "caret_down": "caret-down",
    "caret_up": "caret-up",
    "caret_left": "caret-left",
    "caret_right": "caret-right",
    "arrow_right": "arrow-right",
    "arrow_left": "arrow-left",
    "arrow_up": "arrow-up",
    "arrow_down": "arrow-down",
    # saying
    "info": "info",
    "warning": "warning",
    "error": "warning-octagon",
    "ok": "check-circle",
    "blocked": "minus-circle",
    "failed": "x-circle",
    "eye": "eye",
    "eye_off": "eye-slash",
    # who
    "user": "user",
    "group": "users",
    "players": "monitor",
    "drone": "robot",
    "leader": "flag",
    "ghost": "ghost",
    # at the table
    "hand": "hand",
    "target": "crosshair-simple",
    "aimed": "crosshair",
    "drawn": "hand-grabbing",
    "grappled": "hand-fist",
    "reload": "arrows-clockwise",
    "heal": "first-aid",
    "aid": "bandaids",
    "knife": "knife",
    "stunned": "lightning",
    "wounded": "drop",
    "bleeding": "drop-half",
    "dying": "heartbeat",
    "shock": "heartbeat",
    "cool": "snowflake",
    "panic": "brain",
    "unconscious": "moon",
    "burning": "fire",
    "poisoned": "flask",
    "smoke": "cloud",
    "cover": "shield",
    "screened": "shield-check",
    "defending": "shield-plus",
    "armour": "shield-chevron",
    "running": "person-simple-run",
    "walking": "person-simple-walk",
    "prone": "arrow-line-down",
    "ducking": "caret-double-down",
    "standing": "arrow-line-up",
    "holding": "hourglass",
    "jammed": "prohibit",
    "broken": "link-break",
    "blinded": "eye-closed",
    "deafened": "ear-slash",
    "morale": "flag-banner",
    "lost": "selection-slash",
}
"""Name → glyph of the line set. Several of our names may share a glyph: they mean different things."""

DRAWN: Mapping[str, str] = {
    "skull": (
        "M 8 20.5 L 8 17.3 C 5.2 15.9 3.5 13.4 3.5 10.5 C 3.5 6.1 7.3 3 12 3 C 16.7 3 20.5 6.1 20.5 10.5"
        " C 20.5 13.4 18.8 15.9 16 17.3 L 16 20.5 Z M 12 17.5 L 12 20.5"
        " M 7.4 11 C 7.4 9.9 8 9.3 8.9 9.3 C 9.8 9.3 10.4 9.9 10.4 11 C 10.4 12.1 9.8 12.7 8.9 12.7"
        " C 8 12.7 7.4 12.1 7.4 11 Z"
        " M 13.6 11 C 13.6 9.9 14.2 9.3 15.1 9.3 C 16 9.3 16.6 9.9 16.6 11 C 16.6 12.1 16 12.7 15.1 12.7"
        " C 14.2 12.7 13.6 12.1 13.6 11 Z"
    ),
    "grenade": (
        "M 10 8.2 C 6.4 8.2 3.8 11 3.8 14.4 C 3.8 17.9 6.5 20.7 10 20.7 C 13.5 20.7 16.2 17.9 16.2 14.4"
        " C 16.2 11 13.6 8.2 10 8.2 Z M 7.8 8.4 L 7.8 4.5 L 12.2 4.5 L 12.2 8.4"
        " M 12.2 4.5 L 17 4.5 L 20.2 11.5"
    ),
    "encounters": (
        "M 4 4 L 7.4 4 L 17.6 14.2 M 4 4 L 4 7.4 L 14.2 17.6 M 13.2 18.6 L 18.6 13.2 M 16.4 16.4 L 20.4 20.4"
        " M 20 4 L 16.6 4 L 13.6 7 M 20 4 L 20 7.4 L 17 10.4 M 5.4 13.2 L 10.8 18.6 M 7.6 16.4 L 3.6 20.4"
    ),
}
"""Strokes in a box of 24 × 24 for what the line set lacks."""
