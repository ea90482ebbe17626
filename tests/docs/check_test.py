#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0
"""What check.py finds, and what it leaves alone."""
import pathlib
import tempfile
import unittest

import check

SOURCE = "int x;\n  // [part]\n  f();\n  // [inner]\n    g();\n  // [/inner]\n  // [/part]\n"


class CheckTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        (self.root / "a.cpp").write_text(SOURCE)
        self.page = self.root / "page.md"

    def tearDown(self):
        self.folder.cleanup()

    def found(self, text, update=False):
        self.page.write_text(text)
        return check.check(self.page, self.root, update)

    def test_a_region_moved_to_the_left_without_markers(self):
        self.assertEqual(self.found("<!-- quote a.cpp part -->\n```cpp\nf();\n  g();\n```\n"), [])

    def test_another_text_is_found_and_updated(self):
        old = "text\n<!-- quote a.cpp inner -->\n```cpp\nh();\n```\n"
        self.assertEqual(self.found(old), ["page.md:2: differs from [inner] in a.cpp; --update copies it"])
        self.assertEqual(self.found(old, update=True), [])
        self.assertEqual(self.page.read_text(), old.replace("h();", "g();"))

    def test_lines_of_a_file(self):
        self.assertEqual(self.found("<!-- quote a.cpp -->\n```\nint x;\n  // [part]\n```\n"), [])
        self.assertEqual(len(self.found("<!-- quote a.cpp -->\n```\nx;\n```\n")), 1)

    def test_what_is_not_there(self):
        for quote in ["b.cpp part", "a.cpp other", "b.cpp"]:
            self.assertEqual(len(self.found(f"<!-- quote {quote} -->\n```cpp\nf();\n```\n")), 1, quote)

    def test_code_from_nowhere(self):
        self.assertEqual(self.found("\n```cpp\nf();\n```\n"), ["page.md:2: this C++ is quoted from nowhere"])
        self.assertEqual(self.found("```sh\nls\n```\n"), [])

    def test_links(self):
        self.assertEqual(self.found("[a](a.cpp) [b](https://example.org) [c](a.cpp#part)\n"), [])
        self.assertEqual(self.found("[a](c.cpp)\n"), ["page.md:1: c.cpp does not exist"])
        self.assertEqual(self.found("```sh\n[](auto& tl)\n```\n"), [])


if __name__ == "__main__":
    unittest.main()
