"""The rules of CWN, each written once: the table plays them, odds and forecasts read them."""
