"""What a fight leaves behind, and what runs until the next one."""
