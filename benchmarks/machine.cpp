// Reads facts of the machine; the facts of the build come from CMake.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "machine.hpp"

#include <string_view>

#include "evaluate/machine.hpp"

namespace codeweaver::bench {

std::vector<std::pair<std::string, std::string>> bench_facts(const std::string& commit) {
  auto facts = evaluate::machine_facts();
  facts.emplace_back("build", CODEWEAVER_BENCH_BUILD);
  facts.emplace_back("commit", commit.empty() ? CODEWEAVER_BENCH_COMMIT : commit);
  return facts;
}

std::string build_warning() {
  const std::string_view sanitize = CODEWEAVER_BENCH_SANITIZE, build = CODEWEAVER_BENCH_BUILD;
  if (!sanitize.empty()) return "built with sanitizers";
#ifndef NDEBUG
  return "built with assertions, as " + std::string(build.empty() ? "no build type" : build);
#else
  return build == "Release" || build == "RelWithDebInfo" ? std::string{}
                                                         : "built as " + std::string(build);
#endif
}

}  // namespace codeweaver::bench
