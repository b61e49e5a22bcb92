// Facts about the machine, and the memory use of this process.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace codeweaver::evaluate {

/// Processor, cores, vector units, memory, system, load, compiler and version: names and values in
/// output order. Unknown values are empty.
std::vector<std::pair<std::string, std::string>> machine_facts();

/// Average number of runnable threads over the last minute.
double load_average();

/// Peak and current resident set of this process, in MiB.
double peak_rss();
double current_rss();
/// Releases free heap pages and sets the peak to the current size. False: the kernel refuses, and
/// peak_rss() counts from the start of the process.
bool reset_peak_rss();

}  // namespace codeweaver::evaluate
