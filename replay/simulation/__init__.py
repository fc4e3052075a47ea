"""Legal hands from a random stream, as records, and single mutations of them."""
