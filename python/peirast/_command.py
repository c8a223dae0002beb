"""The command ``peirast``."""

import sys

from ._peirast import run_command


def main() -> int:
    """Run the command with the arguments of this process; return its exit code."""
    if sys.argv[1:2] == ["demo"]:
        # The one command that Python alone has: the model is a package of Python.
        from ._demo import main as demo

        return demo(sys.argv[2:])
    return run_command(["peirast", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
