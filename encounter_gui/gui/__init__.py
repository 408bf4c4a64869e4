"""The window: models, views, controllers and drawing with Qt."""
