// Relations: links from one part of an office document to other parts (ISO/IEC 29500-2).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "document/archive.hpp"

namespace codeweaver::document {

/// The targets of the links: names of parts. Links to other documents or addresses are left out.
struct Relations {
  std::map<std::string, std::string, std::less<>> by_id;    ///< "rId1"
  std::map<std::string, std::string, std::less<>> by_type;  ///< last word of the type; first wins

  /// The part of type `type`, or `otherwise`.
  std::string of_type(std::string_view type, std::string_view otherwise) const;
};

/// The relations of a part; empty if the archive has no list for it. An empty name means the
/// archive itself: its relation "officeDocument" is the main part. Errors: those of Archive::read()
/// and parse_xml().
Result<Relations> relations_of(Archive& archive, const std::string& part);

}  // namespace codeweaver::document
