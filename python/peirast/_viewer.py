"""The pages of runs in a browser, served by a separate process."""

from __future__ import annotations

import atexit
import html
import json
import os
import sys

from ._errors import PeirastError

__all__ = ["Viewer"]


class Viewer:
    """A server that shows a run directory until :meth:`stop`, or until this process ends.

    Attributes:
        url: the address of the pages.
    """

    def __init__(self, path: str | os.PathLike[str], *, open_browser: bool, port: int) -> None:
        import subprocess
        import tempfile

        command = [sys.executable, "-m", "peirast", "view", os.fspath(path), "--port", str(port), "--json"]
        if open_browser:
            command.append("--open")
        # A file, because a pipe without a reader would fill.
        with tempfile.TemporaryFile("w+", encoding="utf-8") as messages:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=messages, text=True)
            atexit.register(self.stop)
            assert self._process.stdout is not None
            line = self._process.stdout.readline()
            if not line:
                self.stop()
                messages.seek(0)
                raise PeirastError(messages.read().strip().removeprefix("error: "))
        self.url: str = json.loads(line)["url"]

    def stop(self) -> None:
        """End the server."""
        self._process.terminate()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        atexit.unregister(self.stop)

    def __enter__(self) -> Viewer:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"Viewer({self.url!r})"

    def _repr_html_(self) -> str:
        address = html.escape(self.url)
        return f"<p><a href='{address}'>{address}</a></p><iframe src='{address}' width='100%' height='600'></iframe>"
