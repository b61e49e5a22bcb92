// Facts about the machine and the build.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace codeweaver::bench {

/// Names and values, in print order. Empty `commit`: the checkout's commit at configure time.
std::vector<std::pair<std::string, std::string>> bench_facts(const std::string& commit);

/// Reason why figures of this build are not representative; empty: there is none.
std::string build_warning();

}  // namespace codeweaver::bench
