// Tests of the file of the project list: sorted, sealed, restored from its copy.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/registry_file.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"
#include "codeweaver/result.hpp"
#include "engine/fixture.hpp"
#include "engine/refusal.hpp"

namespace codeweaver::engine {
namespace {

namespace fs = std::filesystem;

using test::TemporaryFolder;

std::vector<std::string> ids_of(const RegistryContent& content) {
  std::vector<std::string> out;
  for (const auto& project : content.projects) out.push_back(project.project_id);
  return out;
}

}  // namespace

TEST_CASE("project list: sorted, sealed, and answered from its copy when it is damaged") {
  const TemporaryFolder folder;
  const auto add = [&](const std::string& id) {
    return update_registry(folder.path(), [&](RegistryContent& content) -> Result<void> {
      content.projects.push_back({id, id, "/nowhere/" + id, "/nowhere/state", ""});
      return {};
    });
  };
  CHECK(read_registry(folder.path()).projects.empty());
  REQUIRE(add("shop"));
  REQUIRE(add("atlas"));
  CHECK(ids_of(read_registry(folder.path())) == std::vector<std::string>{"atlas", "shop"});
  const auto refusal = update_registry(folder.path(), [](RegistryContent& content) -> Result<void> {
    content.projects.clear();
    return refused("NO");
  });
  CHECK(refusal.error().code == "NO");
  CHECK(read_registry(folder.path()).projects.size() == 2);
  auto text = *base::read_file(folder / "projects.json", 1 << 20);
  text.replace(text.find("shop"), 4, "ship");
  test::write_file(folder / "projects.json", text);
  const auto restored = read_registry(folder.path());
  CHECK(ids_of(restored) == std::vector<std::string>{"atlas", "shop"});
  CHECK(restored.restored.find("its checksum differs") != std::string::npos);
  REQUIRE(add("third"));
  CHECK(fs::exists(folder / "projects.json.damaged"));
  CHECK(read_registry(folder.path()).restored.empty());
}

}  // namespace codeweaver::engine
