"""The roster list: model, delegate, view, form of one line."""
