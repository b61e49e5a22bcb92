// Facts about the machine, and the memory this process uses.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace codeweaver::evaluate {

/// Processor, cores, vector units, memory, system, load, compiler and version: names and values in
/// the order to print. What the system does not tell is empty.
std::vector<std::pair<std::string, std::string>> machine_facts();

/// Runnable threads over the last minute.
double load_average();

/// Peak and current resident set of this process, MiB.
double peak_rss();
double current_rss();
/// Gives free heap pages back and makes the current size the peak. False: the kernel refuses, and
/// peak_rss() counts from the start of the process.
bool reset_peak_rss();

}  // namespace codeweaver::evaluate
