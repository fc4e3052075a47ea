"""Where records come from: files, folders, standard input, addresses and the database."""
