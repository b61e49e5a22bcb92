"""Users, and the tokens they authenticate with."""

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class User:
    id: int
    email: str


def authenticate_user(token: str) -> Optional[User]:
    """The user whose session a token belongs to; None when it is unknown or expired."""
    session = sessions.get(token)
    if session is None or session.has_expired():
        return None
    return User(session.user_id, session.email)


sessions = {}
