"""Run every benchmark with its small sizes: make bench."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    """Run them one after another."""
    peers = ["peers.py", "--rows", "100", "--long", "0.5"]
    for command in (
        ["patterns.py"],
        ["detectors.py"],
        ["fast.py", "1"],
        ["memory.py", "50", "--vault"],
        ["scaling.py", "1"],
        ["latency.py", "--messages", "100"],
        ["scale.py", "--documents", "500", "--entities", "2000"],
        ["flow.py", "--tweets", "500", "--long", "0.5"],
        peers,
    ):
        print(f"\n== {' '.join(command)}", flush=True)
        subprocess.run([sys.executable, str(HERE / command[0]), *command[1:]], check=True, cwd=HERE)


if __name__ == "__main__":
    main()
