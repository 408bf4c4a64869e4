"""The rules of phases and wounds, each written once: the table plays them, odds and forecasts read them."""
