// The parts of this build, as cmake/Facts.cmake found them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace codeweaver::cli {

/// A part that is compiled in or linked.
struct BuiltPart {
  std::string_view name, version;
};

/// Facts from the time when the build was configured. Shared libraries may be newer now.
struct BuildFacts {
  std::string_view compiler, build_type, system;
  bool has_net = false, has_postgres = false, has_git = false;
  std::span<const BuiltPart> libraries, grammars;
  std::span<const std::string_view> models;
};
BuildFacts build_facts();

}  // namespace codeweaver::cli
