"""A certificate authority for tests, and TLS proxies for services without TLS."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import pathlib
import select
import shutil
import socket
import ssl
import subprocess
import threading

import pytest

SSL_REQUEST = b"\x00\x00\x00\x08\x04\xd2\x16\x2f"  # by which a client of PostgreSQL asks for TLS


class Authority:
    """Makes certificates of servers; `file` is what those who trust it name."""

    def __init__(self, folder: pathlib.Path, name: str = "authority"):
        if shutil.which("openssl") is None:
            pytest.skip("openssl is missing")
        self.folder, self.name = folder, name
        self.run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.pem", "-days", "2",
                 "-subj", f"/CN={name}", "-addext", "basicConstraints=critical,CA:TRUE")
        self.file = folder / f"{name}.pem"

    def run(self, *words: str) -> None:
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

    def context(self, host: str) -> ssl.SSLContext:
        """Of a server of that name."""
        own = f"{self.name}-server"
        self.run("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{own}.key", "-out", f"{own}.csr", "-subj", f"/CN={host}")
        (self.folder / f"{own}.ext").write_text(f"subjectAltName=DNS:{host}\n")
        self.run("x509", "-req", "-in", f"{own}.csr", "-CA", f"{self.name}.pem", "-CAkey", f"{self.name}.key", "-CAcreateserial",
                 "-days", "2", "-extfile", f"{own}.ext", "-out", f"{own}.pem")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / f"{own}.pem", self.folder / f"{own}.key")
        return context


class TlsDoor:
    """A port of localhost before that of a service; `asks`: clients say in the open that they want TLS, as those of PostgreSQL do."""

    def __init__(self, port: int, context: ssl.SSLContext, asks: bool = False):
        self.inner, self.context, self.asks = port, context, asks
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.let_in, daemon=True).start()

    def close(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def let_in(self) -> None:
        while True:
            try:
                outer = self.listener.accept()[0]
            except OSError:  # it is shut
                return
            threading.Thread(target=self.serve, args=(outer,), daemon=True).start()

    def serve(self, outer: socket.socket) -> None:
        with contextlib.suppress(OSError), contextlib.ExitStack() as opened:
            opened.enter_context(outer)
            if self.asks:
                if outer.recv(len(SSL_REQUEST), socket.MSG_WAITALL) != SSL_REQUEST:
                    return
                outer.sendall(b"S")
            secure = opened.enter_context(self.context.wrap_socket(outer, server_side=True))
            inner = opened.enter_context(socket.create_connection(("127.0.0.1", self.inner)))
            self.carry(secure, inner)

    @staticmethod
    def carry(secure: ssl.SSLSocket, inner: socket.socket) -> None:
        """By one thread: OpenSSL does not allow two to use one connection at once."""
        while True:
            ready = [secure] if secure.pending() else select.select([secure, inner], [], [])[0]
            for source in ready:
                piece = source.recv(1 << 16)
                if not piece:
                    return
                (inner if source is secure else secure).sendall(piece)
