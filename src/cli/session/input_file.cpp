// Reads the input of a command: a file or standard input.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/session/input_file.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "codeweaver/error_codes.hpp"

namespace codeweaver::cli {

Result<std::shared_ptr<std::ifstream>> open_input(const std::filesystem::path& folder,
                                                  const std::string& name) {
  const auto file = name == "-" ? std::filesystem::path("/dev/stdin") : folder / name;
  auto in = std::make_shared<std::ifstream>(file, std::ios::binary);
  std::error_code ignored;
  if (!*in || std::filesystem::is_directory(file, ignored))
    return Error{ErrorCategory::kNotFound, error_code::kPathNotFound,
                 "Cannot read " + file.string(), "reading the input", "Check the path."};
  return in;
}

std::string read_up_to(std::istream& in, std::size_t limit) {
  std::string text;
  std::string buffer(64 << 10, '\0');
  while (text.size() < limit && in) {
    in.read(buffer.data(), static_cast<std::streamsize>(std::min(buffer.size(), limit)));
    text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
  }
  return text;
}

json::ByteSource bytes_of(std::shared_ptr<std::ifstream> in) {
  return [in = std::move(in)](std::span<char> buffer) -> Result<std::size_t> {
    in->read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    return static_cast<std::size_t>(in->gcount());
  };
}

}  // namespace codeweaver::cli
