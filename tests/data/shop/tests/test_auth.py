"""Passwords, tokens and the middleware that asks for them."""

import pytest

from src.auth.middleware import AuthConfig, AuthMiddleware
from src.auth.tokens import TokenError, validate_jwt_token
from src.auth.utils import authenticate_user, hash_password, password_faults


class Accounts(dict):
    def by_name(self, name):
        return self.get(name)


@pytest.fixture
def accounts():
    class Ada:
        password_salt = b"salt"
        password_hash = hash_password("secret", b"salt")

    return Accounts(ada=Ada())


def test_the_right_password_is_accepted(accounts):
    assert authenticate_user("ada", "secret", accounts) is accounts["ada"]


def test_a_wrong_password_is_rejected(accounts):
    assert authenticate_user("ada", "guess", accounts) is None


def test_a_short_password_is_weak():
    assert password_faults("abc") != []


def test_a_token_needs_three_parts():
    with pytest.raises(TokenError):
        validate_jwt_token("nonsense")


def test_a_new_middleware_has_seen_no_failures(accounts):
    middleware = AuthMiddleware(AuthConfig(), sessions={}, users=accounts)
    assert middleware.failures == {}
