"""How requests reach the application under gunicorn: its settings, and a worker that no slow client can hold up."""
