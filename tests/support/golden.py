#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0
"""golden.py GOLDEN PROGRAM ARGS...: runs a program and compares what it prints with a golden file.

Every byte counts. With WEFT_UPDATE_GOLDENS=1 in the environment it writes the golden file.
"""
import difflib
import os
import pathlib
import subprocess
import sys

SHOWN_LINES = 80


def main() -> int:
    golden = pathlib.Path(sys.argv[1])
    command = sys.argv[2:]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    sys.stderr.write(run.stderr.decode(errors="replace"))
    if run.returncode != 0:
        sys.stdout.write(run.stdout.decode(errors="replace"))
        print(f"{' '.join(command)}: exit code {run.returncode}")
        return 1
    if os.environ.get("WEFT_UPDATE_GOLDENS"):
        golden.write_bytes(run.stdout)
        print(f"wrote {golden}")
        return 0
    if not golden.exists():
        print(f"{golden} does not exist; WEFT_UPDATE_GOLDENS=1 ctest -R NAME writes it")
        return 1
    if run.stdout == golden.read_bytes():
        return 0
    expected = golden.read_text(errors="replace").splitlines()
    printed = run.stdout.decode(errors="replace").splitlines()
    diff = list(difflib.unified_diff(expected, printed, golden.name, "printed now", lineterm=""))
    print("\n".join(diff[:SHOWN_LINES]) or "only the ends of lines differ")
    if len(diff) > SHOWN_LINES:
        print(f"... {len(diff) - SHOWN_LINES} more lines")
    print("if the new text is right: WEFT_UPDATE_GOLDENS=1 ctest -R NAME")
    return 1


sys.exit(main())
