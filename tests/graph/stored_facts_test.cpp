// Tests of links with stored facts: they equal those with the facts that are read from the texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "facts/facts_codec.hpp"
#include "facts/needed_facts.hpp"
#include "facts/sample_texts.hpp"
#include "graph/linker.hpp"
#include "graph/listed_tree.hpp"

namespace codeweaver::graph {
namespace {

/// The same files, with facts that were packed and unpacked.
class StoredTree final : public SourceTree {
 public:
  /// Changes the packed facts.
  using Damage = std::function<void(std::string& bytes)>;
  explicit StoredTree(SourceTree& texts, Damage damage = {})
      : texts_(texts), damage_(std::move(damage)) {}
  std::shared_ptr<const facts::Facts> facts(std::string_view path) override {
    const auto read = texts_.facts(path);
    if (!read) return nullptr;
    const facts::Facts needed = facts::needed_facts(*read);
    std::string bytes = facts::pack_facts(&needed);
    if (damage_) damage_(bytes);
    auto unpacked = facts::unpack_facts(bytes);
    REQUIRE((unpacked || damage_));
    if (!unpacked || !unpacked->facts) return nullptr;
    return std::make_shared<const facts::Facts>(*std::move(unpacked->facts));
  }
  std::vector<std::string> files_in(std::string_view folder) override {
    return texts_.files_in(folder);
  }
  std::vector<std::string> files_named(std::string_view name) override {
    return texts_.files_named(name);
  }
  std::vector<std::string> folders_with(std::string_view ending) override {
    return texts_.folders_with(ending);
  }
  std::string text(std::string_view path) override { return texts_.text(path); }

 private:
  SourceTree& texts_;
  Damage damage_;
};

/// "line:column name class targets" of each use that is not of something local.
std::vector<std::string> links_in(SourceTree& tree, Linker& linker, const std::string& path) {
  const auto facts = tree.facts(path);
  std::vector<std::string> out;
  for (std::size_t i = 0; facts && i < facts->uses.size(); ++i) {
    const Link link = linker.link(path, i);
    if (link.link_class == LinkClass::kLocal) continue;
    const facts::Use& use = facts->uses[i];
    out.push_back(std::to_string(use.place.line) + ':' + std::to_string(use.place.column) + ' ' +
                  std::string(facts->name_of(use)) + ' ' + std::string(to_string(link.link_class)));
    for (const Target& target : link.targets)
      out.back() += ' ' + target.path + ':' + std::to_string(target.place.line) + ':' +
                    std::to_string(target.place.column);
  }
  return out;
}

void compare_links(const std::string& folder) {
  std::map<std::string, std::string> texts;
  std::vector<std::string> paths;
  for (auto& one : facts::test::texts_in(folder)) {
    paths.push_back(one.path);
    texts[one.path] = std::move(one.text);
  }
  ListedTree tree(paths, [&](const std::string& path) { return texts[path]; });
  StoredTree stored(tree);
  Linker linker(tree), stored_linker(stored);
  std::size_t linked = 0;
  for (const auto& path : paths) {
    CAPTURE(path);
    const auto expected = links_in(tree, linker, path);
    CHECK(links_in(stored, stored_linker, path) == expected);
    linked += expected.size();
  }
  CHECK(linked > 0);
}

}  // namespace

TEST_CASE("stored facts: the links of real sources are those of the facts read from the texts") {
  for (const char* const folder : {"web/src", "scripts", "tests/data/storefront", "tests/data/shop",
                                   "tests/data/syntax", "benchmarks/graph/oracles", "examples"}) {
    CAPTURE(folder);
    compare_links(folder);
  }
}

TEST_CASE("stored facts: links of damaged ones end, at declarations that exist") {
  std::map<std::string, std::string> texts;
  std::vector<std::string> paths;
  for (auto& one : facts::test::texts_in("tests/data")) {
    paths.push_back(one.path);
    texts[one.path] = std::move(one.text);
  }
  ListedTree tree(paths, [&](const std::string& path) { return texts[path]; });
  std::mt19937 random(5);
  std::size_t linked = 0;
  for (int round = 0; round < 200; ++round) {
    StoredTree stored(tree, [&](std::string& bytes) {
      if (bytes.size() > 1)
        bytes[1 + random() % (bytes.size() - 1)] = static_cast<char>(random() % 8);
    });
    Linker linker(stored);
    for (const auto& path : paths) {
      const auto facts = linker.facts(path);
      for (std::size_t i = 0; facts && i < facts->uses.size(); ++i)
        for (const Target& target : linker.link(path, i).targets) {
          const auto of = linker.facts(target.path);
          REQUIRE(of);
          REQUIRE(target.decl < of->decls.size());
          ++linked;
        }
    }
  }
  CHECK(linked > 0);
}

}  // namespace codeweaver::graph
