// A source tree made up from a seed, so that benchmarks run anywhere.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>

namespace codeweaver::bench {

/// Writes `files` source files in five languages below `root`: the same bytes every time, about
/// 7 kB each, with documented functions whose names and words follow Zipf's law.
/// Throws std::runtime_error when the disk refuses.
void write_generated_tree(const std::filesystem::path& root, std::size_t files);

}  // namespace codeweaver::bench
