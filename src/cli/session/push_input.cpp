// Reads a push batch from a file: one JSON document, or one item per line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/session/push_input.hpp"

#include <memory>
#include <utility>

#include "base/try.hpp"
#include "cli/session/input_file.hpp"
#include "json/push_stream.hpp"
#include "json/push_types.hpp"

namespace codeweaver::cli {
Result<PushInput> open_push(const std::filesystem::path& folder, const std::string& file,
                            bool is_stream) {
  CODEWEAVER_ASSIGN(const auto in, open_input(folder, file));
  if (!is_stream) {
    CODEWEAVER_ASSIGN(auto batch,
                      json::read_push_batch(read_up_to(*in, PushLimits::kBatchBytes + 1)));
    auto envelope = batch.envelope;
    return PushInput{std::move(envelope), entries_of(std::move(batch))};
  }
  CODEWEAVER_ASSIGN(auto stream, json::PushStream::open(bytes_of(in)));
  const auto lines = std::make_shared<json::PushStream>(std::move(stream));
  return PushInput{lines->envelope(), [lines] { return lines->next(); }};
}

}  // namespace codeweaver::cli
