// Reads and creates the token of a server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/api/server_token.hpp"

#include <algorithm>

#include "base/file.hpp"
#include "base/private_files.hpp"
#include "base/try.hpp"
#include "service/hosting/page_access.hpp"

namespace codeweaver::service {
namespace {

constexpr std::size_t kTokenBytes = 32;  // random; 256 bits cannot be guessed
constexpr std::size_t kFewestCharacters = 16;
constexpr std::uint64_t kMostBytes = 4096;

Result<std::string> read_token(const std::filesystem::path& file) {
  auto text = base::read_file(file, kMostBytes);
  if (!text) return text;
  base::make_private(file);
  constexpr std::string_view kSpace = " \t\r\n";
  const auto first = text->find_first_not_of(kSpace);
  if (first != std::string::npos)
    *text = text->substr(first, text->find_last_not_of(kSpace) - first + 1);
  const bool is_visible = std::ranges::all_of(*text, [](char c) { return c > ' ' && c < 127; });
  if (text->size() >= kFewestCharacters && is_visible) return text;
  return Error{ErrorCategory::kInvalidArgument, "INVALID_TOKEN",
               "'" + file.string() + "' has no token of at least " +
                   std::to_string(kFewestCharacters) + " visible ASCII characters",
               "reading the server's token", "Delete the file; a new token will be created."};
}

}  // namespace

Result<std::string> server_token(const std::filesystem::path& file) {
  auto token = read_token(file);
  if (token || token.error().category != ErrorCategory::kNotFound) return token;
  CODEWEAVER_TRY(base::make_private_folder(file.parent_path()));
  CODEWEAVER_TRY(base::write_file_atomic(file, random_digits(kTokenBytes) + "\n"));
  return read_token(file);  // if two servers start at once, both use the token written last
}

}  // namespace codeweaver::service
