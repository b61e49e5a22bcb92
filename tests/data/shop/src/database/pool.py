"""Connections to the shop's database."""

import queue
import time
from dataclasses import dataclass


@dataclass
class PoolConfig:
    """Sizes and waits of a ConnectionPool."""

    url: str
    max_size: int = 20
    wait_seconds: float = 5.0
    recycle_seconds: float = 1800.0


class PoolExhausted(Exception):
    """No connection became free in time."""


class ConnectionPool:
    """Database connection pooling: lends connections and takes them back.

    Connections are opened when needed, up to max_size, and replaced once
    they are older than recycle_seconds.
    """

    def __init__(self, config: PoolConfig, connect):
        self.config = config
        self.connect = connect
        self.idle = queue.LifoQueue()
        self.open_count = 0

    def acquire(self):
        """Lend a connection; waits up to wait_seconds for one to come back."""
        try:
            opened_at, connection = self.idle.get_nowait()
        except queue.Empty:
            if self.open_count < self.config.max_size:
                return self.open_new()
            try:
                opened_at, connection = self.idle.get(timeout=self.config.wait_seconds)
            except queue.Empty:
                raise PoolExhausted(f"{self.config.max_size} connections in use") from None
        if time.monotonic() - opened_at > self.config.recycle_seconds:
            connection.close()
            self.open_count -= 1
            return self.open_new()
        return connection

    def open_new(self):
        self.open_count += 1
        return self.connect(self.config.url)

    def release(self, connection):
        """Take a connection back for the next caller."""
        self.idle.put((time.monotonic(), connection))
