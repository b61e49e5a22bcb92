// Tests of WorkspaceOpener: providers in settings must exist, unless the caller supplies them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "opening/workspace_opener.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"
#include "codeweaver/vector_store.hpp"
#include "net/raw_server.hpp"
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

/// Requests a stop once a service got a request.
class StopOnRequest {
 public:
  explicit StopOnRequest(test::RawServer& service)
      : stopper_([this, &service] {
          service.await_request();
          stop_.request_stop();
        }) {}
  CallContext call() const { return CallContext(stop_.get_token()); }

 private:
  std::stop_source stop_;
  std::jthread stopper_;
};

WorkspaceOpener opener_with(std::vector<std::string> overrides) {
  SettingsSources sources;
  sources.environment["HOME"] = "/nonexistent";
  sources.overrides = std::move(overrides);
  return WorkspaceOpener(std::move(sources));
}

/// An embedder whose dimension only its service knows.
std::vector<std::string> unknown_model(const test::RawServer& service) {
  return {"embedding.provider=ollama", "embedding.model=of-this-test",
          "embedding.url=" + service.url()};
}

std::vector<std::string> store_at(const test::RawServer& service) {
  return {"search.from_store=true", "store.kind=qdrant", "store.url=" + service.url()};
}

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

TEST_CASE("opener: a stop or a deadline ends the wait for an embedder that does not answer") {
  const auto open = [](const test::RawServer& service, const CallContext& call) {
    const auto opener = opener_with(unknown_model(service));
    const auto settings = opener.settings();
    REQUIRE(settings);
    return opener.embedder(settings->settings, {}, nullptr, call);
  };
  test::RawServer silent("", false);
  const StopOnRequest stop(silent);
  const auto stopped = open(silent, stop.call());
  REQUIRE_FALSE(stopped);
  if (stopped.error().category == ErrorCategory::kUnsupported) return;  // built without libcurl
  CHECK(stopped.error().category == ErrorCategory::kCancelled);

  const test::RawServer other("", false);
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  const auto late = open(other, CallContext().until(end));
  REQUIRE_FALSE(late);
  CHECK(late.error().code == "SERVICE_TIMEOUT");
  CHECK(std::chrono::steady_clock::now() - end < std::chrono::seconds(5));
}

TEST_CASE("opener: a stop or a deadline ends the wait for a store that does not answer") {
  test::RawServer silent("", false);
  const StopOnRequest stop(silent);
  const auto stopped = opener_with(store_at(silent)).store_projects(stop.call());
  REQUIRE_FALSE(stopped);
  if (stopped.error().category == ErrorCategory::kUnsupported) return;  // built without libcurl
  CHECK(stopped.error().category == ErrorCategory::kCancelled);

  const test::RawServer other("", false);
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  const auto late = opener_with(store_at(other)).store_projects(CallContext().until(end));
  REQUIRE_FALSE(late);
  CHECK(late.error().code == "SERVICE_TIMEOUT");
  CHECK(std::chrono::steady_clock::now() - end < std::chrono::seconds(5));
}

TEST_CASE("opener: a call does not wait for another one that asks a service for its dimension") {
  test::RawServer silent("", false);
  const auto opener = opener_with(unknown_model(silent));
  auto settings = opener.settings();
  REQUIRE(settings);
  std::stop_source stop;
  std::jthread waiting([&] {
    static_cast<void>(opener.embedder(settings->settings, {}, nullptr, stop.get_token()));
  });
  silent.await_request();
  auto other = settings->settings;
  other.embedding = {};
  CHECK(opener.embedder(other, {}, nullptr));
  stop.request_stop();
}

}  // namespace codeweaver::opening
