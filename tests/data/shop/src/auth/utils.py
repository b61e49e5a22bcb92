"""Passwords: key derivation, rules of strength, codes for the reset mail."""

import hashlib
import hmac
import os
import secrets
import string

ITERATIONS = 200_000
MIN_LENGTH = 12


def authenticate_user(username: str, password: str, users) -> "User | None":
    """Authenticate user credentials and return User object."""
    user = users.by_name(username)
    if user is None:
        # Derive a key anyway: an unknown name must not answer faster than a wrong password.
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
    """Sixteen random bytes, so that equal passwords have different keys."""
    return os.urandom(16)


def stored_form(key: bytes, salt: bytes) -> str:
    """One line for the accounts table: method, rounds, salt and key."""
    return f"pbkdf2${ITERATIONS}${salt.hex()}${key.hex()}"


def parse_stored_form(line: str) -> tuple:
    """The rounds, salt and key of a line of the accounts table."""
    method, rounds, salt, key = line.split("$")
    if method != "pbkdf2":
        raise ValueError(f"unknown method {method}")
    return int(rounds), bytes.fromhex(salt), bytes.fromhex(key)


def password_faults(password: str) -> list:
    """What makes a password too weak; empty when it is strong enough."""
    faults = []
    if len(password) < MIN_LENGTH:
        faults.append(f"shorter than {MIN_LENGTH} characters")
    if password.lower() == password:
        faults.append("no capital letter")
    if not any(letter.isdigit() for letter in password):
        faults.append("no digit")
    return faults


def needs_new_key(line: str) -> bool:
    """Whether a stored key was derived with fewer rounds than are usual now."""
    rounds, _, _ = parse_stored_form(line)
    return rounds < ITERATIONS


def generated_password(length: int = 20) -> str:
    """Random letters and digits for people who let the browser remember them."""
    alphabet = string.ascii_letters + string.digits
    return "".join(secrets.choice(alphabet) for _ in range(length))


def reset_code() -> str:
    """Six digits for the mail that resets a forgotten password."""
    return f"{secrets.randbelow(1_000_000):06}"
