// Archives for tests, such as a minimal Word document.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <zip.h>

#include <map>
#include <string>

namespace codeweaver::document {

/// The bytes of an archive with these parts.
inline std::string archive_of(const std::map<std::string, std::string>& parts) {
  zip_error_t error{};
  zip_source_t* target = ::zip_source_buffer_create(nullptr, 0, 0, &error);
  zip_t* zip = ::zip_open_from_source(target, ZIP_TRUNCATE, &error);
  ::zip_source_keep(target);
  for (const auto& [name, text] : parts) {
    zip_source_t* source = ::zip_source_buffer(zip, text.data(), text.size(), 0);
    ::zip_file_add(zip, name.c_str(), source, ZIP_FL_OVERWRITE);
  }
  ::zip_close(zip);
  zip_stat_t size;
  ::zip_source_stat(target, &size);
  std::string bytes(size.size, '\0');
  ::zip_source_open(target);
  ::zip_source_read(target, bytes.data(), bytes.size());
  ::zip_source_close(target);
  ::zip_source_free(target);
  return bytes;
}

/// A Word document of this body.
inline std::string word_document(const std::string& body, const std::string& styles = "") {
  std::map<std::string, std::string> parts{
      {"word/document.xml", "<w:document xmlns:w='w'><w:body>" + body + "</w:body></w:document>"}};
  if (!styles.empty()) parts["word/styles.xml"] = "<w:styles xmlns:w='w'>" + styles + "</w:styles>";
  return archive_of(parts);
}

}  // namespace codeweaver::document
