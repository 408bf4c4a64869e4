"""What CHROME makes of where people stand."""
