// Tests of discovery: files that it accepts, skips, counts and warns about.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/discovery.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corpus/temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

using namespace std::string_view_literals;

Discovery found_in(const std::filesystem::path& root, const DiscoveryOptions& options = {}) {
  auto found = discover(root, options);
  REQUIRE(found.has_value());
  return *std::move(found);
}

std::string text_of(std::size_t times, std::string_view part) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

/// Without the ignore files, which are files like others.
std::string paths(const Discovery& found) {
  std::string text;
  for (const auto& file : found.files)
    if (!file.path.ends_with("ignore")) text += file.path + " ";
  return text;
}

std::string skips(const Discovery& found) {
  std::string text;
  for (const auto& file : found.skipped) text += file.path + ":" + file.reason + " ";
  return text;
}

const DiscoveredFile& file_at(const Discovery& found, std::string_view path) {
  const auto at = std::find_if(found.files.begin(), found.files.end(),
                               [&](const auto& file) { return file.path == path; });
  REQUIRE(at != found.files.end());
  return *at;
}

}  // namespace

TEST_CASE("discovery: files of known kinds are taken with their facts, others are counted") {
  const TempTree tree;
  tree.write("src/main.py", "print()\n");
  tree.write("tests/test_main.py");
  tree.write("Makefile", "all:\n");
  tree.write("run", "#!/usr/bin/env python3\n");
  tree.write("blob", "ELF\0\1"sv);
  tree.write("a.xyzzy", "1 2 3\n");
  tree.write("b.XYZZY", "1 2 3\n");
  tree.write("api.h", "namespace a { class B {}; }\n");
  tree.write("app.min.js", "x");
  tree.write(".hiddenfile", "#!/bin/sh\n");
  const auto found = found_in(tree.root());
  CHECK(paths(found) ==
        ".hiddenfile Makefile api.h app.min.js run src/main.py tests/test_main.py ");
  CHECK(found.unknown == std::map<std::string, std::size_t>{{"", 1}, {"xyzzy", 2}});
  const auto& main = file_at(found, "src/main.py");
  CHECK(main.absolute_path == (tree.root() / "src/main.py").string());
  CHECK(main.language == "python");
  CHECK(main.size_bytes == 8);
  CHECK(main.last_modified > 1.6e9);
  CHECK(main.ext_kind == ExtKind{"py", "code"});
  CHECK_FALSE(main.is_test);
  CHECK(file_at(found, "tests/test_main.py").is_test);
  CHECK(file_at(found, "app.min.js").is_generated);
  CHECK(file_at(found, "run").language == "python");
  CHECK(file_at(found, "run").ext_kind == ExtKind{"", "code"});
  CHECK(file_at(found, "Makefile").ext_kind.extension == "makefile");
  CHECK(file_at(found, "api.h").language == "cpp");
  CHECK(found.warnings.empty());
  CHECK(found.skipped.empty());
}

TEST_CASE("discovery: hidden folders are left out but for tooling ones, hidden files are not") {
  const TempTree tree;
  for (const char* path :
       {".github/workflows/ci.yml", ".venv/lib/x.py", "a/.cache/y.py", ".github/.secret/z.yml",
        ".gitlab-ci.yml", "a/.eslintrc.json", ".config/nvim/init.lua"})
    tree.write(path);
  CHECK(paths(found_in(tree.root())) ==
        ".config/nvim/init.lua .github/workflows/ci.yml .gitlab-ci.yml a/.eslintrc.json ");
  DiscoveryOptions options;
  options.tooling_directories = {".venv"};
  CHECK(paths(found_in(tree.root(), options)) == ".gitlab-ci.yml .venv/lib/x.py a/.eslintrc.json ");
  tree.git("init -q && git add -A");  // tracked ones are treated alike
  CHECK(paths(found_in(tree.root(), options)) == ".gitlab-ci.yml .venv/lib/x.py a/.eslintrc.json ");
}

TEST_CASE("discovery: .codeweaverignore and excludes also hold for tracked files") {
  const TempTree tree;
  tree.write(".codeweaverignore", "/data/\n*.gen.py\n");
  tree.write("sub/.codeweaverignore", "!keep.gen.py\nlocal.py\n");
  for (const char* path : {"data/a.py", "sub/data/b.py", "c.gen.py", "sub/keep.gen.py",
                           "sub/local.py", "d.py", "sub/e.py"})
    tree.write(path);
  const auto check = [&] {
    CHECK(paths(found_in(tree.root())) == "d.py sub/data/b.py sub/e.py sub/keep.gen.py ");
    DiscoveryOptions options;
    options.exclude = {"d.py", "sub/data", "!c.gen.py"};
    CHECK(paths(found_in(tree.root(), options)) == "c.gen.py sub/e.py sub/keep.gen.py ");
  };
  SUBCASE("without git") {
    check();
  }
  SUBCASE("untracked") {
    tree.git("init -q");
    check();
  }
  SUBCASE("tracked") {
    tree.git("init -q && git add -A");
    check();
  }
}

TEST_CASE("discovery: tracked files that are ignored, deleted or behind a link") {
  const TempTree tree;
  tree.git("init -q");
  for (const char* path : {"ignored/kept.py", "gone.py", "moved/f.py", "stays.py"})
    tree.write(path);
  tree.git("add -A");
  tree.write(".gitignore", "ignored/\n");
  tree.write("ignored/other.py");
  std::filesystem::remove(tree.root() / "gone.py");
  std::filesystem::rename(tree.root() / "moved", tree.root() / "elsewhere");
  tree.link("moved", "elsewhere");
  CHECK(paths(found_in(tree.root())) == "elsewhere/f.py ignored/kept.py stays.py ");
  CHECK(paths(found_in(tree.root() / "ignored")) == "kept.py ");
  DiscoveryOptions options;
  options.follow_gitignore = false;
  CHECK(paths(found_in(tree.root() / "ignored", options)) == "kept.py other.py ");
}

TEST_CASE("discovery: links, large files and nested repositories are skipped with a reason") {
  const TempTree outside;
  outside.write("secret.py");
  const TempTree tree;
  tree.git("init -q");
  tree.write("real/f.py");
  tree.link("to_file.py", "real/f.py");
  tree.link("real/loop", "..");
  tree.link("out.py", (outside.root() / "secret.py").string());
  tree.link("out_folder", outside.root().string());
  tree.link("nowhere.py", "missing");
  tree.write("large.py", std::string(2000, 'x'));
  tree.write("large.bin", std::string(2000, 'x'));
  tree.git("init -q nested");
  tree.write("nested/n.py");
  DiscoveryOptions options;
  options.max_file_bytes = 1999;
  const auto found = found_in(tree.root(), options);
  CHECK(paths(found) == "real/f.py ");
  CHECK(skips(found) ==
        "large.py:too_large nested:nested_repository nowhere.py:symlink out.py:symlink_outside "
        "out_folder:symlink_outside real/loop:symlink to_file.py:symlink ");
  for (const auto& skip : found.skipped) CHECK_FALSE(skip.is_failure);
  REQUIRE(found.warnings.size() == 2);
  CHECK(found.warnings[0] ==
        "Files over 1999 bytes (indexing.max_file_bytes) were skipped: large.py");
  CHECK(found.warnings[1].find("nested") != std::string::npos);
  CHECK(found_in(tree.root(), {.max_file_bytes = 2000}).files.size() == 2);
}

TEST_CASE("discovery: a folder outside git may hold repositories, each with its own rules") {
  const TempTree tree;
  tree.write("plain/f.py");
  tree.git("init -q one");
  tree.write("one/tracked.py");
  tree.git("add -A", "one");
  tree.write("one/.git/info/exclude", "*.py\n");
  tree.write("one/ignored.py");
  CHECK(paths(found_in(tree.root())) == "one/tracked.py plain/f.py ");
}

TEST_CASE("discovery: outside git, folders that tools make are left out and named") {
  const TempTree tree;
  for (const char* path : {"src/a.py", "node_modules/x/b.py", "app/build/c.py", "dist/d.py",
                           "own/pyvenv.cfg", "own/lib/e.py", "cache/CACHEDIR.TAG", "cache/f.py"})
    tree.write(path);
  const auto found = found_in(tree.root());
  CHECK(paths(found) == "src/a.py ");
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0].find("app/build, dist, node_modules. ") != std::string::npos);
  SUBCASE("unless the user wants them") {
    tree.write(".codeweaverignore", "!build/\n");
    DiscoveryOptions options;
    options.exclude = {"!dist/"};
    CHECK(paths(found_in(tree.root(), options)) == "app/build/c.py dist/d.py src/a.py ");
  }
  SUBCASE("in git they are what git says") {
    tree.git("init -q");
    CHECK(paths(found_in(tree.root())).find("node_modules/x/b.py") != std::string::npos);
  }
}

TEST_CASE("discovery: user-defined extensions and names win over the table") {
  const TempTree tree;
  for (const char* path : {"a.inc", "b.tmpl.xx", "c.xx", "BUILDFILE", "d.py"}) tree.write(path);
  DiscoveryOptions options;
  options.extra_extensions = {
      {"inc", "php"}, {"tmpl.xx", "html"}, {"xx", "rust"}, {"buildfile", "python"}, {"py", "mine"}};
  const auto found = found_in(tree.root(), options);
  CHECK(file_at(found, "a.inc").language == "php");
  CHECK(file_at(found, "b.tmpl.xx").language == "html");
  CHECK(file_at(found, "c.xx").language == "rust");
  CHECK(file_at(found, "BUILDFILE").language == "python");
  CHECK(file_at(found, "BUILDFILE").ext_kind.extension == "buildfile");
  CHECK(file_at(found, "d.py").language == "mine");
}

TEST_CASE("discovery: a user-defined name counts in any case, and one that no file has is named") {
  const TempTree tree;
  for (const char* path : {"Kconfig", "a.dtsi", "b.OVERLAY", "c.d.ts"}) tree.write(path);
  DiscoveryOptions options;
  options.extra_extensions = {
      {"Kconfig", "bash"}, {".DTSI", "c"}, {"overlay", "c"}, {"D.ts", "rust"}, {"none", "c"}};
  const auto found = found_in(tree.root(), options);
  CHECK(file_at(found, "Kconfig").language == "bash");
  CHECK(file_at(found, "a.dtsi").language == "c");
  CHECK(file_at(found, "b.OVERLAY").language == "c");
  CHECK(file_at(found, "c.d.ts").language == "rust");
  const std::string named = "chunking.extra_extensions names none, but";
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0].starts_with(named));
  options.is_known = [](auto, auto, const auto&) { return true; };
  REQUIRE(found_in(tree.root(), options).warnings.size() == 1);
  CHECK(found_in(tree.root(), options).warnings[0].starts_with(named));
}

TEST_CASE("discovery: the content decides whether files of an unknown kind are text") {
  const TempTree tree;
  tree.write("a.odd1", "porch: lamp { label = \"Porch\"; };\n");
  tree.write("Recipe", "bread: flour, water and salt\n");
  tree.write(".style", "indent: two\n");
  tree.write("tool", "#!/usr/bin/unheard\nstart the lamp\n");
  tree.write("wide.odd1", "\xFF\xFEl\0a\0m\0p\0\n\0"sv);
  tree.write("bytes.odd1", "text\0\1"sv);
  tree.write("latin.odd1", "gr\xFC\xDF\n");
  tree.write("empty.odd1", " \n");
  tree.write("line.odd1", "lamp " + text_of(2000, "porch,"));
  tree.write("numbers.odd1", text_of(400, "12.5 0x1F 77\n"));
  tree.write("keys.odd1", text_of(40, "MIIEpAIBAAKCAQEAxyzMIIEpAIBAAKCAQEAxyz\n"));
  tree.write("key.odd1", "-----BEGIN CERTIFICATE-----\n");
  tree.write("huge.odd1", text_of(200'000, "a lamp\n"));
  tree.write("made.generated.odd1", "a lamp\n");
  tree.write("tests/case/made.generated.odd1", "a lamp\n");
  const auto found = found_in(tree.root());
  CHECK(paths(found) == ".style Recipe a.odd1 tests/case/made.generated.odd1 tool wide.odd1 ");
  CHECK(file_at(found, "a.odd1").language == "other");
  CHECK(file_at(found, "a.odd1").ext_kind == ExtKind{"odd1", "data"});
  CHECK(file_at(found, "tests/case/made.generated.odd1").is_test);
  CHECK(found.unknown == std::map<std::string, std::size_t>{{"odd1", 8}});
  REQUIRE(found.skipped.size() == 1);
  CHECK(found.skipped[0].path == "huge.odd1");
  CHECK(found.skipped[0].reason == "too_large");
}

TEST_CASE("discovery: what has not changed is not looked at any further") {
  const TempTree tree;
  tree.write("a.h", "class A {};\n");
  tree.write("b.h", "class B {};\n");
  DiscoveryOptions options;
  options.is_known = [](std::string_view path, std::uint64_t size_bytes, const FileTimes& times) {
    return path == "a.h" && size_bytes == 12 && times.modified_ns > 0;
  };
  const auto found = found_in(tree.root(), options);
  CHECK(found.known_files == 1);
  REQUIRE(found.files.size() == 1);
  REQUIRE(found.times.size() == 1);
  CHECK(found.files[0].path == "b.h");
  CHECK(found.files[0].language == "cpp");
  CHECK_FALSE(found.files[0].absolute_path.empty());
}

TEST_CASE("discovery: warnings and limits on the number of files") {
  const TempTree tree;
  CHECK(found_in(tree.root()).warnings.empty());
  CHECK(found_in(tree.root()).files.empty());
  tree.write("one.unknown1", "");
  tree.write("two.png");
  REQUIRE(found_in(tree.root()).warnings.size() == 1);
  CHECK(found_in(tree.root()).warnings[0] ==
        "No file contains text that can be indexed. Discovered 2 files, binary or bulk data");
  for (int i = 0; i < 4; ++i) tree.write("f" + std::to_string(i) + ".py");
  CHECK(found_in(tree.root(), {.warn_files = 4}).warnings.empty());
  REQUIRE(found_in(tree.root(), {.warn_files = 3}).warnings.size() == 1);
  CHECK(found_in(tree.root(), {.warn_files = 3}).warnings[0] ==
        "Large codebase detected, indexing may be slow (4 files)");
  CHECK(found_in(tree.root(), {.max_files = 4}).files.size() == 4);
  const auto is_known = [](std::string_view path, std::uint64_t, const FileTimes&) {
    return path != "f0.py";
  };
  CHECK(found_in(tree.root(), {.warn_files = 3, .is_known = is_known}).warnings.size() == 1);
  CHECK_FALSE(discover(tree.root(), {.max_files = 3, .is_known = is_known}).has_value());
  const auto refused = discover(tree.root(), {.max_files = 3});
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == "TOO_MANY_FILES");
  CHECK(refused.error().cause == "Codebase too large (4 files; limit 3), consider filtering");
  CHECK(refused.error().action.find("indexing.max_files") != std::string::npos);
}

TEST_CASE("discovery: unreadable folders are failures, the rest is listed") {
  const TempTree tree;
  tree.write("open/f.py");
  tree.write("closed/g.py");
  std::filesystem::permissions(tree.root(), std::filesystem::perms::all);
  std::filesystem::permissions(tree.root() / "closed", std::filesystem::perms::none);
  const bool is_root = geteuid() == 0;  // who may read everything: drop that for a moment
  if (is_root) REQUIRE(seteuid(65534) == 0);
  const auto found = discover(tree.root());
  if (is_root) REQUIRE(seteuid(0) == 0);
  std::filesystem::permissions(tree.root() / "closed", std::filesystem::perms::owner_all);
  REQUIRE(found.has_value());
  CHECK(paths(*found) == "open/f.py ");
  REQUIRE(skips(*found) == "closed:unreadable ");
  CHECK(found->skipped[0].is_failure);
  CHECK(found->skipped[0].detail.find("Permission denied") != std::string::npos);
}

TEST_CASE("discovery: missing roots, files as roots and cancelled runs are errors") {
  const TempTree tree;
  tree.write("f.py");
  const auto missing = discover(tree.root() / "nowhere");
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().code == "PATH_NOT_FOUND");
  CHECK(missing.error().category == ErrorCategory::kNotFound);
  CHECK(missing.error().cause ==
        "Repository path does not exist: " + (tree.root() / "nowhere").string());
  CHECK(missing.error().action == "Verify the path and try again");
  const auto file = discover(tree.root() / "f.py");
  REQUIRE_FALSE(file.has_value());
  CHECK(file.error().code == "NOT_A_DIRECTORY");
  std::stop_source stop;
  stop.request_stop();
  const auto cancelled = discover(tree.root(), {}, stop.get_token());
  REQUIRE_FALSE(cancelled.has_value());
  CHECK(cancelled.error().category == ErrorCategory::kCancelled);
}

TEST_CASE("discovery: a name that would pass for a pushed item is skipped with a reason") {
  const TempTree tree;
  tree.write("a.py", "x = 1\n");
  tree.write(
      "b\x1f"
      "7\x1f"
      "node.py",
      "x = 2\n");
  const auto found = found_in(tree.root());
  CHECK(paths(found) == "a.py ");
  REQUIRE(found.skipped.size() == 1);
  CHECK(found.skipped[0].reason == "unsupported_name");
}

TEST_CASE("discovery: a named pipe in the place of git's index holds up nobody") {
  const TempTree tree;
  tree.git("init -q");
  tree.write("a.py", "x = 1\n");
  const auto index = tree.root() / ".git" / "index";
  std::filesystem::remove(index);
  REQUIRE(::mkfifo(index.c_str(), 0600) == 0);
  ::alarm(60);
  const auto found = found_in(tree.root());
  (void)git_facts(tree.root());
  ::alarm(0);
  CHECK(paths(found) == "a.py ");
  REQUIRE_FALSE(found.warnings.empty());
  CHECK(found.warnings[0].find("index") != std::string::npos);
}

TEST_CASE("discovery: a named pipe anywhere in git's folder holds up nobody, and is named") {
  for (const char* pipe : {"config", "refs/heads/main", "objects/info/alternates", "packed-refs"}) {
    CAPTURE(pipe);
    const TempTree tree;
    tree.git("init -q -b main");
    tree.write("a.py", "x = 1\n");
    tree.git("add -A");
    tree.git("commit -qm all");
    const auto file = tree.root() / ".git" / pipe;
    std::filesystem::create_directories(file.parent_path());
    std::filesystem::remove(file);
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
    ::alarm(60);
    const auto found = discover(tree.root(), {});
    (void)git_facts(tree.root());
    ::alarm(0);
    if (found) {
      CHECK(paths(*found) == "a.py ");
      REQUIRE_FALSE(found->warnings.empty());
      CHECK(found->warnings[0].find(pipe) != std::string::npos);
    } else {
      CHECK(found.error().cause.find(pipe) != std::string::npos);
    }
  }
}

TEST_CASE("git state: commit, branch, changes and the common folder of worktrees") {
  const TempTree tree;
  CHECK(git_facts(tree.root()).state.common_dir.empty());
  tree.git("init -q main");
  const auto root = tree.root() / "main";
  CHECK(git_facts(root).state.branch == "main");
  CHECK(git_facts(root).state.commit.empty());
  CHECK_FALSE(git_facts(root).state.is_dirty);
  tree.write("main/sub/f.py", "one\n");
  CHECK_FALSE(git_facts(root).state.is_dirty);  // untracked files do not count
  tree.git("add -A", "main");
  CHECK(git_facts(root).state.is_dirty);
  tree.git("commit -qm one", "main");
  auto state = git_facts(root / "sub").state;
  CHECK(state.commit + "\n" == tree.git("rev-parse HEAD", "main"));
  CHECK_FALSE(state.is_dirty);
  CHECK(state.common_dir == root / ".git");
  CHECK(git_facts(root).blobs.at("sub/f.py") + "\n" == tree.git("rev-parse HEAD:sub/f.py", "main"));
  CHECK(git_facts(root / "sub").blobs.count("f.py") == 1);
  const std::vector<std::string> one{"sub/f.py", "none.py"}, none;
  CHECK(git_facts(root, &one).blobs == git_facts(root).blobs);
  CHECK(git_facts(root, &none).blobs.empty());
  CHECK_FALSE(git_facts(root, &none).state.is_dirty);
  tree.write("main/sub/f.py", "three\n");
  CHECK(git_facts(root, &one).state.is_dirty);
  CHECK(git_facts(root, &none).state.is_dirty);
  CHECK(git_facts(root).state.is_dirty);
  CHECK(git_facts(root).blobs.empty());  // its content is no longer that object
  tree.write("main/sub/f.py", "two\n");  // the same size
  CHECK(git_facts(root).state.is_dirty);
  tree.write("main/sub/f.py", "one\n");  // another time, the same content
  CHECK_FALSE(git_facts(root).state.is_dirty);
  CHECK(git_facts(root).blobs.size() == 1);
  std::filesystem::remove(root / "sub/f.py");
  CHECK(git_facts(root).state.is_dirty);
  tree.link("main/sub/f.py", "elsewhere");
  CHECK(git_facts(root).state.is_dirty);
  std::filesystem::remove(root / "sub/f.py");
  tree.git("checkout -q -- .", "main");
  CHECK_FALSE(git_facts(root).state.is_dirty);
  tree.git("worktree add -q -b topic/x ../linked", "main");
  state = git_facts(tree.root() / "linked").state;
  CHECK(state.branch == "topic/x");
  CHECK(state.common_dir == root / ".git");
  tree.git("checkout -q --detach", "main");
  CHECK(git_facts(root).state.branch.empty());
  CHECK(git_facts(root).state.commit == state.commit);
  tree.git("sparse-checkout set --no-cone /nothing/", "main");
  CHECK_FALSE(git_facts(root).state.is_dirty);
}

TEST_CASE("resolve_inside: keeps links and dots inside the project") {
  const TempTree outside;
  outside.write("f.py");
  const TempTree tree;
  tree.write("a/f.py");
  tree.link("in", "a");
  tree.link("out", outside.root().string());
  const auto resolved = [&](const std::filesystem::path& path) -> std::string {
    auto result = resolve_inside(tree.root(), path);
    if (result) return result->lexically_relative(tree.root()).string();
    CHECK(result.error().category == ErrorCategory::kInvalidArgument);
    return result.error().code;
  };
  CHECK(resolved("a/f.py") == "a/f.py");
  CHECK(resolved("a/../a/./f.py") == "a/f.py");
  CHECK(resolved("in/f.py") == "a/f.py");
  CHECK(resolved("") == ".");
  CHECK(resolved(".") == ".");
  CHECK(resolved("new/file.py") == "new/file.py");
  CHECK(resolved(tree.root() / "a") == "a");
  const std::vector<std::filesystem::path> outside_paths = {
      "..", "a/../../x", "out/f.py", "out/new.py", "/etc/passwd", tree.root().string() + "x"};
  for (const auto& path : outside_paths) CHECK(resolved(path) == "PATH_OUTSIDE_PROJECT");
}

}  // namespace codeweaver::corpus
