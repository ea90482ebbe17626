#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0
"""check.py [--update]: what README.md and docs/ quote must stand in a source that CI compiles or runs.

A quote is a comment, then a fenced block:

    <!-- quote examples/01_overlap.cpp kernel -->     the lines between `// [kernel]` and `// [/kernel]`
    <!-- quote examples/01_overlap.out -->            any unbroken run of lines of the file

Every block of C++ must be a quote, and every relative link must lead to a file. --update rewrites quoted regions.
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUOTE = re.compile(r"<!-- quote (\S+)(?: (\S+))? -->\n```(\w*)\n(.*?)^```$", re.S | re.M)
MARKER = re.compile(r"^\s*// \[/?[\w-]+\]$")


def region(source: str, name: str) -> str | None:
    """The lines of a named region without the markers of others, moved to the left; None if it is not there once."""
    lines = source.splitlines()
    begins = [i for i, line in enumerate(lines) if line.strip() == f"// [{name}]"]
    ends = [i for i, line in enumerate(lines) if line.strip() == f"// [/{name}]"]
    if len(begins) != 1 or len(ends) != 1 or ends[0] < begins[0]:
        return None
    inside = [line for line in lines[begins[0] + 1 : ends[0]] if not MARKER.match(line)]
    return textwrap.dedent("\n".join(inside)).strip("\n") + "\n"


def check(page: pathlib.Path, root: pathlib.Path, update: bool) -> list[str]:
    text = page.read_text(encoding="utf-8")
    wrong = []

    def line_of(offset: int) -> str:
        return f"{page.relative_to(root)}:{text.count(chr(10), 0, offset) + 1}"

    def compare(match: re.Match) -> str:
        path, name, _, quoted = match.groups()
        source = root / path
        if not source.is_file():
            wrong.append(f"{line_of(match.start())}: there is no {path}")
            return match.group(0)
        content = source.read_text(encoding="utf-8")
        if name is None:
            if f"\n{quoted}" not in f"\n{content}":
                wrong.append(f"{line_of(match.start())}: these lines do not stand in {path}")
            return match.group(0)
        expected = region(content, name)
        if expected is None:
            wrong.append(f"{line_of(match.start())}: {path} must have one region [{name}]")
            return match.group(0)
        if expected == quoted:
            return match.group(0)
        if not update:
            wrong.append(f"{line_of(match.start())}: differs from [{name}] in {path}; --update copies it")
        start, end = match.span(4)
        return text[match.start() : start] + expected + text[end : match.end()]

    updated = QUOTE.sub(compare, text)
    if update and updated != text:
        page.write_text(updated, encoding="utf-8")

    starts = {match.start(3) - 3 for match in QUOTE.finditer(text)}
    for block in re.finditer(r"^```(cpp|c\+\+)$", text, re.M):
        if block.start() not in starts:
            wrong.append(f"{line_of(block.start())}: this C++ is quoted from nowhere")
    prose = re.sub(r"^```.*?^```$", lambda code: re.sub(r"[^\n]", " ", code.group(0)), text, flags=re.S | re.M)
    for link in re.finditer(r"\]\(([^)#\s]+)[^)]*\)", prose):
        if "://" not in link.group(1) and not (page.parent / link.group(1)).exists():
            wrong.append(f"{line_of(link.start())}: {link.group(1)} does not exist")
    return wrong


def main(arguments: list[str]) -> int:
    update = "--update" in arguments
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    wrong = [line for page in pages for line in check(page, ROOT, update)]
    print("\n".join(wrong) if wrong else f"{len(pages)} pages: every quote is what its source says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
