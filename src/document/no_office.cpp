// What a build without libzip and pugixml says of DOCX and PPTX.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/error_codes.hpp"
#include "document/docx.hpp"
#include "document/pptx.hpp"

namespace codeweaver::document {
namespace {

Error no_office_reader() {
  return {ErrorCategory::kUnsupported, error_code::kNoOfficeReader,
          "This build reads no documents of Word and PowerPoint", "reading a document",
          "Build with CODEWEAVER_OFFICE=ON, or exclude it."};
}

}  // namespace

Result<std::string> docx_to_markdown(std::string_view /*bytes*/, const Limits& /*limits*/) {
  return no_office_reader();
}

Result<std::string> pptx_to_markdown(std::string_view /*bytes*/, const Limits& /*limits*/) {
  return no_office_reader();
}

}  // namespace codeweaver::document
