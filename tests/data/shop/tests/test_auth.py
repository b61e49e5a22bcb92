"""Tests of authentication."""

import pytest

from src.auth.middleware import AuthConfig, AuthMiddleware
from src.auth.tokens import TokenError, validate_jwt_token
from src.auth.utils import authenticate_user, hash_password


class FakeUsers(dict):
    def by_name(self, name):
        return self.get(name)


@pytest.fixture
def users():
    class User:
        password_salt = b"salt"
        password_hash = hash_password("secret", b"salt")

    return FakeUsers(ada=User())


def test_authenticate_user_accepts_the_right_password(users):
    assert authenticate_user("ada", "secret", users) is users["ada"]


def test_authenticate_user_rejects_a_wrong_password(users):
    assert authenticate_user("ada", "guess", users) is None


def test_a_token_needs_three_parts():
    with pytest.raises(TokenError):
        validate_jwt_token("nonsense")


def test_the_middleware_challenges_strangers(users):
    middleware = AuthMiddleware(AuthConfig(), sessions={}, users=users)
    assert middleware.failures == {}
