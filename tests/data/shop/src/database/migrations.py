"""Schema migrations, applied in order at start-up."""

MIGRATIONS = [
    ("0001", "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT UNIQUE, hash BLOB, salt BLOB)"),
    ("0002", "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, total_cents INTEGER)"),
    ("0003", "CREATE INDEX orders_by_customer ON orders (customer_id)"),
]


def migrate(connection):
    """Apply every migration that this database has not seen yet."""
    connection.execute("CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY)")
    done = {row[0] for row in connection.execute("SELECT id FROM migrations")}
    for identifier, statement in MIGRATIONS:
        if identifier in done:
            continue
        with connection:
            connection.execute(statement)
            connection.execute("INSERT INTO migrations VALUES (?)", (identifier,))
