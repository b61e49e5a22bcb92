// Facts about the machine and the build, and the memory this process used.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace codeweaver::bench {

/// Names and values, in the order to print. `commit` empty: that of the checkout when configured.
std::vector<std::pair<std::string, std::string>> machine_facts(const std::string& commit);

/// Why figures of this build mean little; empty: they mean what they say.
std::string build_warning();

/// Runnable threads over the last minute.
double load_average();

/// Peak and current resident set of this process, MiB.
double peak_rss();
double current_rss();
/// Gives free heap pages back and makes the current size the peak. False: the kernel refuses, and
/// peak_rss() counts from the start of the process.
bool reset_peak_rss();

}  // namespace codeweaver::bench
