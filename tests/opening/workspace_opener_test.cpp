// Tests of WorkspaceOpener: providers in settings must exist, unless the caller supplies them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "opening/workspace_opener.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"
#include "codeweaver/vector_store.hpp"
#include "settings/providers.hpp"

namespace codeweaver::opening {
namespace {

/// A folder whose settings name `provider` as the reranker.
class Folder {
 public:
  explicit Folder(const std::string& provider) : path_(std::filesystem::canonical(holder_.path())) {
    std::filesystem::create_directories(path_ / "code");
    REQUIRE(base::write_file_atomic(path_ / "code" / "codeweaver.toml",
                                    "[rerank]\nprovider = \"" + provider + "\"\n"));
  }

  WorkspaceOpener opener() const { return WorkspaceOpener({{{"HOME", path_.string()}}}); }
  Project project() const { return {"code", "code", path_ / "code", path_ / "state"}; }

 private:
  test::TemporaryFolder holder_;
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("opener: the stores that settings name are those that the library makes") {
  std::vector<std::pair<std::string_view, std::string_view>> named, made;
  for (const auto& provider : settings::providers())
    if (provider.setting == "store.kind" && provider.missing.empty())
      named.emplace_back(provider.name, provider.capabilities);
  for (const auto& kind : store_kinds()) made.emplace_back(kind.name, kind.capabilities);
  CHECK(named == made);
}

TEST_CASE("opener: a provider that is not there is refused, one that is there opens with a log") {
  const Folder absent("cohere");
  const auto refused = absent.opener().open(absent.project());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "PROVIDER_NOT_AVAILABLE");
  CHECK_FALSE(std::filesystem::exists(absent.project().state_dir));

  const Folder present("codeweaver");
  const auto opened = present.opener().open(present.project());
  REQUIRE(opened);
  CHECK(opened->logger != nullptr);
  CHECK(std::filesystem::exists(present.project().state_dir / "logs" / "codeweaver.log"));
}

TEST_CASE("opener: what the caller brings stands for the name that the settings give") {
  const Folder folder("team");
  const auto opener = folder.opener();
  CHECK_FALSE(opener.open(folder.project()));
  auto effective = opener.settings(folder.project());
  REQUIRE(effective);
  SuppliedParts supplied;
  supplied.reranker = *make_learned_reranker();
  const auto* const given = supplied.reranker.get();
  const auto opened =
      opener.open(folder.project(), *effective, std::move(supplied), Opening::kForOneCommand);
  REQUIRE(opened);
  CHECK(opened->reranker.get() == given);
}

TEST_CASE("opener: a model file that cannot be opened is an error that names the setting") {
  const Folder folder("codeweaver");
  const WorkspaceOpener opener(
      {{{"HOME", "/"}, {"CODEWEAVER_EMBEDDING_MODEL_PATH", folder.project().root / "none.bin"}}});
  const auto opened = opener.open(folder.project());
  REQUIRE_FALSE(opened);
  CHECK(opened.error().context == "opening the model of embedding.model_path");
}

}  // namespace codeweaver::opening
