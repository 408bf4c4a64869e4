"""Colours, fonts, icons and the style of widgets. What is painted is in ``painting``.

``theme`` holds the values and ``theme_file`` reads them; ``qt_palette`` colours Qt's own widgets.
"""
