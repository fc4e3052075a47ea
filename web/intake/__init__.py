"""What people paste or upload: IDs, links, hashes, records; and what something else is."""
