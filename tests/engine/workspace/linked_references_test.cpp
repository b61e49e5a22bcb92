// Tests of linked references of a project: current files, unsaved texts, and the same as a rebuild.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "codeweaver/overlay.hpp"
#include "codeweaver/snapshot.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/fixture.hpp"
#include "engine/searching/lookup/linked_uses.hpp"
#include "engine/searching/open/index_tree.hpp"
#include "engine/searching/open/symbol_graph.hpp"
#include "store/database/sqlite.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;

CodeWeaver opened(const ProjectFixture& project, const std::string& state = "state") {
  return test::open_workspace({"shop", "Shop", project.root(), project.root() / ".." / state});
}

/// "path:line link targets" of each line.
std::vector<std::string> uses(CodeWeaver& core, const std::string& name) {
  const auto found = core.find_references(name, 1000);
  if (!found) FAIL(found.error().message());
  std::vector<std::string> out;
  for (const auto& one : *found) {
    out.push_back(one.path + ':' + std::to_string(one.line) + ' ' +
                  std::string(to_string(one.link)));
    for (const auto& target : one.targets) out.back() += ' ' + target;
  }
  return out;
}

void write_shop(const ProjectFixture& project) {
  const auto write = [&](const char* path, const char* text) {
    test::write_file(project.root() / path, text);
  };
  write("go.mod", "module example.com/shop\n");
  write("cart/cart.go",
        "package cart\n\ntype Cart struct{}\n\nfunc (c *Cart) Close() {}\n\n"
        "func New() *Cart { return &Cart{} }\n");
  write("till/till.go", "package till\n\ntype Till struct{}\n\nfunc (t Till) Close() {}\n");
  write("main.go",
        "package main\n\nimport (\n  \"os\"\n  \"example.com/shop/cart\"\n"
        "  \"example.com/shop/till\"\n)\n\nfunc run(t till.Till, f *os.File, x Unknown) {\n"
        "  cart.New().Close()\n  t.Close()\n  f.Close()\n  x.Close()\n}\n");
  write("close.py", "def Close():\n    pass\n");
  write("use.rb", "Close()\n");
}

}  // namespace

TEST_CASE("linked references: what each line means, those known by name after them") {
  ProjectFixture project;
  write_shop(project);
  auto core = opened(project);
  CHECK(uses(core, "Close") == std::vector<std::string>{"main.go:10 resolved cart/cart.go:5",
                                                        "main.go:11 resolved till/till.go:5",
                                                        "main.go:13 by_name", "use.rb:1 by_name",
                                                        "main.go:12 elsewhere"});
  CHECK(uses(core, "Cart.Close") ==
        std::vector<std::string>{"main.go:10 resolved cart/cart.go:5", "main.go:13 by_name",
                                 "use.rb:1 by_name", "main.go:11 elsewhere",
                                 "main.go:12 elsewhere"});
  CHECK(uses(core, "File") == std::vector<std::string>{"main.go:9 by_name"});
}

TEST_CASE("linked references: edits and unsaved texts count at once") {
  ProjectFixture project;
  write_shop(project);
  auto core = opened(project);
  REQUIRE(uses(core, "Till.Close").size() == 5);
  test::write_file(
      project.root() / "till/till.go",
      "package till\n\ntype Till = Box\n\ntype Box struct{}\n\nfunc (b Box) Close() {}\n");
  CHECK(uses(core, "Box.Close").front() == "main.go:11 resolved till/till.go:7");
  Overlay overlay;
  REQUIRE(overlay.put("till/till.go", "package till\n\nimport \"os\"\n\ntype Till = os.File\n"));
  auto edited = core.with_overlay(std::move(overlay));
  REQUIRE(edited);
  CHECK(uses(*edited, "Close") == std::vector<std::string>{"main.go:10 resolved cart/cart.go:5",
                                                           "main.go:13 by_name", "use.rb:1 by_name",
                                                           "main.go:11 elsewhere",
                                                           "main.go:12 elsewhere"});
}

TEST_CASE("linked references of C++: a use of a declaration means the definition in another file") {
  ProjectFixture project;
  const auto write = [&](const char* path, const char* text) {
    test::write_file(project.root() / path, text);
  };
  write("shop.h",
        "class Cart;\nclass Shop {\n public:\n  void close();\n};\nvoid run(Cart* cart);\n");
  write("shop.cc",
        "#include \"shop.h\"\nclass Cart { public: void close(); };\n"
        "void Shop::close() {}\nvoid run(Cart* cart) { cart->close(); }\n");
  write("main.cc",
        "#include <fstream>\n#include \"shop.h\"\nint main() {\n  Shop().close();\n"
        "  std::ofstream().close();\n  run(nullptr);\n}\n");
  auto core = opened(project);
  CHECK(uses(core, "Shop::close") ==
        std::vector<std::string>{"main.cc:4 resolved shop.cc:3", "src/database/pool.py:47 by_name",
                                 "main.cc:5 elsewhere", "shop.cc:4 elsewhere"});
  CHECK(uses(core, "run") == std::vector<std::string>{"main.cc:6 resolved shop.cc:4"});
  const auto callers = core.call_graph("run", {});
  REQUIRE(callers);
  REQUIRE(callers->matches.size() == 1);
  CHECK(callers->matches[0].symbol.name == "main");
}

TEST_CASE("linked references: overloads, interfaces and constructors of Java") {
  ProjectFixture project;
  const auto write = [&](const char* path, const char* text) {
    test::write_file(project.root() / path, text);
  };
  write("src/main/java/shop/Cart.java",
        "package shop;\n\npublic class Cart implements Priced {\n"
        "  public Cart(int size) {}\n  public int price() { return 1; }\n"
        "  void add(String name) {}\n  void add(int number) {}\n}\n");
  write("src/main/java/shop/Priced.java", "package shop;\n\ninterface Priced { int price(); }\n");
  write("src/test/java/shop/CartTest.java",
        "package shop;\n\nclass CartTest {\n  void run(Priced priced, Other other) {\n"
        "    Cart cart = new Cart(1);\n    cart.add(\"tea\");\n    cart.add(2);\n"
        "    priced.price();\n    other.price();\n  }\n}\n");
  auto core = opened(project);
  CHECK(uses(core, "Cart.price") ==
        std::vector<std::string>{
            "src/test/java/shop/CartTest.java:8 candidates src/main/java/shop/Priced.java:3",
            "src/test/java/shop/CartTest.java:9 elsewhere"});
  CHECK(uses(core, "add") ==
        std::vector<std::string>{
            "src/test/java/shop/CartTest.java:6 resolved src/main/java/shop/Cart.java:6",
            "src/test/java/shop/CartTest.java:7 resolved src/main/java/shop/Cart.java:7"});
  const auto made = core.call_graph("Cart.Cart", {});
  REQUIRE(made);
  REQUIRE(made->matches.size() == 1);
  CHECK(made->matches[0].symbol.name == "run");
  CHECK(made->matches[0].lines == std::vector<std::uint32_t>{5});
}

TEST_CASE(
    "linked references: after random edits, moves and deletions they equal those of a rebuild") {
  ProjectFixture project;
  write_shop(project);
  auto core = opened(project);
  std::mt19937 random(7);
  const auto any = [&](std::size_t count) { return random() % count; };
  const std::vector<std::string> packages{"cart", "till", "bag"};
  const auto text_of = [&](const std::string& package) {
    const auto& other = packages[any(packages.size())];
    std::string text = "package " + package + "\n\n";
    if (other != package) text += "import \"example.com/shop/" + other + "\"\n\n";
    text += "type Kind" + std::to_string(any(3)) + " struct{ next *Kind" + std::to_string(any(3)) +
            " }\n\nfunc (k *Kind" + std::to_string(any(3)) + ") Close() *Kind" +
            std::to_string(any(3)) + " { return k.next.Close().next }\n\nfunc New" +
            std::to_string(any(3)) + "() *Kind" + std::to_string(any(3)) + " { return nil }\n\n";
    text += "func run" + std::to_string(any(100)) + "() {\n  " +
            (other == package ? std::string() : other + ".") + "New" + std::to_string(any(3)) +
            "().Close().Close()\n}\n";
    return text;
  };
  constexpr int kRounds = 60, kRebuiltEvery = 3;
  for (int round = 1; round <= kRounds; ++round) {
    for (int edit = 0; edit < 4; ++edit) {
      const auto& package = packages[any(packages.size())];
      const auto path = project.root() / package / ("part" + std::to_string(any(4)) + ".go");
      const auto target = project.root() / packages[any(packages.size())] / "moved.go";
      std::error_code ignored;
      if (any(5) == 0)
        std::filesystem::remove(path, ignored);
      else if (any(5) == 0)
        std::filesystem::rename(path, target, ignored);
      else
        test::write_file(path, text_of(package));
    }
    if (round % kRebuiltEvery != 0) {
      uses(core, "Close");
      continue;
    }
    if (any(3) == 0) core = opened(project);  // as in a new process
    auto rebuilt = opened(project, "rebuilt" + std::to_string(round));
    for (const char* const name :
         {"Close", "New0", "New1", "Kind0", "Kind1", "next", "cart.New2"}) {
      CAPTURE(round);
      CAPTURE(name);
      CHECK(uses(core, name) == uses(rebuilt, name));
    }
    std::filesystem::remove_all(project.root() / ".." / ("rebuilt" + std::to_string(round)));
  }
}

TEST_CASE("linked references: stored facts give the answers of facts read from the texts") {
  ProjectFixture project;
  write_shop(project);
  const auto state = project.root() / ".." / "state";
  const auto answers = [&](CodeWeaver& core) {
    std::vector<std::string> out;
    for (const char* const name : {"Close", "Cart.Close", "File", "till", "New"})
      for (auto& line : uses(core, name)) out.push_back(std::move(line));
    return out;
  };
  const auto rows = [&](const std::filesystem::path& folder) {
    auto connection =
        store::Connection::open(folder / "index.db", store::Connection::Mode::kReadWrite);
    REQUIRE(connection);
    auto query = connection->query("SELECT count(*) FROM facts");
    REQUIRE(query.step());
    return query.integer(0);
  };
  std::vector<std::string> expected;
  const auto file = project.root().parent_path() / "shop.cwsnap";
  {
    auto core = opened(project);
    expected = answers(core);
    REQUIRE(core.make_snapshot({.file = file}));
  }
  const auto stored = rows(state);
  REQUIRE(stored > 3);
  test::write_file(project.root() / "copy/cart.go",
                   "package cart\n\ntype Cart struct{}\n\nfunc (c *Cart) Close() {}\n\n"
                   "func New() *Cart { return &Cart{} }\n");
  {
    auto core = opened(project);
    CHECK(uses(core, "Till.Close").size() == 5);
  }
  CHECK(rows(state) == stored);  // a copy shares its facts
  std::filesystem::remove_all(project.root() / "copy");
  {
    auto connection =
        store::Connection::open(state / "index.db", store::Connection::Mode::kReadWrite);
    REQUIRE(connection->execute("DELETE FROM facts"));
  }
  {
    auto core = opened(project);
    CHECK(answers(core) == expected);
  }
  const auto snapshot = Snapshot::open({file});
  REQUIRE(snapshot);
  auto core = opened(project, "clone");
  const auto report = core.index({.snapshot = *snapshot});
  REQUIRE(report);
  CHECK(report->files_from_snapshot == report->files_indexed);
  CHECK(answers(core) == expected);
  CHECK(rows(project.root() / ".." / "clone") == stored);
}

}  // namespace codeweaver
