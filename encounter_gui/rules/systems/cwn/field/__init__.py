"""What Cities Without Number makes of where people stand."""
