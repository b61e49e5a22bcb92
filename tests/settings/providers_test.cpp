// Tests of providers: the table matches the settings; named providers must exist.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/providers.hpp"

#include <doctest/doctest.h>

#include <set>

namespace codeweaver::settings {
namespace {

EffectiveSettings overridden(const std::string& override) {
  LoadRequest request;
  request.overrides = {override};
  auto effective = load(request);
  REQUIRE(effective);
  return *effective;
}

}  // namespace

TEST_CASE("providers: the default of each setting is there, and needs no service") {
  std::set<std::string_view> keys;
  const auto defaults = load({});
  REQUIRE(defaults);
  CHECK(check_providers(*defaults));
  for (const auto& provider : providers()) {
    CAPTURE(provider.name);
    CHECK(defaults->origins.contains(provider.setting));
    CHECK_FALSE(provider.capabilities.empty());
    if (!keys.insert(provider.setting).second) continue;
    CHECK(chosen_provider(Settings{}, provider.setting) == provider.name);
    CHECK(provider.service.empty());
    CHECK(provider.missing.empty());
  }
  CHECK(keys.size() == 7);
}

TEST_CASE("providers: what is there may be named, what is not is refused with the way out") {
  for (const auto& provider : providers()) {
    const auto key = std::string(provider.setting);
    auto effective = overridden(key + '=' + std::string(provider.name));
    effective.settings.embedding.model_path = effective.settings.sparse.model_path =
        effective.settings.rerank.model_path = "/a/model";
    const auto checked = check_providers(effective);
    CAPTURE(key + ' ' + std::string(provider.name));
    CHECK(bool(checked) == provider.missing.empty());
    if (checked) continue;
    CHECK(checked.error().code == "PROVIDER_NOT_AVAILABLE");
    CHECK(checked.error().category == ErrorCategory::kUnsupported);
    CHECK(checked.error().cause.find(provider.missing) != std::string::npos);
    CHECK(checked.error().cause.find(provider.service) != std::string::npos);
    CHECK(checked.error().context == "checking the settings (" + key + ", from the command line)");
    const auto other = chosen_provider(Settings{}, key);
    CHECK(checked.error().action.find(other) != std::string::npos);
  }
}

TEST_CASE("providers: unknown ones and models that none of them has are refused") {
  CHECK(check_providers(overridden("embedding.provider=nobody")).error().cause ==
        "embedding.provider is \"nobody\": there is no such provider");
  CHECK(check_providers(overridden("embedding.model=nomic-embed-text")).error().cause ==
        "Model nomic-embed-text not found: the built-in model is static-code-3");
  CHECK(check_providers(overridden("rerank.model=large")).error().context ==
        "checking the settings (rerank.model, from the command line)");
  CHECK(check_providers(overridden("embedding.model_path=/some/file")));
}

TEST_CASE("providers: who runs a model of the user's is refused until one is named") {
  for (const std::string chosen :
       {"embedding.provider=onnx", "sparse.provider=splade", "rerank.provider=onnx"}) {
    CAPTURE(chosen);
    const auto refused = check_providers(overridden(chosen));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "PROVIDER_NOT_AVAILABLE");
    const auto section = chosen.substr(0, chosen.find('.'));
    CHECK(refused.error().action == "Set " + section +
                                        ".model_path to the model's folder, or set " + section +
                                        ".provider to \"codeweaver\"");
  }
}

TEST_CASE("providers: a folder does not choose a service that its code is sent to") {
  auto effective = overridden("embedding.provider=voyage");
  CHECK(check_providers(effective));
  for (const auto* origin : {"user file /x", "environment X", "project settings"}) {
    effective.origins["embedding.provider"] = origin;
    CHECK(check_providers(effective));
  }
  effective.origins["embedding.provider"] = "project file";
  const auto refused = check_providers(effective);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().cause.find("would send the code to the Voyage AI API") !=
        std::string::npos);
  effective.settings.embedding.provider = "ollama";  // at an address that the user sets
  CHECK(check_providers(effective));
}

TEST_CASE("providers: names of what the caller brings are the caller's, with their models") {
  const std::string_view embedder[] = {"embedding.provider"}, reranker[] = {"rerank.provider"};
  CHECK(check_providers(overridden("embedding.provider=team"), embedder));
  CHECK(check_providers(overridden("embedding.model=letters"), embedder));
  CHECK(check_providers(overridden("rerank.model=large"), reranker));
  CHECK_FALSE(check_providers(overridden("rerank.model=large"), embedder));
  CHECK_FALSE(check_providers(overridden("sparse.provider=splade"), reranker));
}

}  // namespace codeweaver::settings
