// Relations: reads "_rels/NAME.rels" of a part NAME.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/relations.hpp"

#include <filesystem>

#include "base/try.hpp"
#include "document/xml.hpp"

namespace codeweaver::document {
namespace {

// Limits for one part and for a target's name; no program writes more.
constexpr std::size_t kMaxRelations = 65'536, kMaxTargetBytes = 4096;

/// The part that `target` refers to from a list for a part in `folder`.
std::string part_at(const std::string& folder, std::string_view target) {
  if (target.starts_with('/')) return std::string(target.substr(1));
  return (std::filesystem::path(folder) / target).lexically_normal().generic_string();
}

}  // namespace

std::string Relations::of_type(std::string_view type, std::string_view otherwise) const {
  const auto found = by_type.find(type);
  return found == by_type.end() ? std::string(otherwise) : found->second;
}

Result<Relations> relations_of(Archive& archive, const std::string& part) {
  const auto slash = part.rfind('/');
  const auto folder = slash == std::string::npos ? std::string() : part.substr(0, slash + 1);
  const auto name = folder + "_rels/" + part.substr(folder.size()) + ".rels";
  Relations relations;
  CODEWEAVER_ASSIGN(auto text, archive.read(name));
  if (!text) return relations;
  CODEWEAVER_ASSIGN(const auto xml, parse_xml(*std::move(text), name, archive.budget()));
  std::size_t count = 0;
  for (const auto& node : xml.document_element().children()) {
    if (++count > kMaxRelations) break;
    const auto target = attribute(node, "Target");
    if (attribute(node, "TargetMode") == "External" || target.size() > kMaxTargetBytes) continue;
    const auto named = part_at(folder, target);
    const auto type = attribute(node, "Type");
    relations.by_id.emplace(attribute(node, "Id"), named);
    relations.by_type.emplace(type.substr(type.rfind('/') + 1), named);
  }
  return relations;
}

}  // namespace codeweaver::document
