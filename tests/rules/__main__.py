"""`python -m tests.rules [pytest arguments]`: run the marked tests and say which rules are proved."""

import sys

from tests.rules.ledger import ledgers
from tests.rules.proof import prove


def main() -> int:
    """Exit status 0 only if every rule of every ledger is proved."""
    status, lines = prove(ledgers(), sys.argv[1:] or ["tests"])
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main())
