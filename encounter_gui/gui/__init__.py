"""The main window and everything on the screen: a folder for each part, with its model, painting and view."""
