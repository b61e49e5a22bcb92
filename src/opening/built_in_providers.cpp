// The built-in providers, by their names in the settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/chunker.hpp"
#include "codeweaver/plugin_registry.hpp"
#include "opening/model_opener.hpp"
#include "opening/store_opener.hpp"
#include "settings/providers.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// Opens models and stores for one registry, each only once.
struct Makers {
  settings::Environment keys{};
  opening::ModelOpener models{};
  opening::StoreOpener stores{};

  opening::ModelOpener::Request request(const Settings& settings) const {
    return {keys, 0, nullptr, settings.onnx.library, settings.network.ca_file};
  }
};

/// Splits a list such as "local, exact".
std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> out;
  for (const auto part : std::views::split(list, std::string_view(", ")))
    out.emplace_back(part.begin(), part.end());
  return out;
}

/// Adds the providers that this build has. `make(settings, name)` makes one provider. The provider
/// "none" is a null pointer. The names are distinct, so adding cannot fail.
template <class Plugin, class Make>
void add_known(ProviderTable<Plugin>& table, std::string_view setting, const Make& make) {
  for (const auto& known : settings::providers()) {
    if (known.setting != setting || !known.missing.empty()) continue;
    Provider<Plugin> added{std::string(known.name), parts_of(known.capabilities),
                           std::string(known.service)};
    if (known.name == "none")
      added.make = [](const Settings&) { return Result(std::shared_ptr<Plugin>()); };
    else
      added.make = [make, name = added.name](const Settings& settings) {
        return make(settings, name);
      };
    (void)table.add(std::move(added));
  }
}

}  // namespace

PluginRegistry PluginRegistry::with_built_ins() {
  return with_built_ins({});
}

PluginRegistry PluginRegistry::with_built_ins(
    std::map<std::string, std::string, std::less<>> keys) {
  const auto makers = std::make_shared<Makers>();
  makers->keys = std::move(keys);
  PluginRegistry out;
  add_known(out.embedders, "embedding.provider",
            [makers](Settings settings, const std::string& name) {
              settings.embedding.provider = name;
              return makers->models.embedder(settings.embedding, makers->request(settings));
            });
  add_known(out.sparse_encoders, "sparse.provider",
            [makers](Settings settings, const std::string& name) {
              settings.sparse.provider = name;
              return makers->models.sparse_encoder(settings.sparse, makers->request(settings));
            });
  add_known(out.chunkers, "chunking.strategy", [](const Settings&, const std::string&) {
    return Result(std::shared_ptr<const Chunker>());
  });
  add_known(out.rerankers, "rerank.provider", [makers](Settings settings, const std::string& name) {
    settings.rerank.provider = name;
    return makers->models.reranker(settings.rerank, makers->request(settings));
  });
  add_known(out.stores, "store.kind", [makers](Settings settings, const std::string& name) {
    settings.store.kind = name;
    return makers->stores.store(settings, makers->keys, nullptr);
  });
  add_known(out.answer_models, "answer.provider",
            [makers](Settings settings, const std::string& name) {
              settings.answer.provider = name;
              return makers->models.answer_model(settings.answer, makers->request(settings));
            });
  return out;
}

}  // namespace codeweaver::inline v0_1
