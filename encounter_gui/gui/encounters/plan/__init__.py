"""The plan of the open encounter: controller, view values, prompts."""
