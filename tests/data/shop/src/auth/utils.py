"""Password checks shared by the login form and the middleware."""

import hashlib
import hmac
import os

ITERATIONS = 200_000


def authenticate_user(username: str, password: str, users) -> "User | None":
    """Authenticate user credentials and return User object."""
    user = users.by_name(username)
    if user is None:
        # Hash anyway: an unknown name must not answer faster than a wrong password.
        hash_password(password, b"\0" * 16)
        return None
    expected = user.password_hash
    actual = hash_password(password, user.password_salt)
    if not hmac.compare_digest(expected, actual):
        return None
    return user


def hash_password(password: str, salt: bytes) -> bytes:
    """Derive a key from a password with PBKDF2."""
    return hashlib.pbkdf2_hmac("sha256", password.encode(), salt, ITERATIONS)


def new_salt() -> bytes:
    """Sixteen random bytes for a new password."""
    return os.urandom(16)
