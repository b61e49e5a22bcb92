// Tests of plugins by name: those of the library and custom ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/chunker.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/plugin_registry.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "codeweaver/vector_store.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver {
namespace {

Provider<const Reranker> rules(std::string name) {
  Provider<const Reranker> out;
  out.name = std::move(name);
  out.capabilities = {"local"};
  out.make = [](const Settings&) { return Result(make_rule_reranker()); };
  return out;
}

TEST_CASE("default settings choose the built-in parts") {
  const auto registry = PluginRegistry::with_built_ins();
  WorkspaceOptions options;
  REQUIRE(registry.choose(Settings(), options));
  CHECK(options.embedder->info().provider == "codeweaver");
  CHECK(options.reranker->name().starts_with("codeweaver/"));
  CHECK(!options.store);
  CHECK(!options.index.chunker);
  CHECK(!options.index.sparse_encoder);
  CHECK(registry.answer_models.make("extractive", Settings()).value()->info().provider ==
        "codeweaver");
  CHECK(registry.answer_models.make("none", Settings()).value() == nullptr);
}

TEST_CASE("a setting names a part of the program") {
  auto registry = PluginRegistry::with_built_ins();
  REQUIRE(registry.rerankers.add(rules("rules")));
  REQUIRE(registry.chunkers.add({"by_line", {}, "", [](const Settings& settings) {
                                   ChunkSizes sizes;
                                   sizes.target =
                                       static_cast<std::uint32_t>(settings.chunking.target_tokens);
                                   return Result(make_line_chunker("by_line", sizes));
                                 }}));
  REQUIRE(registry.sparse_encoders.add({"synonyms", {}, "", [](const Settings&) {
                                          return make_synonym_encoder({{"login", "sign-in"}});
                                        }}));
  Settings settings;
  settings.rerank.provider = "rules";
  settings.store.kind = "memory";
  settings.chunking.strategy = "by_line";
  settings.chunking.target_tokens = 123;
  settings.sparse.provider = "synonyms";
  WorkspaceOptions options;
  REQUIRE(registry.choose(settings, options));
  CHECK(options.reranker->name() == make_rule_reranker()->name());
  CHECK(options.store->info().provider == "memory");
  CHECK(options.index.chunker->info().name == "by_line");
  CHECK(options.index.chunker->info().version.find("123") != std::string::npos);
  CHECK(options.index.sparse_encoder->info().provider == "codeweaver");
  settings.chunking.strategy = "simple_file_chunks";
  REQUIRE(registry.choose(settings, options));
  CHECK(options.index.chunk_strategy == ChunkStrategy::kSimpleFileChunks);
  CHECK(!options.index.chunker);
}

TEST_CASE("a name that nobody registered is refused with those that are there") {
  auto registry = PluginRegistry::with_built_ins();
  REQUIRE(registry.rerankers.add(rules("rules")));
  Settings settings;
  settings.rerank.provider = "ruels";
  WorkspaceOptions options;
  const auto chosen = registry.choose(settings, options);
  REQUIRE(!chosen);
  CHECK(chosen.error().code == "PROVIDER_NOT_AVAILABLE");
  CHECK(chosen.error().cause == "rerank.provider is \"ruels\": there is no such provider");
  std::string known;
  for (const auto& [name, provider] : registry.rerankers.all())
    known += (known.empty() ? "" : ", ") + name;
  CHECK(known.starts_with("codeweaver, "));
  CHECK(chosen.error().action == "Choose one of: " + known + ".");
}

TEST_CASE("names are taken once, and what makes nothing is refused") {
  auto registry = PluginRegistry::with_built_ins();
  CHECK(registry.rerankers.add(rules("none")).error().code == "PROVIDER_TAKEN");
  CHECK(registry.rerankers.add(rules("")).error().code == "INVALID_PROVIDER");
  CHECK(registry.rerankers.add({"empty", {}, "", {}}).error().code == "INVALID_PROVIDER");
  REQUIRE(registry.rerankers.add(
      {"thrower", {}, "", [](const Settings&) -> Result<std::shared_ptr<const Reranker>> {
         throw std::runtime_error("no key");
       }}));
  const auto made = registry.rerankers.make("thrower", Settings());
  REQUIRE(!made);
  CHECK(made.error().code == "PROVIDER_FAILED");
  CHECK(made.error().cause.find("no key") != std::string::npos);
  CHECK(registry.rerankers.all().at("codeweaver").capabilities ==
        std::vector<std::string>{"local", "deterministic", "explains"});
}

TEST_CASE("two registries know nothing of each other") {
  auto one = PluginRegistry::with_built_ins();
  REQUIRE(one.rerankers.add(rules("rules")));
  CHECK(!PluginRegistry::with_built_ins().rerankers.all().contains("rules"));
}

}  // namespace
}  // namespace codeweaver
