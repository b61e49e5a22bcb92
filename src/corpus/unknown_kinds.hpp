// Finds file kinds without a language that could be indexed as text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "corpus/discovery.hpp"

namespace codeweaver::corpus {

/// Returns the extensions of found.unknown that belong to text files, judged by the first bytes of
/// found.unknown_samples; sorted. Excludes keys, certificates and drawings. Cost: reads 4 KiB of
/// each sample.
std::vector<std::string> text_extensions(const std::filesystem::path& root, const Discovery& found);

}  // namespace codeweaver::corpus
