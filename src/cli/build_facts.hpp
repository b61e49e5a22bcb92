// What this build is made of, as cmake/Facts.cmake found it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace codeweaver::cli {

/// Something compiled in or linked.
struct BuiltPart {
  std::string_view name, version;
};

/// Everything is as it was when the build was configured; shared libraries may be newer by now.
struct BuildFacts {
  std::string_view compiler, build_type, system;
  bool has_net = false, has_postgres = false, has_git = false;
  std::span<const BuiltPart> libraries, grammars;
  std::span<const std::string_view> models;
};
BuildFacts build_facts();

}  // namespace codeweaver::cli
