// Providers: who can do what a setting asks for, with what each needs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "codeweaver/result.hpp"
#include "settings/load.hpp"

namespace codeweaver::settings {

/// Something that a setting can name.
struct Provider {
  std::string_view setting;       ///< the key that chooses it, such as "embedding.provider"
  std::string_view role;          ///< "embedder", "sparse encoder", "reranker", "store", ...
  std::string_view name;          ///< the value that chooses it
  std::string_view capabilities;  ///< separated by ", "; "local": nothing leaves the machine
  std::string_view service;       ///< what has to run beside the program; empty: nothing
  std::string_view missing;       ///< why this build cannot use it; empty: it can
};

/// All that is known, by setting; the default of each comes first.
std::span<const Provider> providers();

/// The value of a setting that chooses a provider.
std::string_view chosen_provider(const Settings& settings, std::string_view key);

/// Checks that this build has all that the settings name, so that nothing is ignored. `supplied`
/// are the keys whose providers the caller has itself. Errors: kUnsupported
/// "PROVIDER_NOT_AVAILABLE" (says where the setting comes from, and what to set).
Result<void> check_providers(const EffectiveSettings& effective,
                             std::span<const std::string_view> supplied = {});

}  // namespace codeweaver::settings
