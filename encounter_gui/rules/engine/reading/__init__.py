"""How a rule that is written once is read: at the table with the dice of people, exactly, and over many rows."""
