// ProjectRegistry: identity, lookup, state folders, concurrency, damage.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <fstream>
#include <thread>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/project_registry.hpp"
#include "codeweaver/workspace.hpp"
#include "json/value.hpp"

namespace codeweaver {
namespace {

struct Folders {
  test::TemporaryFolder folder;
  std::filesystem::path data = folder / "data";
  std::filesystem::path make(const std::string& name) const {
    const auto path = folder / name;
    std::filesystem::create_directories(path);
    return std::filesystem::canonical(path);
  }
};

TEST_CASE("registry: a folder is one project however it is reached") {
  const Folders f;
  const auto root = f.make("My Shop");
  ProjectRegistry registry(f.data);
  const auto first = registry.add(root);
  REQUIRE(first);
  CHECK(first->project_id == "my-shop");
  CHECK(first->display_name == "My Shop");
  CHECK(first->root == root);
  std::filesystem::create_directory_symlink(root, f.folder / "link");
  CHECK(*registry.add(f.folder / "link") == *first);
  CHECK(*registry.add(root / "..") != *first);
  CHECK(registry.list()->size() == 2);
}

TEST_CASE("registry: equal folder names get different ids, taken ids are refused") {
  const Folders f;
  ProjectRegistry registry(f.data);
  CHECK(registry.add(f.make("a/app"))->project_id == "app");
  CHECK(registry.add(f.make("b/app"))->project_id == "app-2");
  CHECK(registry.add(f.make("c"), "app").error().code == "PROJECT_ID_TAKEN");
  for (const auto* const id : {"a/b", "..", "-a", "a b"})
    CHECK(registry.add(f.make("c"), id).error().code == "INVALID_PROJECT_ID");
  CHECK(registry.add(f.folder / "none").error().code == "PATH_NOT_FOUND");
  std::ofstream(f.folder / "file") << "x";
  CHECK(registry.add(f.folder / "file").error().code == "NOT_A_DIRECTORY");
}

TEST_CASE("registry: odd and long folder names give ids that are valid") {
  const Folders f;
  ProjectRegistry registry(f.data);
  CHECK(registry.add(f.make(".-app-."))->project_id == "app");
  CHECK(registry.add(f.make("...!"))->project_id == "project");
  const std::string name(200, 'x');
  const auto first = registry.add(f.make("1/" + name)), second = registry.add(f.make("2/" + name));
  REQUIRE(first);
  REQUIRE(second);
  CHECK(is_key_part(first->project_id));
  CHECK(is_key_part(second->project_id));
  CHECK(first->project_id != second->project_id);
}

TEST_CASE("registry: lookups find the innermost project and list the known ids") {
  const Folders f;
  ProjectRegistry registry(f.data);
  const auto outer = f.make("outer");
  const auto inner = f.make("outer/inner");
  REQUIRE(registry.add(outer));
  REQUIRE(registry.add(inner));
  CHECK((*registry.containing(inner / "src"))->project_id == "inner");
  CHECK((*registry.containing(outer / "innermost"))->project_id == "outer");
  CHECK_FALSE(registry.containing(f.folder / "elsewhere")->has_value());
  const auto missing = registry.find("nope");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().cause == "Project not found: nope");
  CHECK(missing.error().action.find("inner, outer") != std::string::npos);
}

TEST_CASE("registry: a repository inside a project's folder is not part of the project") {
  const Folders f;
  ProjectRegistry registry(f.data);
  const auto outer = f.make("outer"), inner = f.make("outer/deep/inner");
  f.make("outer/deep/inner/src");
  REQUIRE(registry.add(outer));
  CHECK((*registry.containing(inner / "src"))->project_id == "outer");
  f.make("outer/deep/inner/.git/objects");
  f.make("outer/deep/inner/.git/refs");
  std::ofstream(inner / ".git/HEAD") << "ref: refs/heads/main\n";
  CHECK_FALSE(registry.containing(inner / "src")->has_value());
  CHECK_FALSE(registry.containing(inner)->has_value());
  CHECK((*registry.containing(outer / "deep"))->project_id == "outer");
  REQUIRE(registry.add(inner));
  CHECK((*registry.containing(inner / "src"))->project_id == "inner");
}

TEST_CASE("registry: a project can be looked up without registering it") {
  const Folders f;
  ProjectRegistry registry(f.data);
  const auto root = f.make("app");
  const auto seen = registry.project_at(root);
  REQUIRE(seen);
  CHECK(registry.list()->empty());
  CHECK_FALSE(std::filesystem::exists(f.data));
  CHECK(*registry.add(root) == *seen);
  CHECK(*registry.project_at(root) == *seen);
  CHECK(registry.project_at(f.make("b/app"))->project_id == "app-2");
  CHECK(registry.project_at(f.make("c"), "app").error().code == "PROJECT_ID_TAKEN");
  CHECK(registry.project_at(f.folder / "none").error().code == "PATH_NOT_FOUND");
}

TEST_CASE("registry: init moves the state into the project, out of git's sight") {
  const Folders f;
  ProjectRegistry registry(f.data);
  const auto root = f.make("app");
  CHECK(registry.add(root)->state_dir.parent_path() == f.data / "projects");
  const auto project = registry.init(root);
  REQUIRE(project);
  CHECK(project->state_dir == root / ".codeweaver");
  CHECK(std::filesystem::exists(root / ".codeweaver" / ".gitignore"));
  CHECK(registry.find("app")->state_dir == root / ".codeweaver");
}

TEST_CASE("registry: naming a known folder again does not write the list") {
  const Folders f;
  const auto root = f.make("app");
  ProjectRegistry registry(f.data);
  REQUIRE(registry.add(root));
  const auto before = base::identity_of(f.data / "projects.json");
  REQUIRE(before);
  REQUIRE(registry.add(root));
  CHECK(*base::identity_of(f.data / "projects.json") == *before);
}

TEST_CASE("registry: active, rename and remove") {
  const Folders f;
  ProjectRegistry registry(f.data);
  CHECK_FALSE(registry.active()->has_value());
  CHECK(registry.set_active("app").error().code == "PROJECT_NOT_FOUND");
  const auto project = registry.add(f.make("app"));
  REQUIRE(registry.set_active("app"));
  CHECK(registry.active()->value() == "app");
  REQUIRE(registry.rename("app", "The App"));
  CHECK(registry.find("app")->display_name == "The App");
  std::filesystem::create_directories(project->state_dir);
  REQUIRE(registry.remove("app", true));
  CHECK_FALSE(std::filesystem::exists(project->state_dir));
  CHECK(std::filesystem::exists(project->root));
  CHECK_FALSE(registry.active()->has_value());
}

TEST_CASE("registry: concurrent registrations are all kept") {
  const Folders f;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      ProjectRegistry registry(f.data);
      CHECK(registry.add(f.make("p" + std::to_string(i))).has_value());
    });
  threads.clear();
  CHECK(ProjectRegistry(f.data).list()->size() == 8);
}

/// The list with everything that a damage can hit: names of two folders, one of them active.
std::vector<Project> make_list(const Folders& f) {
  ProjectRegistry registry(f.data);
  REQUIRE(registry.add(f.make("app")));
  REQUIRE(registry.add(f.make("other"), "second"));
  REQUIRE(registry.rename("app", "The App"));
  REQUIRE(registry.set_active("second"));
  return *registry.list();
}

TEST_CASE("registry: a damaged list is answered from its copy, and repaired") {
  const Folders f;
  const auto file = f.data / "projects.json";
  const auto expected = make_list(f);
  const auto whole = base::read_file(file);
  REQUIRE(whole);
  ProjectRegistry registry(f.data);
  CHECK_FALSE(registry.repair());
  std::vector<std::string> damages = {
      "", "{", "[]", "{\"projects\": 3}", "{\"projects\": [{}]}", std::string(whole->size(), '\0')};
  for (std::size_t at = 0; at < whole->size(); at += 7) {
    damages.push_back(*whole);
    damages.back()[at] = static_cast<char>(damages.back()[at] ^ 0x01);
    damages.push_back(whole->substr(0, at));
  }
  for (const auto& text : damages) {
    CAPTURE(text);
    std::ofstream(file, std::ios::binary) << text;
    CHECK(*registry.list() == expected);
    CHECK(*registry.active() == "second");
    CHECK(*registry.find("app") == expected.front());
  }
  std::ofstream(file, std::ios::binary) << damages[1];
  const auto told = registry.repair();
  REQUIRE(told);
  CHECK(told->find("restored from its copy") != std::string::npos);
  CHECK(*base::read_file(file) == *whole);
  CHECK(*base::read_file(file.string() + ".damaged") == damages[1]);
  CHECK_FALSE(registry.repair());
}

TEST_CASE("registry: a list without a copy is made of the state folders") {
  const Folders f;
  const auto listed = make_list(f);
  for (const auto& project : listed) {
    std::ofstream(project.root / "a.py") << "def first():\n    return 1\n";
    auto indexer = Indexer::create(
        {project.root, project.state_dir, project.project_id, project.display_name, {}, ""}, {});
    REQUIRE(indexer);
    REQUIRE(indexer->run({}));
  }
  std::filesystem::create_directories(f.data / "projects" / "junk");
  std::filesystem::remove(f.data / "projects.json.copy");
  std::ofstream(f.data / "projects.json") << "{";
  ProjectRegistry registry(f.data);
  CHECK(*registry.list() == listed);
  CHECK_FALSE(registry.active()->has_value());
  REQUIRE(registry.repair());
  std::filesystem::remove_all(listed[1].root);  // a folder that is gone is no project
  std::filesystem::remove(f.data / "projects.json.copy");
  std::ofstream(f.data / "projects.json") << "{";
  CHECK(*registry.list() == std::vector<Project>{listed[0]});
}

TEST_CASE("registry: a list of an older version has no checksum, and gets one") {
  const Folders f;
  const auto expected = make_list(f);
  const auto file = f.data / "projects.json";
  const auto whole = base::read_file(file);
  auto old = *whole;
  const auto at = old.find(",\n  \"checksum\"");
  REQUIRE(at != std::string::npos);
  old.replace(at, old.find('\n', at + 2) - at, "");
  std::ofstream(file, std::ios::binary) << old;
  std::filesystem::remove(file.string() + ".copy");
  ProjectRegistry registry(f.data);
  CHECK(*registry.list() == expected);
  CHECK_FALSE(registry.repair());
  CHECK(*registry.add(expected[0].root) == expected[0]);
  CHECK(*base::read_file(file) == *whole);
  CHECK(*base::read_file(file.string() + ".copy") == *whole);
}

TEST_CASE("registry: members that this version does not know are ignored and kept") {
  const Folders f;
  const auto expected = make_list(f);
  const auto file = f.data / "projects.json";
  auto text = *base::read_file(file);
  text.replace(text.find("\"active\""), 0, "\"colour\": {\"of\": [\"list\"]},\n  ");
  text.replace(text.find("\"project_id\": \"second\""), 0, "\"tags\": [\"a\", 1.5],\n      ");
  std::ofstream(file, std::ios::binary) << text;
  ProjectRegistry registry(f.data);
  CHECK(*registry.list() == expected);
  CHECK_FALSE(registry.repair());
  REQUIRE(registry.rename("second", "The second"));
  REQUIRE(registry.remove("app", false));
  CHECK_FALSE(registry.repair());
  CHECK(registry.list()->front().display_name == "The second");
  const auto written = *json::parse(*base::read_file(file));
  CHECK(*written.find("colour") == *json::parse(R"({"of": ["list"]})"));
  CHECK(*written.find("projects")->if_array()->front().find("tags") ==
        *json::parse(R"(["a", 1.5])"));
  REQUIRE(registry.remove("second", false));
  CHECK(base::read_file(file)->find("tags") == std::string::npos);
}

TEST_CASE("registry: a project is not removed while another process indexes it") {
  const Folders f;
  ProjectRegistry registry(f.data);
  const auto project = registry.add(f.make("app"));
  REQUIRE(project);
  std::filesystem::create_directories(project->state_dir);
  {
    const auto run = base::FileLock::acquire(project->state_dir / "index.lock");
    REQUIRE(run);
    const auto refused = registry.remove("app", true);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "INDEX_LOCKED");
    CHECK(registry.find("app"));
    CHECK(std::filesystem::exists(project->state_dir));
  }
  CHECK(registry.remove("app", true));
  CHECK_FALSE(registry.find("app"));
  CHECK_FALSE(std::filesystem::exists(project->state_dir));
}

}  // namespace
}  // namespace codeweaver
