"""Qdrant's REST API on a loopback port: validates requests with the client's strict models, then runs them on its local mode or on the engine."""
# SPDX-License-Identifier: MIT OR Apache-2.0
#   python qdrant_shim.py [--port PORT] [--key KEY] [--engine]
# With --engine Qdrant's own engine answers, in this process (qdrant_engine.py), else the client's local mode. Prints its address, then serves until its input ends. What it does not prove: docs/guide/stores.md.

import argparse
import http.server
import json
import re
import sys
import threading
import warnings

from pydantic import TypeAdapter, ValidationError
from qdrant_client import QdrantClient
from qdrant_client.http import models

warnings.filterwarnings("ignore")  # local mode has no payload indexes and says so each time
LOCK = threading.Lock()  # local mode is not made for threads
servers: dict[str, QdrantClient] = {}  # by what stands before /collections: as many servers as callers name


def plain(result) -> object:
    """A model of the client as JSON."""
    return json.loads(result.model_dump_json(exclude_none=False)) if hasattr(result, "model_dump_json") else result


def existing(client: QdrantClient, name: str) -> str:
    if not client.collection_exists(name):
        raise LookupError(f"Not found: Collection `{name}` doesn't exist!")
    return name


def create(client, name, body):
    if client.collection_exists(name):
        raise FileExistsError(f"Wrong input: Collection `{name}` already exists!")
    return client.create_collection(name, vectors_config=body.vectors or {}, sparse_vectors_config=body.sparse_vectors)


def delete(client, name, _body):
    return client.delete_collection(name) if client.collection_exists(name) else False


def upsert(client, name, body):
    return client.upsert(existing(client, name), body.points)


def get_point(client, name, _body, point):
    found = client.retrieve(existing(client, name), [point], with_payload=True, with_vectors=False)
    if not found:
        raise LookupError(f"Not found: Point with id {point} does not exists!")
    return found[0]


def remove(client, name, body):
    return client.delete(existing(client, name), body)


def count(client, name, body):
    return client.count(existing(client, name), body.filter, exact=body.exact if body.exact is not None else True)


def scroll(client, name, body):
    points, following = client.scroll(existing(client, name), scroll_filter=body.filter, limit=body.limit or 10, offset=body.offset,
                                      with_payload=body.with_payload if body.with_payload is not None else True,
                                      with_vectors=body.with_vector or False)
    return {"points": [plain(point) for point in points], "next_page_offset": following}


def query(client, name, body):
    return client.query_points(existing(client, name), query=body.query, using=body.using, prefetch=body.prefetch,
                               query_filter=body.filter, limit=body.limit or 10, search_params=body.params,
                               with_payload=body.with_payload or False, with_vectors=body.with_vector or False,
                               score_threshold=body.score_threshold)


def facet(client, name, body):
    return client.facet(existing(client, name), key=body.key, facet_filter=body.filter, limit=body.limit or 10, exact=body.exact or False)


def index(client, name, body):
    return client.create_payload_index(existing(client, name), body.field_name, body.field_schema)


# Method, what follows the name of the collection, the model of the body, what runs it.
ROUTES = [
    ("PUT", r"", models.CreateCollection, create),
    ("DELETE", r"", None, delete),
    ("PUT", r"/index", models.CreateFieldIndex, index),
    ("PUT", r"/points", models.PointsList, upsert),
    ("GET", r"/points/(?P<point>[0-9a-f-]+)", None, get_point),
    ("POST", r"/points/delete", models.PointsSelector, remove),
    ("POST", r"/points/count", models.CountRequest, count),
    ("POST", r"/points/scroll", models.ScrollRequest, scroll),
    ("POST", r"/points/query", models.QueryRequest, query),
    ("POST", r"/facet", models.FacetRequest, facet),
]
PARAMETERS = {"wait", "ordering", "timeout", "consistency"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # an answer in one piece: two would wait for the client's acknowledgement of the first
    disable_nagle_algorithm = True
    key = None
    engine = QdrantClient

    def log_message(self, *_):
        pass

    def answer(self, status: int, result=None, error: str | None = None) -> None:
        body = {"time": 0.0, "status": {"error": error}} if error else {"time": 0.0, "status": "ok", "result": plain(result)}
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def serve(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path, _, parameters = self.path.partition("?")
        if self.key and self.headers.get("api-key") != self.key:
            return self.answer(401, error="Must provide an API key or an Authorization bearer token")
        unknown = {part.split("=")[0] for part in parameters.split("&") if part} - PARAMETERS
        if unknown:
            return self.answer(400, error=f"unknown parameters: {sorted(unknown)}")
        place = re.fullmatch(r"((?:/\w+)*)/collections/([^/]+)(/.*)?", path)
        for method, rest, model, run in ROUTES if place else []:
            found = re.fullmatch(rest, place[3] or "") if method == self.command else None
            if found:
                return self.run(lambda: run(self.server_of(place[1] or ""), place[2],
                                            model and TypeAdapter(model).validate_json(raw or b"{}"), **found.groupdict()))
        return self.answer(404, error="no such route")

    @classmethod
    def server_of(cls, name: str) -> QdrantClient:
        if name not in servers:
            servers[name] = cls.engine(":memory:")
        return servers[name]

    def run(self, call) -> None:
        try:
            with LOCK:
                result = call()
            self.answer(200, result)
        except ValidationError as error:
            self.answer(400, error="Format error in JSON body: " + str(error)[:300])
        except LookupError as error:
            self.answer(404, error=str(error.args[0])[:300])
        except FileExistsError as error:
            self.answer(409, error=str(error))
        except ValueError as error:
            self.answer(400, error="Wrong input: " + str(error)[:300])

    do_GET = do_PUT = do_POST = do_DELETE = serve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--key")
    parser.add_argument("--engine", action="store_true")
    options = parser.parse_args()
    Handler.key = options.key
    if options.engine:
        from qdrant_engine import EngineClient

        Handler.engine = EngineClient
    server = http.server.ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    server.daemon_threads = True
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
    for client in servers.values():
        client.close()


if __name__ == "__main__":
    main()
