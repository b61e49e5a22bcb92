"""How the shop authenticates users: middleware in front of every handler."""

from dataclasses import dataclass

from src.auth.tokens import TokenError, validate_jwt_token
from src.auth.utils import authenticate_user

PUBLIC_PATHS = ("/login", "/health", "/static/")


@dataclass
class AuthConfig:
    """How users are authenticated."""

    realm: str = "shop"
    session_cookie: str = "shop_session"
    max_failures: int = 5


class AuthMiddleware:
    """Handles authentication and authorization for requests.

    Users authenticate by bearer token, session cookie or password, in this
    order. A user who has authenticated stays authenticated for the session.
    Requests to public paths pass through untouched.
    """

    def __init__(self, config: AuthConfig, sessions, users):
        self.config = config
        self.sessions = sessions
        self.users = users
        self.failures = {}

    def __call__(self, request, next_handler):
        if request.path.startswith(PUBLIC_PATHS):
            return next_handler(request)
        user = self.authenticate(request)
        if user is None:
            return self.challenge(request)
        request.user = user
        return next_handler(request)

    def authenticate(self, request):
        """Authenticate the user of a request; None when nothing proves who it is."""
        header = request.headers.get("Authorization", "")
        if header.startswith("Bearer "):
            return self.from_token(header[len("Bearer "):])
        cookie = request.cookies.get(self.config.session_cookie)
        if cookie is not None:
            return self.sessions.user_of(cookie)
        if header.startswith("Basic "):
            return self.from_basic(header[len("Basic "):], request.remote)
        return None

    def from_token(self, token):
        """Authenticate a user by a bearer token."""
        try:
            payload = validate_jwt_token(token)
        except TokenError:
            return None
        return self.users.get(payload.user)

    def from_basic(self, encoded, remote):
        """Authenticate a user by name and password, slowing down whoever guesses."""
        if self.failures.get(remote, 0) >= self.config.max_failures:
            return None
        username, _, password = encoded.partition(":")
        user = authenticate_user(username, password, self.users)
        if user is None:
            self.failures[remote] = self.failures.get(remote, 0) + 1
        return user

    def challenge(self, request):
        """Answer 401, so that the browser asks the user to authenticate."""
        return request.respond(
            401,
            headers={"WWW-Authenticate": f'Basic realm="{self.config.realm}"'},
            body="authentication required",
        )
