"""What is printed or written out, as documents of plain data. No Qt."""
