#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0
"""check.py DIR SOURCE COMPILER...: a source that must be rejected, with a sentence a reader understands.
check.py DIR --precompile COMPILER...: precompiles <weft/weft.hpp> into DIR, for sources that begin with it.

The source begins with `// expect: SENTENCE`. Each compiler must fail, and its first error must say
SENTENCE. Each line `// expect-also: TEXT` must stand somewhere in what the compiler prints. Any other
error is a cascade and fails the test, unless the source says `// cascades: WHY`.
"""
import pathlib
import re
import subprocess
import sys

HEADER = "weft/weft.hpp"
ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = ["-std=c++20", "-fmessage-length=0", f"-I{ROOT}/include", f"-I{ROOT}/tests",
         "-isystem", "/usr/include/eigen3"]


def problems(text: str, sentence: str, also: list[str], cascades: bool) -> list[str]:
    # "file:1:2: error: static assertion failed: SENTENCE"; clang may write
    # "... failed due to requirement 'CONDITION': SENTENCE".
    errors = [line for line in text.splitlines() if re.search(r"\b(fatal )?error: ", line)]
    errors = [line for line in errors if "errors generated" not in line]
    found = []
    if not errors or sentence not in errors[0]:
        found.append(f"its first error does not say: {sentence}")
    elif not cascades and any(sentence not in e and not any(a in e for a in also) for e in errors):
        found.append("errors beside the expected one")
    found += [f"it does not say: {part}" for part in also if part not in text]
    return found


def precompiled(folder: pathlib.Path, compiler: str) -> tuple[pathlib.Path, list[str]]:
    """Where the header is precompiled, and the flags that use it."""
    place = folder / pathlib.Path(compiler).name
    if "clang" in place.name:
        made = place / "weft.hpp.pch"
        return made, ["-include-pch", str(made)]
    return place / (HEADER + ".gch"), [f"-I{place}"]


def precompile(folder: pathlib.Path, compilers: list[str]) -> int:
    failed = 0
    for compiler in compilers:
        made, _ = precompiled(folder, compiler)
        made.parent.mkdir(parents=True, exist_ok=True)
        text = folder / "precompiled.hpp"
        text.write_text(f"#include <{HEADER}>\n")
        failed += subprocess.run([compiler, *FLAGS, str(text), "-o", str(made)]).returncode
    return 1 if failed else 0


def main() -> int:
    folder, compilers = pathlib.Path(sys.argv[1]), sys.argv[3:]
    if sys.argv[2] == "--precompile":
        return precompile(folder, compilers)
    source = pathlib.Path(sys.argv[2])
    lines = source.read_text().splitlines()
    expected = [l.removeprefix("// expect:").strip() for l in lines if l.startswith("// expect:")]
    also = [l.removeprefix("// expect-also:").strip() for l in lines if l.startswith("// expect-also:")]
    cascades = any(l.startswith("// cascades:") for l in lines)
    if len(expected) != 1 or not expected[0]:
        print(f"{source}: needs one line `// expect: SENTENCE`")
        return 1
    failed = False
    for compiler in compilers:
        made, use = precompiled(folder, compiler)
        first = next((l for l in lines if l.startswith("#include")), "")
        flags = use + FLAGS if made.exists() and first == f"#include <{HEADER}>" else FLAGS
        run = subprocess.run([compiler, *flags, "-fsyntax-only", str(source)], capture_output=True,
                             text=True)
        found = ["it compiles"] if run.returncode == 0 else problems(
            run.stderr, expected[0], also, cascades)
        if found:
            failed = True
            print(f"{compiler}: " + "; ".join(found))
            print(run.stderr or "(nothing printed)")
    return 1 if failed else 0


sys.exit(main())
