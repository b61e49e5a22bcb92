// The providers that settings can choose, and their requirements.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "codeweaver/result.hpp"
#include "settings/load.hpp"

namespace codeweaver::settings {

/// A provider that a setting can choose.
struct Provider {
  std::string_view setting;       ///< the key that chooses it, such as "embedding.provider"
  std::string_view role;          ///< "embedder", "sparse encoder", "reranker", "store", ...
  std::string_view name;          ///< the value that chooses it
  std::string_view capabilities;  ///< separated by ", "; "local": nothing leaves the machine
  std::string_view service;       ///< service or library that it needs; empty: none
  std::string_view missing;       ///< reason why this build cannot use it; empty: it can
};

/// Returns all known providers by setting; the default of each setting is first.
std::span<const Provider> providers();

/// Returns the value of a setting that chooses a provider.
std::string_view chosen_provider(const Settings& settings, std::string_view key);

/// Checks that this build has all providers and models of the settings, and that a project's own
/// file does not choose a remote provider.
/// \param supplied keys to skip, because the caller passes its own provider
/// Errors: kUnsupported "PROVIDER_NOT_AVAILABLE" (with the origin of the setting, and advice).
Result<void> check_providers(const EffectiveSettings& effective,
                             std::span<const std::string_view> supplied = {});

}  // namespace codeweaver::settings
