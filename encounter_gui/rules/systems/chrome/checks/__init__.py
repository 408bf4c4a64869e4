"""How tests are rolled at the table, and what Conviction and Stress do there."""
