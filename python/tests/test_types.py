"""The types of the package and of what its page shows, checked where a checker is installed."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

import peirast

PACKAGE = os.path.dirname(peirast.__file__)


def blocks():
    """The programs of the page, one after another in one module."""
    with open(os.path.join(os.path.dirname(__file__), "python.md"), encoding="utf-8") as file:
        parts = file.read().split("```python\n")[1:]
    return "\n".join(part.split("```")[0] for part in parts)


def checked(*arguments):
    """What a checker says of the package and of the page's programs; nothing if all is well."""
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "page.py")
        with open(page, "w", encoding="utf-8") as file:
            file.write(blocks())
        environment = {**os.environ, "PYTHONPATH": os.path.dirname(PACKAGE)}
        done = subprocess.run(
            [sys.executable, "-m", *arguments, PACKAGE, page],
            capture_output=True,
            text=True,
            cwd=folder,
            env=environment,
        )
        return "" if done.returncode == 0 else done.stdout + done.stderr


class Types(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not here")
    def test_mypy(self):
        self.assertEqual(checked("mypy", "--strict", "--cache-dir", os.devnull), "")

    @unittest.skipUnless(importlib.util.find_spec("pyright"), "pyright is not here")
    def test_pyright(self):
        self.assertEqual(checked("pyright"), "")


if __name__ == "__main__":
    unittest.main()
