"""Error handling that every part of the backend shares."""

import functools
import logging

log = logging.getLogger(__name__)


class StoreError(Exception):
    """What the backend raises; the message may be shown to a customer."""


class NotFound(StoreError):
    """Nothing has the id that was asked for."""


def handle_errors(function):
    """Error handling for a request handler: log what was raised, answer with a status."""

    @functools.wraps(function)
    def guarded(request):
        try:
            return function(request)
        except NotFound as error:
            return request.respond(404, str(error))
        except StoreError as error:
            return request.respond(400, str(error))
        except Exception:
            log.exception("unhandled error in %s", function.__name__)
            return request.respond(500, "something went wrong")

    return guarded
