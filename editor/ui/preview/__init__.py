"""The preview and what it draws."""
