// Tests that the registry has the providers of the settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "codeweaver/embedder.hpp"
#include "codeweaver/plugin_registry.hpp"
#include "codeweaver/vector_store.hpp"
#include "settings/providers.hpp"

namespace codeweaver {
namespace {

using Names = std::set<std::string, std::less<>>;

template <class Plugin>
Names names_of(const ProviderTable<Plugin>& table) {
  Names out;
  for (const auto& [name, provider] : table.all()) out.insert(name);
  return out;
}

/// That this build can use.
Names known(std::string_view setting) {
  Names out;
  for (const auto& provider : settings::providers())
    if (provider.setting == setting && provider.missing.empty()) out.emplace(provider.name);
  return out;
}

bool has(const PluginRegistry& registry, const std::string& embedder) {
  return registry.embedders.all().contains(embedder);
}

}  // namespace

TEST_CASE("plug-in registry: the built-in providers are all that settings can name") {
  const auto registry = PluginRegistry::with_built_ins();
  CHECK(names_of(registry.embedders) == known("embedding.provider"));
  CHECK(names_of(registry.sparse_encoders) == known("sparse.provider"));
  CHECK(names_of(registry.chunkers) == known("chunking.strategy"));
  CHECK(names_of(registry.rerankers) == known("rerank.provider"));
  CHECK(names_of(registry.stores) == known("store.kind"));
  CHECK(names_of(registry.answer_models) == known("answer.provider"));
  CHECK(registry.embedders.all().at("codeweaver").capabilities.front() == "local");
}

TEST_CASE("plug-in registry: a service gets the key that the program gives") {
  const auto registry = PluginRegistry::with_built_ins({{"VOYAGE_API_KEY", "secret"}});
  if (!has(registry, "voyage")) return;  // a build without the network
  Settings settings;
  settings.embedding.provider = "voyage";
  settings.embedding.dimension = 4;  // so that nobody is asked for it
  const auto made = registry.embedders.make("voyage", settings);
  REQUIRE(made);
  CHECK((*made)->info().provider == "voyage");
  CHECK(registry.embedders.make("voyage", settings).value() == *made);
  settings.embedding.api_key_env = "OTHER_KEY";
  const auto without = registry.embedders.make("voyage", settings);
  REQUIRE(!without);
  CHECK(without.error().code == "API_KEY_MISSING");
}

TEST_CASE("plug-in registry: a store gets all that settings say of it") {
  const auto registry = PluginRegistry::with_built_ins();
  if (!registry.stores.all().contains("qdrant")) return;  // a build without the network
  Settings settings;
  settings.store.kind = "qdrant";
  settings.store.url = "http://127.0.0.1:9 http://127.0.0.1:10";
  settings.store.vector_index = VectorIndexKind::kScan;
  const auto made = registry.stores.make("qdrant", settings);
  REQUIRE(made);
  CHECK((*made)->info().is_exact);
}

}  // namespace codeweaver
