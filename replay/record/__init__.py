"""The hand record: strict reading, canonical writing, its events and its JSON Schema."""
