"""The print window and the files it writes. Only here may QtPrintSupport be imported."""
