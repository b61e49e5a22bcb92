// DOCX and PPTX in a build without libzip and pugixml.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/docx.hpp"
#include "document/errors.hpp"
#include "document/pptx.hpp"

namespace codeweaver::document {

Result<std::string> docx_to_markdown(std::string_view /*bytes*/, const Limits& /*limits*/) {
  return no_office_reader();
}

Result<std::string> pptx_to_markdown(std::string_view /*bytes*/, const Limits& /*limits*/) {
  return no_office_reader();
}

}  // namespace codeweaver::document
