// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/time/rank_order.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <random>
#include <vector>

#include "support/catch.hpp"

namespace {

struct Node : weft::Actor {
  std::vector<int> path;  // launch number, then the number of each child below: what the rank means
  int children = 0;
};

bool in_order(const std::vector<Node*>& by_path) {
  return std::is_sorted(by_path.begin(), by_path.end(), [](const Node* a, const Node* b) { return a->label < b->label; }) &&
         std::adjacent_find(by_path.begin(), by_path.end(),
                            [](const Node* a, const Node* b) { return a->label == b->label; }) == by_path.end();
}

bool labels_follow_paths(std::vector<Node*> nodes) {
  std::sort(nodes.begin(), nodes.end(), [](const Node* a, const Node* b) { return a->path < b->path; });
  return in_order(nodes);
}

TEST_CASE("roots rank in the order enlisted, children directly after what is already below their parent") {
  weft::RankOrder order;
  Node first, second, child, grandchild, sibling;
  order.enlist(first);
  order.enlist(second);
  order.enlist_child(first, child);
  order.enlist_child(child, grandchild);
  order.enlist_child(first, sibling);
  CHECK(in_order({&first, &child, &grandchild, &sibling, &second}));
  CHECK(second.label < weft::RankOrder::end_label);
}

TEST_CASE("children of an actor that is gone keep their ranks below its parent") {
  weft::RankOrder order;
  Node root, next, child, grandchild, later;
  order.enlist(root);
  order.enlist(next);
  order.enlist_child(root, child);
  order.enlist_child(child, grandchild);
  order.delist(child);
  CHECK_FALSE(child.enlisted());
  order.enlist_child(root, later);
  CHECK(in_order({&root, &grandchild, &later, &next}));
  order.delist(root);
  CHECK(in_order({&grandchild, &later, &next}));
}

TEST_CASE("many children of one parent, and a deep nest, find room") {
  weft::RankOrder order;
  std::deque<Node> nodes(2);
  order.enlist(nodes[0]);
  order.enlist(nodes[1]);
  std::vector<Node*> expected{&nodes[0]};
  const auto add = [&](Node& parent) -> Node& {
    Node& child = nodes.emplace_back();
    order.enlist_child(parent, child);
    expected.push_back(&child);
    return child;
  };
  for (int i = 0; i < 20'000; ++i) add(nodes[0]);
  Node* innermost = &nodes[0];
  for (int i = 0; i < 2'000; ++i) innermost = &add(*innermost);
  expected.push_back(&nodes[1]);
  CHECK(in_order(expected));
}

TEST_CASE("a first root takes its children although the list was empty before") {
  weft::RankOrder order;
  for (int round = 0; round < 1000; ++round) {
    Node root, child;
    order.enlist(root);
    order.enlist_child(root, child);
    REQUIRE(root.label < child.label);
    REQUIRE(child.label < weft::RankOrder::end_label);
    order.delist(child);
    order.delist(root);
  }
}

TEST_CASE("random forests keep labels in the order of paths") {
  const unsigned seed = GENERATE(1U, 2U, 3U, 4U);
  std::mt19937 random(seed);
  weft::RankOrder order;
  std::deque<Node> nodes;
  std::vector<Node*> live;
  int roots = 0;
  for (int i = 0; i < 6'000; ++i) {
    const auto what = random() % 10;
    if (what < 2 || live.empty()) {
      Node& root = nodes.emplace_back();
      root.path = {roots++};
      order.enlist(root);
      live.push_back(&root);
    } else if (what < 8) {
      // Mostly below a recent actor, so that nests get deep and neighbourhoods dense.
      const std::size_t back = std::min<std::size_t>(live.size() - 1, random() % (what < 6 ? 4 : 1000));
      Node& parent = *live[live.size() - 1 - back];
      Node& child = nodes.emplace_back();
      child.path = parent.path;
      child.path.push_back(parent.children++);
      order.enlist_child(parent, child);
      live.push_back(&child);
    } else {
      const auto gone = live.begin() + static_cast<std::ptrdiff_t>(random() % live.size());
      order.delist(**gone);
      live.erase(gone);
    }
    if (i % 200 == 0) REQUIRE(labels_follow_paths(live));
  }
  CHECK(labels_follow_paths(live));
}

}  // namespace
