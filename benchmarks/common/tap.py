"""A tap between an agent and its base URL: ``python -m benchmarks.common.tap PORT FOLDER COMMAND``.

Runs the command with ``BDPROXY_BASE_URL`` pointing to ``127.0.0.1:PORT``, passes every byte on in
both directions, and keeps them: connection 1 of a task in ``FOLDER/<task>/1.requests`` and
``1.responses``, and so on. The same port for every run keeps the agent's Host header the same.
Standard library only.
"""

import asyncio
import itertools
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

CHUNK = 65536


class Tap:
    """Accepts connections for one upstream and keeps what passes."""

    def __init__(self, host: str, port: int, folder: Path) -> None:
        self._upstream = (host, port)
        self._folder = folder
        self._numbers = itertools.count(1)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on until either side closes it."""
        number = next(self._numbers)
        upstream_reader, upstream_writer = await asyncio.open_connection(*self._upstream)
        ways = {
            asyncio.create_task(self._pass(reader, upstream_writer, f"{number}.requests")),
            asyncio.create_task(self._pass(upstream_reader, writer, f"{number}.responses")),
        }
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for each in (writer, upstream_writer):
            each.close()
        await asyncio.wait(ways)

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, name: str
    ) -> None:
        with (self._folder / name).open("wb") as file:
            try:
                while data := await reader.read(CHUNK):
                    file.write(data)
                    writer.write(data)
                    await writer.drain()
            except OSError:
                return


async def main(port: int, folder: Path, command: list[str]) -> int:
    """Run the command behind the tap; its exit status."""
    parts = urlsplit(os.environ["BDPROXY_BASE_URL"])
    assert parts.hostname is not None and parts.port is not None
    place = folder / os.environ["BDPROXY_TASK_ID"]
    place.mkdir(parents=True)
    tap = Tap(parts.hostname, parts.port, place)
    async with await asyncio.start_server(tap.serve, "127.0.0.1", port):
        environment = {**os.environ, "BDPROXY_BASE_URL": f"http://127.0.0.1:{port}"}
        process = await asyncio.create_subprocess_exec(*command, env=environment)
        return await process.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])))
