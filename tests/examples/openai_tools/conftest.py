import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from examples.openai_tools.world import World


@pytest.fixture(scope="session")
def echo() -> Iterator[World]:
    """A world that answers every call with what it was sent."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            seen = {
                "method": self.command,
                "path": self.path,
                "host": self.headers["Host"],
                "token": self.headers["Authorization"],
                "type": self.headers["Content-Type"],
                "body": self.rfile.read(length).decode(),
            }
            content = json.dumps(seen).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815

        def log_message(self, format: str, *arguments: object) -> None:
            """Keep the tests' output clean."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield World(f"http://127.0.0.1:{server.server_port}")
        finally:
            server.shutdown()
            thread.join()
