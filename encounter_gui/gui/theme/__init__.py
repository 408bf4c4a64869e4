"""Colours, fonts, icons and marks: the room everything painted draws from.

``theme`` holds the values and ``theme_file`` reads them; ``palette`` dresses Qt's own widgets; ``marks`` gathers the
painting functions. Everything here works at any pixel ratio and on paper.
"""
