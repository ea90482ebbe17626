#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0
"""check.py [INCLUDE_DIR]: holds the headers of weft to INCLUDE_DIR/weft/LAYERS.

Also: no cycle between folders, at most 400 lines in a header, `#pragma once`, the licence line, and
every weft header included as <weft/...>.
"""
import pathlib
import re
import sys

LINE_LIMIT = 400
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def read_layers(path):
    """The three tables of LAYERS, each from a folder or header to a list."""
    arrows, doors, nevers = {}, {}, {}
    for line in path.read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            place, mark, rest = re.fullmatch(r"(\S+)\s+(->|door:|never:)(.*)", line).groups()
            {"->": arrows, "door:": doors, "never:": nevers}[mark][place] = rest.split()
    return arrows, doors, nevers


def folder_of(header):
    """`run/time/queue.hpp` is in run/time, `run.hpp` in run, and `weft.hpp` in no folder."""
    folder = "/".join(header.split("/")[:-1])
    return folder or header.removesuffix(".hpp").replace("weft", "")


def matches(name, patterns):
    """A pattern is a name, or with a slash at its end all names below it."""
    return any(name == p or (p.endswith("/") and name.startswith(p)) for p in patterns)


def is_below(folder, top):
    return folder == top or folder.startswith(top + "/")


class Headers:
    def __init__(self, weft):
        self.arrows, self.doors, self.nevers = read_layers(weft / "LAYERS")
        self.text = {str(p.relative_to(weft)): p.read_text() for p in sorted(weft.rglob("*.hpp"))}
        self.ours, self.theirs, self.problems = {}, {}, []
        for header, text in self.text.items():
            self.read_includes(header, text)

    def complain(self, header, what):
        self.problems.append(f"weft/{header}: {what}")

    def read_includes(self, header, text):
        self.ours[header], self.theirs[header] = [], []
        for number, line in enumerate(text.splitlines(), 1):
            found = INCLUDE.match(line)
            if not found:
                continue
            quote, name = found.groups()
            if quote == '"':
                self.complain(header, f'line {number}: write <weft/...> instead of "{name}"')
            elif not name.startswith("weft/"):
                self.theirs[header].append(name)
            elif name.removeprefix("weft/") not in self.text:
                self.complain(header, f"line {number}: there is no <{name}>")
            else:
                self.ours[header].append(name.removeprefix("weft/"))

    def check_form(self, header):
        text = self.text[header]
        lines = text.count("\n")
        if lines > LINE_LIMIT:
            self.complain(header, f"{lines} lines; the limit is {LINE_LIMIT}")
        if "\n#pragma once\n" not in text:
            self.complain(header, "has no #pragma once")
        if "// SPDX-License-Identifier: BSL-1.0\n" not in text:
            self.complain(header, "has no SPDX-License-Identifier")

    def check_arrows(self, header):
        folder = folder_of(header)
        layer = folder.split("/")[0]
        if not layer:
            return
        if layer not in self.arrows:
            self.complain(header, f"LAYERS does not know the folder {layer}")
            return
        for included in self.ours[header]:
            other = folder_of(included).split("/")[0]
            if other != layer and other not in self.arrows[layer]:
                self.complain(header, f"{layer} may not include <weft/{included}>")

    def check_doors(self, header):
        for name in self.theirs[header]:
            if "/" not in name and not name.endswith(".h"):
                continue  # the standard library
            places = [place for place, names in self.doors.items() if matches(name, names)]
            if not any(is_below(folder_of(header), place) for place in places):
                where = " or ".join(places) or "nowhere"
                self.complain(header, f"<{name}> comes in through {where}")

    def check_nevers(self, header):
        reached, open_headers = {header: [header]}, [header]
        while open_headers:
            current = open_headers.pop()
            for name in self.theirs[current]:
                if matches(name, self.nevers[header]):
                    way = " -> ".join(reached[current])
                    self.complain(header, f"must never reach <{name}>, but does: {way}")
            for name in self.ours[current]:
                if name not in reached:
                    reached[name] = reached[current] + [name]
                    open_headers.append(name)

    def check_cycles(self):
        after = {}
        for header, includes in self.ours.items():
            for included in includes:
                if folder_of(included) != folder_of(header):
                    after.setdefault(folder_of(header), {})[folder_of(included)] = (header, included)
        done = set()

        def visit(folder, path):
            if folder in path:
                cycle = path[path.index(folder):] + [folder]
                steps = [after[a][b] for a, b in zip(cycle, cycle[1:])]
                self.problems.append(
                    "a cycle of folders: " + "; ".join(f"{a} includes {b}" for a, b in steps))
                return
            if folder not in done:
                for other in after.get(folder, {}):
                    visit(other, path + [folder])
                done.add(folder)

        for folder in sorted(after):
            visit(folder, [])

    def check(self):
        for header in self.text:
            self.check_form(header)
            self.check_arrows(header)
            self.check_doors(header)
        for header in self.nevers:
            if header in self.text:
                self.check_nevers(header)
        self.check_cycles()
        return self.problems


def main():
    default = pathlib.Path(__file__).resolve().parents[2] / "include"
    headers = Headers((pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default) / "weft")
    problems = headers.check()
    for problem in problems:
        print(problem)
    print(f"{len(headers.text)} headers, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
