"""What a change of the rules makes, beside the tables: odds, forecast, who is affected, worked examples."""
