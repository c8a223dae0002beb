"""The types of the package and of what its pages show, checked where a checker is installed."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

import pages

import peirast

PACKAGE = os.path.dirname(peirast.__file__)


def checked(*arguments):
    """The messages of a type checker on the package and the pages' programs, a module each; empty if all is well."""
    with tempfile.TemporaryDirectory() as folder:
        modules = []
        for page in pages.PAGES:
            # A module `statistics` or `logic` would hide another.
            path = os.path.join(folder, "page_" + page.replace("-", "_").replace(".md", ".py"))
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(pages.programs(page, pandas=False)))
            modules.append(path)
        environment = {**os.environ, "PYTHONPATH": os.path.dirname(PACKAGE)}
        done = subprocess.run(
            [sys.executable, "-m", *arguments, PACKAGE, *modules],
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
