// AdmittedPaths: the files of an overlay that a project accepts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/file.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/overlay.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// Evaluates the rules for a path once for each state of the index. Thread safety: calls may be
/// concurrent.
class AdmittedPaths {
 public:
  /// `config` must outlive it.
  explicit AdmittedPaths(const Indexer::Config& config) : config_(config) {}

  /// Returns the overlay without texts at paths that discovery would not index. Errors: those of
  /// corpus::admitted_paths().
  Result<Overlay> within(const Overlay& overlay);

 private:
  const Indexer::Config& config_;
  std::mutex mutex_;                              // guards the members below
  std::optional<base::FileIdentity> manifest_{};  // of the index when the paths were checked
  std::map<std::string, bool> is_admitted_{};     // by path
};

}  // namespace codeweaver::engine
