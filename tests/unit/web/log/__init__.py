"""The transparency log as a service."""
