"""The notebooks of `examples` run, and give what is stored in them where Jupyter is installed."""

import contextlib
import importlib.util
import io
import json
import os
import tempfile
import unittest

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples")
JUPYTER = all(importlib.util.find_spec(name) for name in ("nbclient", "ipykernel"))


def notebooks():
    for name in sorted(os.listdir(EXAMPLES)):
        if name.endswith(".ipynb"):
            with open(os.path.join(EXAMPLES, name), encoding="utf-8") as file:
                yield name, json.load(file)


def shown(notebook):
    """The outputs of the cells as text."""
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", ())]
    texts = [output.get("data", {}).get("text/plain", output.get("text", "")) for output in outputs]
    return ["".join(text) for text in texts]


def write(name, notebook, executed):
    """Stores what the cells of an executed notebook show; nothing else of the file changes."""
    for stored, cell in zip(notebook["cells"], executed["cells"]):
        if "outputs" in stored:
            stored["outputs"] = cell["outputs"]
    with open(os.path.join(EXAMPLES, name), "w", encoding="utf-8") as file:
        file.write(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


@contextlib.contextmanager
def elsewhere():
    """An empty directory to work in."""
    back = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield folder
        finally:
            os.chdir(back)


class Notebooks(unittest.TestCase):
    def test_there_are_five(self):
        self.assertEqual(len(list(notebooks())), 5)

    @unittest.skipIf(JUPYTER, "Jupyter runs them")
    def test_their_cells_run_in_order(self):
        for name, notebook in notebooks():
            names = {}
            with elsewhere(), contextlib.redirect_stdout(io.StringIO()):
                for cell in notebook["cells"]:
                    if cell["cell_type"] == "code":
                        exec(compile("".join(cell["source"]), name, "exec"), names)
            self.assertTrue(any(shown(notebook)), name)

    @unittest.skipUnless(JUPYTER, "Jupyter is not here")
    def test_jupyter_shows_what_is_stored(self):
        import nbclient
        import nbformat

        for name, notebook in notebooks():
            stored = shown(notebook)
            with elsewhere() as folder:
                book = nbformat.reads(json.dumps(notebook), as_version=4)
                nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": folder}}).execute()
            if os.environ.get("PEIRAST_WRITE_REFERENCE"):
                write(name, notebook, json.loads(nbformat.writes(book)))
            else:
                self.assertEqual(shown(book), stored, name)


if __name__ == "__main__":
    unittest.main()
