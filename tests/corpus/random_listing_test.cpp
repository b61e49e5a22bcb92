// Property test: with random ignore rules, the list of candidates equals git's list.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <random>

#include "corpus/discovery.hpp"
#include "corpus/temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

constexpr std::array<std::string_view, 14> kNames = {"a",  "b",   "ab", "a.c", "b.c", "x y", "foo",
                                                     "ba", "A.c", "c",  "-",   "[a]", "a!",  "f*"};
constexpr std::array<std::string_view, 28> kPieces = {
    "a",    "b",     "c",  "*",     "**", "/",   "/",     "?",          ".c", "foo",
    "[ab]", "[!a]",  "x",  " ",     "\\", "**/", "/**",   "*.c",        "ab", "[a-c]",
    "\\*",  "[^b]*", "[]", "[a\\]", "!",  "\\ ", "[]-a]", "[[:alpha:]]"};

class RandomTree {
 public:
  explicit RandomTree(std::mt19937& random) : random_(random) {}

  std::string rules() {
    std::string text;
    for (std::size_t line = 0, lines = 1 + random_() % 5; line < lines; ++line) {
      if (random_() % 4 == 0) text += '!';
      if (random_() % 4 == 0) text += '/';
      for (std::size_t i = 0, count = 1 + random_() % 4; i < count; ++i) text += pick(kPieces);
      if (random_() % 4 == 0) text += '/';
      if (random_() % 12 == 0) text += ' ';
      text += random_() % 10 == 0 ? "\r\n" : "\n";
    }
    return text;
  }

  /// Fills `base` with files and ignore files; adds some of the files to `tracked`.
  void grow(const TempTree& tree, const std::string& base, std::string& tracked) {
    std::vector<std::string> folders = {base + "/"};
    for (int i = 0; i < 24; ++i) {
      const std::string path = folders[random_() % folders.size()] + pick(kNames);
      if (std::filesystem::exists(tree.root() / path)) continue;
      if (random_() % 3 == 0) {
        tree.make_folder(path);
        folders.push_back(path + "/");
      } else {
        tree.write(path);
        if (random_() % 8 == 0) tracked += path + '\0';
      }
    }
    for (const auto& folder : folders)
      if (folder == folders.front() || random_() % 4 == 0)
        tree.write(folder + ".gitignore", rules());
  }

 private:
  template <class From>
  std::string pick(const From& from) {
    return std::string(from[random_() % from.size()]);
  }
  std::mt19937& random_;
};

/// The paths below one tree, for a short message.
std::string below(const std::vector<std::string>& paths, const std::string& base) {
  std::string text;
  for (const auto& path : paths)
    if (path.starts_with(base)) text += path + "\n";
  return text;
}

std::string all_rules(const TempTree& tree, const std::string& base) {
  std::string text;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(tree.root() / base))
    if (entry.path().filename() == ".gitignore") {
      std::ifstream file(entry.path());
      text += entry.path().string() + ":\n" + std::string(std::istreambuf_iterator<char>(file), {});
    }
  return text;
}

}  // namespace

// Each tree stands alone in a folder, so that git runs once for many of them.
TEST_CASE("git listing: 320 random trees under random rules") {
  constexpr int kTrees = 40;
  std::mt19937 random(20261121);
  RandomTree generator(random);
  std::size_t listed = 0;
  for (int repository = 0; repository < 8; ++repository) {
    const TempTree tree;
    tree.git("init -q");
    if (repository % 4 == 3) tree.git("config core.ignoreCase true");
    std::string tracked;
    for (int i = 0; i < kTrees; ++i) generator.grow(tree, "t" + std::to_string(i), tracked);
    const std::string exclude = generator.rules();
    tree.write(".git/info/exclude", exclude);
    tree.write(".git/tracked", tracked);
    tree.git("--literal-pathspecs add -f --pathspec-from-file=.git/tracked --pathspec-file-nul");
    REQUIRE(tree.last_status() == 0);
    const auto expected = tree.git_files();
    const auto actual = list_candidates(tree.root());
    REQUIRE(actual.has_value());
    listed += expected.size();
    for (int i = 0; i < kTrees && *actual != expected; ++i) {
      const std::string base = "t" + std::to_string(i) + "/";
      CAPTURE(repository);
      CAPTURE(exclude);
      if (below(*actual, base) != below(expected, base)) CAPTURE(all_rules(tree, base));
      CHECK(below(*actual, base) == below(expected, base));
    }
    CHECK(*actual == expected);
  }
  CHECK(listed > 320);  // the rules leave something to compare
}

TEST_CASE("git listing: without git the same rules hold") {
  std::mt19937 random(4);
  RandomTree generator(random);
  const TempTree tree;
  tree.make_folder("all");
  std::string tracked;
  for (int i = 0; i < 60; ++i) generator.grow(tree, "all/t" + std::to_string(i), tracked);
  const auto without = list_candidates(tree.root() / "all");
  tree.git("init -q", "all");
  std::filesystem::remove(tree.root() / "all/.git/info/exclude");
  const auto expected = tree.git_files("all", "-o");
  REQUIRE(without.has_value());
  CHECK(expected.size() > 60);
  CHECK(*without == expected);
}

}  // namespace codeweaver::corpus
