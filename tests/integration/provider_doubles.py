"""Fake model services: they follow the documented formats, reject unknown fields and record requests."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import collections
import contextlib
import dataclasses
import hashlib
import http.server
import json
import math
import re
import socket
import threading

# Path of each call, its required and its optional fields, by provider.
EMBED = {
    "voyage": ("/v1/embeddings", {"input", "model"}, {"input_type", "truncation", "output_dimension", "output_dtype", "encoding_format"}),
    "openai": ("/v1/embeddings", {"input", "model"}, {"encoding_format", "dimensions", "user"}),
    "azure": ("/openai/deployments/tiny/embeddings", {"input"}, {"model", "encoding_format", "dimensions", "user", "input_type"}),
    "ollama": ("/api/embed", {"model", "input"}, {"truncate", "options", "keep_alive", "dimensions"}),
    "cohere": ("/v2/embed", {"model", "input_type"}, {"texts", "images", "inputs", "max_tokens", "output_dimension", "embedding_types",
                                                      "truncate"}),
}
RERANK = {
    "voyage": ("/v1/rerank", {"query", "documents", "model"}, {"top_k", "return_documents", "truncation"}),
    "cohere": ("/v2/rerank", {"model", "query", "documents"}, {"top_n", "max_tokens_per_doc", "priority"}),
    "jina": ("/v1/rerank", {"model", "query", "documents"}, {"top_n", "return_documents"}),
}
ANSWER = {
    "anthropic": ("/v1/messages", {"model", "messages", "max_tokens"}, {"system", "stream", "temperature", "metadata", "stop_sequences"}),
    "openai": ("/v1/chat/completions", {"model", "messages"}, {"stream", "max_tokens", "max_completion_tokens", "temperature"}),
    "azure": ("/openai/deployments/tiny/chat/completions", {"messages"}, {"model", "stream", "max_completion_tokens"}),
    "ollama": ("/api/chat", {"model", "messages"}, {"stream", "options", "tools", "format", "keep_alive"}),
}
KEY = "key-0123456789abcdef"


@dataclasses.dataclass
class Fault:
    """What happens to one request instead of an answer: a status, or a connection that ends badly."""

    status: int = 0
    headers: dict = dataclasses.field(default_factory=dict)
    cut: bool = False  # the JSON ends in its middle
    drop: bool = False  # the connection ends before the answer
    dimension: int = 0  # of the vectors, in place of the right one


@dataclasses.dataclass
class Sent:
    """A request as it came."""

    path: str
    headers: dict
    body: dict


def vector(text: str, dimension: int) -> list[float]:
    """Words as directions: texts that share words are near each other."""
    row = [0.0] * dimension
    for word in re.findall(r"[a-z]+", text.lower()):
        digest = hashlib.sha256(word.encode()).digest()
        row[int.from_bytes(digest[:4], "big") % dimension] += 1.0 if digest[4] % 2 else -1.0
    norm = math.sqrt(sum(x * x for x in row)) or 1.0
    return [x / norm for x in row]


class Silent:
    """A service that accepts connections and never answers."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()

    def store_settings(self, kind: str) -> dict[str, str]:
        """Environment variables that choose it as the store."""
        url = f"postgresql://somebody@127.0.0.1:{self.port}/nowhere" if kind == "postgres" else self.url
        return {"CODEWEAVER_STORE_KIND": kind, "CODEWEAVER_STORE_URL": url}


class Double:
    """A service on loopback. `faults` are taken one by one by the requests that come; `is_broken` drops all of them."""

    def __init__(self, provider: str, dimension: int = 64, model: str = "tiny"):
        self.provider, self.dimension, self.model = provider, dimension, model
        self.says = "They are retried with growing pauses [1]."  # to a question
        self.gate: threading.Event | None = None  # what an answer waits for after its first words
        self.ends = "well"  # or: cut, error, garbage, after the first words
        self.left = threading.Event()  # a client went while it was answered
        self.requests: list[Sent] = []
        self.faults: collections.deque[Fault] = collections.deque()
        self.is_broken = False
        self.break_after = -1  # requests until it breaks; -1: never
        self.connections: list[socket.socket] = []
        self.lock = threading.Lock()
        self.port = 0
        self.start()

    def start(self) -> None:
        """Begins to listen, on the same port as before."""
        double = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                with double.lock:
                    double.connections.append(self.connection)

            def log_message(self, *_):
                pass

            def do_POST(self):
                double.serve(self)

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

        self.server = Server(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
        with self.lock:
            ended, self.connections = self.connections, []
        for connection in ended:
            with contextlib.suppress(OSError):  # the client was first
                connection.shutdown(socket.SHUT_RDWR)

    @property
    def url(self) -> str:
        base = f"http://127.0.0.1:{self.port}"
        return base + "/v1" if self.provider in ("voyage", "openai", "jina") else base

    def settings(self) -> dict[str, str]:
        """Environment variables that choose it for embedding."""
        return {"CODEWEAVER_EMBEDDING_PROVIDER": self.provider, "CODEWEAVER_EMBEDDING_URL": self.url,
                "CODEWEAVER_EMBEDDING_MODEL": self.model, f"{self.provider.upper().replace('AZURE', 'AZURE_OPENAI')}_API_KEY": KEY}

    def rerank_settings(self) -> dict[str, str]:
        """The same for reranking."""
        return {"CODEWEAVER_RERANK_PROVIDER": self.provider, "CODEWEAVER_RERANK_URL": self.url,
                "CODEWEAVER_RERANK_MODEL": self.model, f"{self.provider.upper()}_API_KEY": KEY}

    def answer_settings(self) -> dict[str, str]:
        """The same for answers."""
        return {"CODEWEAVER_ANSWER_PROVIDER": self.provider, "CODEWEAVER_ANSWER_URL": self.url,
                "CODEWEAVER_ANSWER_MODEL": self.model, f"{self.provider.upper().replace('AZURE', 'AZURE_OPENAI')}_API_KEY": KEY}

    def take_documents(self) -> list[str]:
        """The texts sent since the last call, queries and probes left out."""
        with self.lock:
            sent, self.requests = self.requests, []
        texts = []
        for request in sent:
            if "query" not in request.body.get("input_type", ""):
                texts += request.body.get("input") or request.body.get("texts") or []
        return [text for text in texts if text not in ("dimension", "text")]

    def serve(self, call: http.server.BaseHTTPRequestHandler) -> None:
        size = int(call.headers.get("Content-Length") or 0)
        body = json.loads(call.rfile.read(size))
        with self.lock:
            self.requests.append(Sent(call.path, dict(call.headers), body))
            fault = self.faults.popleft() if self.faults else Fault()
            if self.break_after == 0:
                self.is_broken = True
            self.break_after -= self.break_after > 0
        if self.is_broken or fault.drop:
            call.connection.shutdown(socket.SHUT_RDWR)
            call.close_connection = True
            return
        if fault.status:
            self.answer(call, fault.status, self.refusal(f"status {fault.status} was asked for"), fault.headers)
            return
        if call.path.split("?")[0] == ANSWER.get(self.provider, ("",))[0]:
            self.answer_question(call, body)
            return
        if call.path.endswith("/rerank"):
            status, reply = self.rerank(call, body)
        else:
            status, reply = self.embed(call, body, fault.dimension or self.dimension)
        self.answer(call, status, reply, cut=fault.cut)

    def answer(self, call, status: int, reply: dict, headers: dict | None = None, cut: bool = False) -> None:
        text = json.dumps(reply).encode()
        if cut:
            text = text[: len(text) // 2]
        call.send_response(status)
        for name, value in (headers or {}).items():
            call.send_header(name, value)
        call.send_header("Content-Type", "application/json")
        call.send_header("Content-Length", str(len(text)))
        call.end_headers()
        call.wfile.write(text)

    def refusal(self, message: str) -> dict:
        """An error in the words of the service."""
        shapes = {"voyage": {"detail": message}, "ollama": {"error": message}, "cohere": {"message": message}}
        return shapes.get(self.provider, {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}})

    def key_of(self, call) -> str:
        if self.provider == "azure":
            return call.headers.get("api-key", "")
        if self.provider == "anthropic":
            return call.headers.get("x-api-key", "") if call.headers.get("anthropic-version") == "2023-06-01" else ""
        return call.headers.get("Authorization", "").removeprefix("Bearer ")

    def fault_of(self, call, body: dict, shape) -> tuple[int, dict] | None:
        """How a request is refused that is not of its documented shape."""
        path, required, optional = shape
        if self.provider != "ollama" and self.key_of(call) != KEY:
            return 401, self.refusal(f"no such key: {self.key_of(call)}")
        if call.path.split("?")[0] != path:
            return 404, self.refusal(f"no route {call.path}")
        if unknown := set(body) - required - optional:
            return 400, self.refusal(f"unknown field {unknown}")
        if lacking := required - set(body):
            return 400, self.refusal(f"lacks {lacking}")
        return None

    def answer_question(self, call, body: dict) -> None:
        """Streams `self.says`, word by word."""
        if refused := self.fault_of(call, body, ANSWER[self.provider]):
            self.answer(call, *refused)
            return
        words = re.findall(r"\S+\s*", self.says)
        if self.provider == "ollama":
            lines = [{"model": self.model, "message": {"role": "assistant", "content": word}, "done": False} for word in words]
            lines = [json.dumps(line) + "\n" for line in [*lines, {"model": self.model, "done": True, "done_reason": "stop"}]]
            bad = {"error": '{"error": "out of memory"}\n', "garbage": "<html>502</html>\n"}
        elif self.provider == "anthropic":
            events = [{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": word}} for word in words]
            lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in [*events, {"type": "message_stop"}]]
            lines[0] = 'event: message_start\ndata: {"type": "message_start", "message": {}}\n\n' + lines[0]
            bad = {"error": 'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", "message": "out of memory"}}\n\n',
                   "garbage": "data: <html>\n\n"}
        else:
            events = [{"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": word}}]} for word in words]
            lines = [f"data: {json.dumps(event)}\n\n" for event in events] + ["data: [DONE]\n\n"]
            bad = {"error": 'data: {"error": {"message": "out of memory"}}\n\n', "garbage": "data: {{\n\n"}
        call.send_response(200)
        call.send_header("Transfer-Encoding", "chunked")
        call.end_headers()
        try:
            self.send_text(call, "".join(lines[:2]))
            if self.gate:
                self.wait_at_gate(call)
            if self.ends == "cut":
                call.connection.shutdown(socket.SHUT_RDWR)
                call.close_connection = True
                return
            self.send_text(call, bad.get(self.ends) or "".join(lines[2:]))
            call.wfile.write(b"0\r\n\r\n")
        except OSError:
            self.left.set()
            call.close_connection = True

    @staticmethod
    def send_text(call, text: str) -> None:
        """In pieces that end anywhere."""
        raw = text.encode()
        for at in range(0, len(raw), 7):
            piece = raw[at : at + 7]
            call.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        call.wfile.flush()

    def wait_at_gate(self, call) -> None:
        """Until the gate opens, or the client has gone."""
        call.connection.settimeout(0.02)
        while not self.gate.is_set():
            try:
                if call.connection.recv(1) == b"":
                    raise ConnectionResetError
            except TimeoutError:
                continue
        call.connection.settimeout(None)

    def rerank(self, call, body: dict) -> tuple[int, dict]:
        """Scores by shared words, best first."""
        if refused := self.fault_of(call, body, RERANK[self.provider]):
            return refused
        asked = vector(body["query"], 512)
        scores = [max(0.0, sum(a * b for a, b in zip(asked, vector(text, 512)))) for text in body["documents"]]
        ranked = sorted(range(len(scores)), key=lambda at: -scores[at])
        rows = [{"index": at, "relevance_score": scores[at]} for at in ranked[: body.get("top_k") or body.get("top_n")]]
        if self.provider == "voyage":
            return 200, {"object": "list", "data": rows, "model": self.model, "usage": {"total_tokens": 1}}
        return 200, {"id": "x", "results": rows, "meta": {}} if self.provider == "cohere" else {"model": self.model, "results": rows,
                                                                                               "usage": {"total_tokens": 1}}

    def embed(self, call, body: dict, dimension: int) -> tuple[int, dict]:
        if refused := self.fault_of(call, body, EMBED[self.provider]):
            return refused
        if self.provider != "azure" and body["model"] != self.model:
            if self.provider == "ollama":
                return 404, {"error": f'model "{body["model"]}" not found, try pulling it first'}
            return 404, self.refusal(f"no model {body['model']}")
        texts = body["texts"] if self.provider == "cohere" else body["input"]
        if not texts or len(texts) > (96 if self.provider == "cohere" else 100) or not all(isinstance(text, str) for text in texts):
            return 400, self.refusal("too many texts, or none")
        rows = [vector(text, dimension) for text in texts]
        if self.provider == "ollama":
            return 200, {"model": self.model, "embeddings": rows, "total_duration": 1, "load_duration": 1, "prompt_eval_count": 1}
        if self.provider == "cohere":
            return 200, {"id": "x", "embeddings": {"float": rows}, "texts": texts, "meta": {"billed_units": {"input_tokens": 1}}}
        data = [{"object": "embedding", "index": at, "embedding": row} for at, row in enumerate(rows)]
        return 200, {"object": "list", "data": data, "model": self.model, "usage": {"total_tokens": 1}}
