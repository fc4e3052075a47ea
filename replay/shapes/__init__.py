"""JSON values described once: checked, read into dataclasses, printed as JSON Schema."""
