"""What is printed or written out, as plain data: no Qt, no paper. Renderers turn it into pages or texts."""
