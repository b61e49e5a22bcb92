// What stores keep of a record beside the record, so that filters can be asked of them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/vector_store.hpp"

namespace codeweaver::remote {

/// What RecordFilter::extension is compared with.
std::string extension_of(std::string_view path);

/// The path itself and each folder above it: what RecordFilter::directory is looked for in.
std::vector<std::string> directories_of(std::string_view path);

/// Which paths a filter's patterns admit, where it has some: patterns are matched here, as no
/// store knows gitignore(5). nullopt: it has none. `all_paths` lists those that records have.
Result<std::optional<std::vector<std::string>>> paths_of(
    const RecordFilter& filter, const std::function<Result<std::vector<std::string>>()>& all_paths);

/// A record without vectors as JSON, and back. Errors of reading: kCorruption "INVALID_RECORD".
std::string record_text(const VectorRecord& record);
Result<VectorRecord> parse_record(std::string_view text);

}  // namespace codeweaver::remote
