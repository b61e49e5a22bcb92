// Which kinds of files that no language is known for could be indexed as text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "corpus/discovery.hpp"

namespace codeweaver::corpus {

/// The extensions of found.unknown whose files are text, by the first bytes of the files in
/// found.unknown_samples. Keys, certificates and drawings are not among them. In order of names.
/// Cost: reads 4 KiB of each sample.
std::vector<std::string> text_extensions(const std::filesystem::path& root, const Discovery& found);

}  // namespace codeweaver::corpus
