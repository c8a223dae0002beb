"""The pages of the documentation that have programs of Python, and the files that their commands make."""

import os
import re
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
# The test of the package copies the pages here.
PAGES = tuple(sorted(name for name in os.listdir(FOLDER) if name.endswith(".md")))
# Files that other commands of a page make, which are not run here.
NOT_MADE = ("tables/outcomes.parquet",)


def text(page):
    with open(os.path.join(FOLDER, page), encoding="utf-8") as file:
        return file.read()


def programs(page, pandas=True):
    """The programs of a page, in order, with or without those that import pandas. Each may use names of those before it."""
    found = [part.split("```")[0] for part in text(page).split("```python\n")[1:]]
    found = [program for program in found if not any(name in program for name in NOT_MADE)]
    return [program for program in found if pandas or "import pandas" not in program]


def make_files(page, folder):
    """Make what the page's commands print into files, without a shell: an example, or a text of its own."""
    for example, literal, name in re.findall(r"^\$ (?:(peirast pairs example)|printf '(.*)') > (\S+)$", text(page), re.M):
        printed = literal.replace("\\n", "\n")
        if example:
            command = [sys.executable, "-m", *example.split()]
            printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(printed)
