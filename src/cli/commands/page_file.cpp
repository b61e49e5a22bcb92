// Writes the file: a page that goes to the address at once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/commands/page_file.hpp"

#include <string_view>
#include <system_error>

#include "base/file.hpp"
#include "base/try.hpp"

namespace codeweaver::cli {
namespace {

/// Returns the text as part of an HTML attribute in double quotes.
std::string attribute_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '<') {
      out += "&lt;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string leading_to(const std::string& address) {
  const auto target = attribute_text(address);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<meta "
         "charset=\"utf-8\">\n<title>codeweaver</title>\n"
         "<meta http-equiv=\"refresh\" content=\"0; url=" +
         target + "\">\n<p><a href=\"" + target +
         "\">Open the page of codeweaver</a></p>\n</html>\n";
}

}  // namespace

Result<PageFile> PageFile::create(const std::string& address) {
  CODEWEAVER_ASSIGN(
      auto folder,
      ScratchFolder::make_in({}, "page", "Make the folder for temporary files (TMPDIR) writable."));
  std::error_code ignored;
  auto path = std::filesystem::absolute(folder.path(), ignored) / "open.html";
  CODEWEAVER_TRY(base::write_file_atomic(path, leading_to(address), base::Durability::kNone));
  return PageFile(std::move(folder), std::move(path));
}

}  // namespace codeweaver::cli
