// PluginRegistry: embedders, chunkers, rerankers and other plug-ins by the names in settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_PLUGIN_REGISTRY_HPP_
#define CODEWEAVER_PLUGIN_REGISTRY_HPP_

#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/contract.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/settings.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class AnswerModel;
class Chunker;
class Embedder;
class Reranker;
class SparseEncoder;
class VectorStore;
struct WorkspaceOptions;

/// Creates plug-ins of one kind. Settings select it by its name.
template <class Plugin>
struct Provider {
  std::string name{};  ///< value of the setting
  /// Properties, shown to users and checked at start-up: "local", "remote", "deterministic",
  /// "api_key".
  std::vector<std::string> capabilities{};
  std::string service{};  ///< service that must run besides the program; empty: none
  /// Creates the plug-in from the settings. The same settings must give the same behaviour.
  std::function<Result<std::shared_ptr<Plugin>>(const Settings& settings)> make{};
};

/// The providers of one kind of plug-in, by name. Thread safety: const members may be called
/// concurrently.
template <class Plugin>
class ProviderTable {
 public:
  /// `setting` is the key of the setting that selects a provider, such as "embedding.provider".
  explicit ProviderTable(std::string setting) : setting_(std::move(setting)) {}

  /// Adds a provider. Errors: kInvalidArgument "INVALID_PROVIDER" (no name or no function `make`),
  /// "PROVIDER_TAKEN" (the name is already in the table).
  Result<void> add(Provider<Plugin> provider) {
    if (provider.name.empty() || !provider.make)
      return error(
          ErrorCategory::kInvalidArgument, "INVALID_PROVIDER",
          "Provider '" + provider.name + "' has no name or no function to create the plug-in", "");
    if (providers_.contains(provider.name))
      return error(ErrorCategory::kInvalidArgument, "PROVIDER_TAKEN",
                   "Provider '" + provider.name + "' already exists", "Give it another name.");
    auto name = provider.name;
    providers_.emplace(std::move(name), std::move(provider));
    return {};
  }

  /// Calls Provider::make of the provider `name`, and returns its plug-in. A null plug-in means
  /// that the program uses its built-in implementation.
  /// Errors: kUnsupported "PROVIDER_NOT_AVAILABLE" (unknown name; lists the known names);
  /// kUnavailable "PROVIDER_FAILED" (Provider::make threw an exception); errors that Provider::make
  /// returned.
  Result<std::shared_ptr<Plugin>> make(std::string_view name, const Settings& settings) const {
    const auto at = providers_.find(name);
    if (at == providers_.end())
      return error(ErrorCategory::kUnsupported, std::string(contract::kProviderNotAvailable),
                   setting_ + " is \"" + std::string(name) + "\": there is no such provider",
                   "Choose one of: " + names() + ".");
    try {
      return at->second.make(settings);
    } catch (const std::exception& thrown) {
      return error(ErrorCategory::kUnavailable, "PROVIDER_FAILED",
                   "Provider '" + std::string(name) + "' threw: " + thrown.what(),
                   "Fix the provider, or choose another one.");
    }
  }

  /// All providers by name.
  const std::map<std::string, Provider<Plugin>, std::less<>>& all() const noexcept {
    return providers_;
  }

 private:
  Error error(ErrorCategory category, std::string code, std::string cause,
              std::string action) const {
    return {category, std::move(code), std::move(cause), "choosing " + setting_, std::move(action)};
  }
  std::string names() const {
    std::string out;
    for (const auto& [name, provider] : providers_) out += (out.empty() ? "" : ", ") + name;
    return out;
  }

  std::string setting_;
  std::map<std::string, Provider<Plugin>, std::less<>> providers_;
};

/// The providers of all kinds of plug-ins. The program creates and holds this value: there is no
/// global registry, and no provider registers itself. Thread safety: as ProviderTable.
struct PluginRegistry {
  ProviderTable<const Embedder> embedders{"embedding.provider"};
  ProviderTable<const SparseEncoder> sparse_encoders{"sparse.provider"};
  ProviderTable<const Chunker> chunkers{"chunking.strategy"};
  ProviderTable<const Reranker> rerankers{"rerank.provider"};
  ProviderTable<VectorStore> stores{"store.kind"};
  ProviderTable<const AnswerModel> answer_models{"answer.provider"};

  /// Returns the providers that are built into this library (docs/guide/providers.md). Those of
  /// online services have no API keys, because this function does not read the environment.
  static PluginRegistry with_built_ins();
  /// The same with API keys. `keys` maps the names of environment variables to their values: the
  /// usual names, such as "VOYAGE_API_KEY", or those in settings such as `embedding.api_key_env`.
  static PluginRegistry with_built_ins(std::map<std::string, std::string, std::less<>> keys);

  /// Sets the parts of `options` that `settings` select: embedder, sparse encoder, chunker,
  /// reranker and store. Other members do not change. Errors: those of ProviderTable::make().
  Result<void> choose(const Settings& settings, WorkspaceOptions& options) const;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_PLUGIN_REGISTRY_HPP_
