#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0
"""The layers checker finds what it is there to find."""
import pathlib
import tempfile
import unittest

from check import Headers

LAYERS = """
core  ->
model -> core
run   -> core model
core      door: boost/hana/
model.hpp never: chrono
"""
FORM = "// SPDX-License-Identifier: BSL-1.0\n#pragma once\n"


class CheckTest(unittest.TestCase):
    def problems(self, headers):
        with tempfile.TemporaryDirectory() as folder:
            weft = pathlib.Path(folder) / "weft"
            for name, text in headers.items():
                (weft / name).parent.mkdir(parents=True, exist_ok=True)
                (weft / name).write_text(FORM + text)
            (weft / "LAYERS").write_text(LAYERS)
            return Headers(weft).check()

    def test_accepts_what_the_arrows_allow(self):
        self.assertEqual(self.problems({
            "core/a.hpp": "#include <boost/hana/map.hpp>\n#include <vector>\n",
            "model/b.hpp": "#include <weft/core/a.hpp>\n",
            "model.hpp": "#include <weft/model/b.hpp>\n",
            "run/c/c.hpp": "#include <weft/model.hpp>\n",
            "weft.hpp": "#include <weft/run/c/c.hpp>\n"}), [])

    def test_finds_an_include_against_the_arrows(self):
        self.assertEqual(
            self.problems({"run/a.hpp": "", "model/b.hpp": "#include <weft/run/a.hpp>\n"}),
            ["weft/model/b.hpp: model may not include <weft/run/a.hpp>"])

    def test_finds_a_library_beside_its_door(self):
        self.assertEqual(
            self.problems({"model/b.hpp": "#include <boost/hana/map.hpp>\n"}),
            ["weft/model/b.hpp: <boost/hana/map.hpp> comes in through core"])

    def test_finds_a_library_without_a_door(self):
        self.assertEqual(
            self.problems({"core/b.hpp": "#include <zlib.h>\n"}),
            ["weft/core/b.hpp: <zlib.h> comes in through nowhere"])

    def test_finds_a_cycle_of_folders_inside_a_layer(self):
        found = self.problems({
            "run/a/a.hpp": "#include <weft/run/b/b.hpp>\n",
            "run/b/b.hpp": "",
            "run/b/other.hpp": "#include <weft/run/a/a.hpp>\n"})
        self.assertEqual(found, ["a cycle of folders: run/a/a.hpp includes run/b/b.hpp; "
                                 "run/b/other.hpp includes run/a/a.hpp"])

    def test_finds_what_must_never_be_reached(self):
        self.assertEqual(
            self.problems({"core/a.hpp": "#include <chrono>\n",
                           "model.hpp": "#include <weft/core/a.hpp>\n"}),
            ["weft/model.hpp: must never reach <chrono>, but does: model.hpp -> core/a.hpp"])

    def test_finds_faults_of_form(self):
        found = self.problems({"core/a.hpp": '#include "b.hpp"\n#include <weft/core/b.hpp>\n',
                               "core/long.hpp": "\n" * 399})
        self.assertEqual(found, [
            'weft/core/a.hpp: line 3: write <weft/...> instead of "b.hpp"',
            "weft/core/a.hpp: line 4: there is no <weft/core/b.hpp>",
            "weft/core/long.hpp: 401 lines; the limit is 400"])


unittest.main()
