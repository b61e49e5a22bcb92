"""Accounts and their validation."""
import hashlib
from dataclasses import dataclass

MAX_ATTEMPTS: int = 3
retries = 0


class AuthenticationError(Exception):
    """Raised when a login is refused."""


@dataclass(frozen=True)
class UserAuth:
    """Checks credentials against a store.

    Passwords are never kept in clear text.
    """

    name: str
    salt = b"x"

    @property
    def digest(self) -> str:
        # not a doc string
        return hashlib.sha256(self.name.encode()).hexdigest()

    async def validate(self, password: str) -> bool:
        'Compares in constant time.'
        def inner(value):
            return value

        return inner(password) == self.digest


# Builds the default store.
# Used by the tests.
def make_store(
    size=10,
):
    local_value = size
    return {k: None for k in range(local_value)}


def test_validate_rejects_empty():
    assert not UserAuth("a").validate("")
