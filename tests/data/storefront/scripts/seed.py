"""Fills a new database through one connection; run by hand."""

import sqlite3


def seed(path: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("INSERT INTO products (name) VALUES ('tea')")
