// The header of a snapshot as JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/snapshot/snapshot_head.hpp"

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "json/integer.hpp"
#include "json/members.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"

namespace codeweaver::engine {
namespace {

json::Value part_json(const SnapshotPart& part) {
  return json::Object{{"contents", part.contents},
                      {"packed", part.packed},
                      {"unpacked", part.unpacked},
                      {"sha256", part.sha256}};
}

/// Reads members; ok() is false after the first invalid one.
class HeadReader {
 public:
  explicit HeadReader(const json::Value& value) : value_(value) {}

  bool ok() const noexcept { return ok_; }
  std::string text(std::string_view key) {
    if (const auto* text = json::text_in(value_, key)) return *text;
    ok_ = false;
    return {};
  }
  std::size_t number(std::string_view key) {
    const auto* found = value_.find(key);
    const auto integer = found == nullptr ? std::nullopt : json::as_integer(*found);
    if (integer && *integer >= 0) return static_cast<std::size_t>(*integer);
    ok_ = false;
    return 0;
  }
  const json::Array& list(std::string_view key) {
    static const json::Array kNoItems;
    if (const auto* list = json::list_in(value_, key)) return *list;
    ok_ = false;
    return kNoItems;
  }
  SnapshotPart part(const json::Value& value) {
    HeadReader in(value);
    SnapshotPart part{in.number("contents"), in.number("packed"), in.number("unpacked"),
                      in.text("sha256")};
    ok_ = ok_ && in.ok();
    return part;
  }
  SnapshotPart part_at(std::string_view key) {
    const auto* found = value_.find(key);
    if (found != nullptr) return part(*found);
    ok_ = false;
    return {};
  }

 private:
  const json::Value& value_;
  bool ok_ = true;
};

}  // namespace

std::string head_text(const SnapshotHead& head) {
  json::Value bases = json::Array{}, parts = json::Array{};
  for (const auto& base : head.bases) bases.push_back(base);
  for (const auto& part : head.parts) parts.push_back(part_json(part));
  return json::dump(json::Object{{"program", "codeweaver"},
                                 {"version", head.version},
                                 {"settings", head.settings},
                                 {"model", head.model},
                                 {"tree", head.tree},
                                 {"bases", std::move(bases)},
                                 {"files", head.files},
                                 {"contents", head.contents},
                                 {"chunks", head.chunks},
                                 {"directory", part_json(head.directory)},
                                 {"parts", std::move(parts)}});
}

Result<SnapshotHead> read_head(std::string_view text) {
  const auto value = json::parse(text);
  if (!value) return corrupt_snapshot("its header is not valid JSON");
  HeadReader in(*value);
  SnapshotHead head;
  head.version = in.text("version");
  head.settings = in.text("settings");
  head.model = in.text("model");
  head.tree = in.text("tree");
  for (const auto& base : in.list("bases"))
    head.bases.push_back(base.is_string() ? *base.if_string() : std::string());
  head.files = in.number("files");
  head.contents = in.number("contents");
  head.chunks = in.number("chunks");
  head.directory = in.part_at("directory");
  for (const auto& part : in.list("parts")) head.parts.push_back(in.part(part));
  if (!in.ok()) return corrupt_snapshot("its header is incomplete");
  return head;
}

Error corrupt_snapshot(std::string_view what) {
  return {ErrorCategory::kCorruption, error_code::kSnapshotCorrupt,
          "The snapshot is damaged: " + std::string(what), "reading a snapshot",
          "Download it again, or index the project without it. Nothing was changed."};
}

}  // namespace codeweaver::engine
