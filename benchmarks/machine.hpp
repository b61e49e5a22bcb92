// Facts about the machine and the build.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace codeweaver::bench {

/// Names and values, in the order to print. `commit` empty: that of the checkout when configured.
std::vector<std::pair<std::string, std::string>> bench_facts(const std::string& commit);

/// Why figures of this build mean little; empty: they mean what they say.
std::string build_warning();

}  // namespace codeweaver::bench
