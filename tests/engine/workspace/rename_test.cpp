// Tests of previews of renames: what changes together, what is left out, what is refused.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/rename.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/workspace.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/fixture.hpp"
#include "engine/workspace/asked_calls.hpp"

namespace codeweaver {
namespace {

using test::Lines;

/// A project that is opened at the first question.
class Renames {
 public:
  void write(const char* path, const char* text) { test::write_file(project_.root() / path, text); }
  Result<RenamePreview> ask(std::string_view name, std::string_view to, std::size_t limit = 100) {
    if (!core_)
      core_.emplace(test::open_workspace(
          {"shop", "Shop", project_.root(), project_.root() / ".." / "state"}));
    return core_->rename_preview(name, to, limit);
  }
  RenamePreview preview(std::string_view name, std::string_view to) {
    auto found = ask(name, to);
    if (!found) FAIL(found.error().message());
    return *std::move(found);
  }
  /// The code of the error; empty: there is none.
  std::string refused(std::string_view name, std::string_view to) {
    const auto found = ask(name, to);
    return found ? std::string() : found.error().code;
  }
  /// The lines of the diff that are added, with their paths.
  Lines changed(std::string_view name, std::string_view to) {
    Lines out;
    std::string path;
    const auto diff = preview(name, to).diff;
    for (std::size_t at = 0; at < diff.size();) {
      const auto end = diff.find('\n', at);
      const auto line = diff.substr(at, end - at);
      if (line.starts_with("+++ b/"))
        path = line.substr(6);
      else if (line.starts_with('+'))
        out.push_back(path + ": " + line.substr(1));
      at = end + 1;
    }
    return out;
  }
  /// "path:line doubt" of each place that is not in the diff.
  Lines left_out(std::string_view name, std::string_view to) {
    Lines out;
    for (const auto& one : preview(name, to).left_out)
      out.push_back(one.path + ':' + std::to_string(one.line) + ' ' +
                    std::string(to_string(one.doubt)));
    return out;
  }

 private:
  test::ProjectFixture project_;
  std::optional<CodeWeaver> core_;
};

}  // namespace

TEST_CASE("rename: of a Python function changes its definition, its imports and all linked uses") {
  Renames renames;
  renames.write("shop/pool.py",
                "# open: see below\n\n\ndef open(path):\n    return path\n\n\ndef twice():\n"
                "    return open(open(1))\n");
  renames.write("shop/app.py",
                "from shop.pool import open\nfrom shop.pool import open as begin\n"
                "import shop.pool\n\n\ndef main(thing, file):\n    open(1)\n    begin(2)\n"
                "    shop.pool.open(3)\n    thing.open()\n\n\ndef other():\n    open = 1\n"
                "    return open\n");
  renames.write("shop/own.py", "def open():\n    pass\n\n\nopen()\n");
  renames.write("README.md", "Call `open` first. Then reopen.\n");
  CHECK(renames.changed("shop/pool.py:5", "start") ==
        Lines{"shop/app.py: from shop.pool import start",
              "shop/app.py: from shop.pool import start as begin", "shop/app.py:     start(1)",
              "shop/app.py:     shop.pool.start(3)",
              "shop/pool.py: def start(path):", "shop/pool.py:     return start(start(1))"});
  CHECK(renames.left_out("shop/pool.py:5", "start") ==
        Lines{"shop/app.py:10 by_name", "README.md:1 text", "shop/pool.py:1 text"});
  const auto found = renames.preview("shop/pool.py:5", "start");
  CHECK(found.edits == 7);
  CHECK(found.files == 2);
  CHECK(found.diff.starts_with(
      "--- a/shop/app.py\n+++ b/shop/app.py\n@@ -1,12 +1,12 @@\n-from shop.pool import open\n"
      "+from shop.pool import start\n"));
}

TEST_CASE("rename: an ambiguous name lists its definitions, and has no diff") {
  Renames renames;
  renames.write("a.py", "class A:\n    def close(self):\n        pass\n");
  renames.write("b.py", "class B:\n    def close(self):\n        pass\n");
  const auto found = renames.preview("close", "end");
  CHECK(found.is_ambiguous);
  CHECK(found.diff.empty());
  REQUIRE(found.definitions.size() == 2);
  CHECK(found.definitions[1].qualified_name == "B.close");
  CHECK(renames.changed("B.close", "end") == Lines{"b.py:     def end(self):"});
}

TEST_CASE("rename: methods that override or implement each other change together") {
  Renames renames;
  renames.write("store.ts",
                "export interface Store {\n  save(item: number): void\n}\n"
                "export class Disk implements Store {\n  save(item: number) {}\n}\n"
                "export class Fast extends Disk {\n  save(item: number) { super.save(item) }\n}\n"
                "export class Other {\n  save() {}\n}\n");
  renames.write("use.ts",
                "import { Store, Disk, Other } from './store'\n"
                "export function keep(store: Store) { store.save(1) }\n"
                "export function twice(disk: Disk) { disk.save(1) }\n"
                "export function none(other: Other) { other.save() }\n");
  const Lines all{"store.ts:   put(item: number): void", "store.ts:   put(item: number) {}",
                  "store.ts:   put(item: number) { super.put(item) }",
                  "use.ts: export function keep(store: Store) { store.put(1) }",
                  "use.ts: export function twice(disk: Disk) { disk.put(1) }"};
  for (const auto* const name : {"Disk.save", "Fast.save", "store.ts:2"})
    CHECK(renames.changed(name, "put") == all);
  CHECK(renames.preview("Disk.save", "put").definitions.size() == 3);
}

TEST_CASE("rename: a shorthand property keeps its key") {
  Renames renames;
  renames.write("a.ts",
                "export const size = 1\nexport const box = { size }\n"
                "export function area({ size }: { size: number }) { return size * 2 }\n"
                "export { size as width }\n");
  CHECK(renames.changed("a.ts:1", "extent") == Lines{"a.ts: export const extent = 1",
                                                     "a.ts: export const box = { size: extent }",
                                                     "a.ts: export { extent as width }"});
}

TEST_CASE("rename: of a class changes its constructors, in Java and in C++") {
  Renames renames;
  renames.write("src/Pool.java",
                "class Pool {\n  Pool(int size) {}\n  Pool() { this(1); }\n"
                "  static Pool make() { return new Pool(2); }\n}\n");
  renames.write("src/wheel.h",
                "#pragma once\nclass Wheel {\n public:\n  Wheel(int size);\n  ~Wheel();\n"
                "  int size() const;\n};\n");
  renames.write(
      "src/wheel.cpp",
      "#include \"wheel.h\"\nWheel::Wheel(int size) {}\nWheel::~Wheel() {}\n"
      "int Wheel::size() const { return 1; }\nint turn() { Wheel own(1); return own.size(); }\n");
  CHECK(renames.changed("src/Pool.java:1", "Basin") ==
        Lines{"src/Pool.java: class Basin {", "src/Pool.java:   Basin(int size) {}",
              "src/Pool.java:   Basin() { this(1); }",
              "src/Pool.java:   static Basin make() { return new Basin(2); }"});
  CHECK(renames.preview("src/Pool.java:1", "Basin").conflicts ==
        Lines{"src/Pool.java must be called Basin.java, too"});
  CHECK(renames.changed("src/wheel.h:2", "Tyre") ==
        Lines{"src/wheel.cpp: Tyre::Tyre(int size) {}", "src/wheel.cpp: Tyre::~Tyre() {}",
              "src/wheel.cpp: int Tyre::size() const { return 1; }",
              "src/wheel.cpp: int turn() { Tyre own(1); return own.size(); }",
              "src/wheel.h: class Tyre {", "src/wheel.h:   Tyre(int size);",
              "src/wheel.h:   ~Tyre();"});
  CHECK(renames.changed("src/wheel.h:6", "width") ==
        Lines{"src/wheel.cpp: int Wheel::width() const { return 1; }",
              "src/wheel.cpp: int turn() { Wheel own(1); return own.width(); }",
              "src/wheel.h:   int width() const;"});
}

TEST_CASE("rename: of Go, the files for several systems, and what other packages need") {
  Renames renames;
  renames.write("go.mod", "module example.com/shop\n");
  renames.write("pool/a_linux.go", "package pool\n\nfunc Open() int { return 1 }\n");
  renames.write("pool/a_windows.go", "package pool\n\nfunc Open() int { return 2 }\n");
  renames.write("pool/b.go", "package pool\n\nfunc start() int { return Open() }\n");
  renames.write("main.go",
                "package main\n\nimport \"example.com/shop/pool\"\n\nvar x = pool.Open()\n");
  CHECK(renames.changed("pool/a_linux.go:3", "begin") ==
        Lines{"main.go: var x = pool.begin()", "pool/a_linux.go: func begin() int { return 1 }",
              "pool/a_windows.go: func begin() int { return 2 }",
              "pool/b.go: func start() int { return begin() }"});
  CHECK(renames.preview("pool/a_linux.go:3", "begin").conflicts ==
        Lines{"begin is not exported, but main.go is in another package"});
  CHECK(renames.preview("pool/a_linux.go:3", "start").conflicts ==
        Lines{"start is not exported, but main.go is in another package",
              "start is already in pool/b.go, line 3"});
}

TEST_CASE("rename: the diff keeps line ends and says that the last line has none") {
  Renames renames;
  renames.write("a.py", "def old():\r\n    pass\r\n\r\n\r\nold()");
  CHECK(renames.preview("old", "young").diff ==
        "--- a/a.py\n+++ b/a.py\n@@ -1,5 +1,5 @@\n-def old():\r\n+def young():\r\n     pass\r\n"
        " \r\n \r\n-old()\n\\ No newline at end of file\n+young()\n"
        "\\ No newline at end of file\n");
}

TEST_CASE("rename: what is not a name in the language is refused, and so are files") {
  Renames renames;
  renames.write("a.py", "def old():\n    pass\n");
  renames.write("b.go", "package b\n\nfunc OldOne() {}\n");
  renames.write("c.ts", "export class OldTwo {}\n");
  renames.write("d.rb", "def old_three\nend\n");
  for (const auto* const wrong : {"class", "2x", "a-b", "", "a b", "x$", "old"})
    CHECK(renames.refused("old", wrong) == "INVALID_VALUE");
  CHECK(renames.refused("OldOne", "func") == "INVALID_VALUE");
  CHECK(renames.refused("OldTwo", "class") == "INVALID_VALUE");
  CHECK(renames.refused("a.py", "b") == "INVALID_VALUE");
  CHECK(renames.refused("old_three", "x") == "LANGUAGE_NOT_LINKED");
  CHECK(renames.preview("nothing", "x").definitions.empty());
  CHECK(renames.ask("OldTwo", "$new"));
}

TEST_CASE("rename: at most the limit of places that are not in the diff") {
  Renames renames;
  renames.write("a.py", "def old():\n    pass\n");
  renames.write("notes.txt", "old\nold\nold\n");
  const auto found = renames.ask("old", "young", 2);
  REQUIRE(found);
  CHECK(found->left_out.size() == 2);
  CHECK(found->is_cut);
}

}  // namespace codeweaver
