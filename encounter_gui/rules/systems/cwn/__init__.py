"""Cities Without Number: side initiative, Main and Move Actions, Shock, Trauma and mortal wounds."""
