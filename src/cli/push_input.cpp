// A push batch out of a file: a document, or a stream of lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/push_input.hpp"

#include <algorithm>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "json/push_stream.hpp"
#include "json/push_types.hpp"

namespace codeweaver::cli {
namespace {

/// Up to `limit` bytes.
std::string read_up_to(std::istream& in, std::size_t limit) {
  std::string text;
  std::string buffer(64 << 10, '\0');
  while (text.size() < limit && in) {
    in.read(buffer.data(), static_cast<std::streamsize>(std::min(buffer.size(), limit)));
    text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
  }
  return text;
}

}  // namespace

Result<PushInput> open_push(const std::filesystem::path& file, bool is_stream) {
  const auto in = std::make_shared<std::ifstream>(file, std::ios::binary);
  std::error_code ignored;
  if (!*in || std::filesystem::is_directory(file, ignored))
    return Error{ErrorCategory::kNotFound, "PATH_NOT_FOUND", "Cannot read " + file.string(),
                 "reading a push batch", "Check the path."};
  if (!is_stream) {
    auto batch = json::read_push_batch(read_up_to(*in, PushLimits::kBatchBytes + 1));
    if (!batch) return batch.error();
    auto envelope = batch->envelope;
    return PushInput{std::move(envelope), entries_of(std::move(*batch))};
  }
  auto stream = json::PushStream::open([in](std::span<char> buffer) -> Result<std::size_t> {
    in->read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    return static_cast<std::size_t>(in->gcount());
  });
  if (!stream) return stream.error();
  const auto lines = std::make_shared<json::PushStream>(std::move(*stream));
  return PushInput{lines->envelope(), [lines] { return lines->next(); }};
}

}  // namespace codeweaver::cli
