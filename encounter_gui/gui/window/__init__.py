"""The main window, its menus and docks, and the connections between controllers and widgets."""
