"""The command ``peirast``."""

import sys

from ._peirast import run_command


def main() -> int:
    """Run the command with the arguments of this process; return its exit code."""
    return run_command(["peirast", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
