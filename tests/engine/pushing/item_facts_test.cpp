// Tests of the facts and names of pushed items.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/pushing/item_facts.hpp"

#include <doctest/doctest.h>

#include "engine/content/file_processor.hpp"
#include "engine/pushing/item_file.hpp"
#include "engine/pushing/pushed_item.hpp"
#include "engine/state/item_path.hpp"
#include "store/database/records.hpp"

namespace codeweaver::engine {

TEST_CASE("items: where they are, when they were seen, and what they are called") {
  auto item = item_called("func:open", "def open():\n    pass\n");
  CHECK(described(item, {}).language == "python");
  item.language = "ruby";
  CHECK(described(item, {}).language == "ruby");
  CHECK(captured_ns(item) == 1'771'588'800'500'000'000);
  item.source_audit.captured_at = "yesterday";
  CHECK(captured_ns(item) == 0);
  CHECK(read_item_path(path_of(item)).node_id == "func:open");
  CHECK(meta_text(item) == R"({"module":"atlas"})");
  const store::ItemRecord record{item.node_id, path_of(item), "", "function", meta_text(item), ""};
  CHECK(facts_of(record, "python") == facts_of(record, "python"));
  CHECK(facts_of(record, "python") != facts_of(record, "ruby"));

  ProcessedFile processed;
  processed.content.emplace();
  processed.content->chunks.resize(2);
  processed.content->chunks[0].symbol = "open";
  processed.content->chunks[1].symbol = "open.inner";
  const auto key = processed.content->key;
  name_content(processed, "zebra.Gate.open", "function");
  CHECK(processed.content->chunks[0].symbol == "zebra.Gate.open");
  CHECK(processed.content->chunks[1].symbol == "zebra.Gate.open.inner");
  CHECK(processed.content->key != key);
}

}  // namespace codeweaver::engine
