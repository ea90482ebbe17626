#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0
"""check.py SOURCE FOLDER COMPILER...: a program prints the same bytes from every compiler, optimised or not, in every run.

FOLDER is where the programs are built.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main() -> int:
    source, folder, compilers = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    folder.mkdir(parents=True, exist_ok=True)
    first, first_name = None, ""
    for number, compiler in enumerate(compilers):
        level = "-O1" if number % 2 == 0 else "-O0"
        program = folder / f"{source.stem}{number}"
        subprocess.run([compiler, "-std=c++20", level, f"-I{ROOT}/include", source, "-o", program], check=True)
        for run in ("first run", "second run"):
            name = f"{compiler} {level}, {run}"
            printed = subprocess.run([program], check=True, capture_output=True).stdout
            if first is None:
                first, first_name = printed, name
                log = json.loads(printed)
                print(f"{len(log['op_log'])} records, latency {log['latency']} ps, {len(log['waits'])} waits")
            elif printed != first:
                at = next((i for i, (a, b) in enumerate(zip(first, printed)) if a != b), "the end")
                print(f"{name} differs from {first_name} at byte {at}")
                return 1
            print(f"{name}: {len(printed)} bytes")
    return 0


sys.exit(main())
