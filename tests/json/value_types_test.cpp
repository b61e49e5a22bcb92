// Value types as JSON: layout, round trips, refusals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/value_types.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "codeweaver/hybrid_searcher.hpp"
#include "json/random_value.hpp"
#include "json/writer.hpp"

namespace codeweaver::json {
namespace {

/// Random values of every type, fields absent as often as present.
class RandomTypes {
 public:
  explicit RandomTypes(std::uint64_t seed) : random_(seed) {}

  Span span() {
    const auto start = static_cast<std::uint32_t>(1 + random_.below(1000));
    return {start, start + static_cast<std::uint32_t>(random_.below(50))};
  }
  Uuid uuid() {
    Uuid id;
    for (auto& byte : id.bytes) byte = static_cast<std::uint8_t>(random_.below(256));
    return id;
  }
  CodeChunk chunk() {
    CodeChunk chunk;
    chunk.content = "x" + random_.text();
    chunk.line_range = span();
    chunk.file_path = random_.text();
    if (coin()) chunk.language = "python";
    chunk.source = static_cast<ChunkSource>(random_.below(3));
    if (coin()) chunk.ext_kind = ExtKind{random_.text(), "code"};
    chunk.timestamp = random_.number();
    if (coin()) chunk.chunk_id = uuid();
    if (coin()) chunk.parent_id = uuid();
    while (coin()) chunk.metadata[random_.text()] = random_.text();
    if (coin()) chunk.chunk_name = random_.text();
    chunk.semantic_class = static_cast<SemanticClass>(random_.below(kSemanticClassCount));
    if (coin()) chunk.dense = floats();
    if (coin()) {
      chunk.sparse = SparseVector{{}, floats()};
      for (std::size_t i = 0; i < chunk.sparse->weights.size(); ++i)
        chunk.sparse->ids.push_back(static_cast<std::uint32_t>(random_.below(1ULL << 32)));
    }
    return chunk;
  }
  DiscoveredFile file() {
    DiscoveredFile file;
    if (coin()) file.absolute_path = "/" + random_.text();
    file.path = random_.text();
    if (coin()) file.language = "rust";
    file.size_bytes = random_.below(1ULL << 40);
    file.last_modified = random_.number();
    file.ext_kind = {random_.text(), "docs"};
    file.is_test = coin();
    file.is_generated = coin();
    if (coin()) file.content_hash = "06b05ab6733a618578af5f94892f3950";
    return file;
  }
  QueryIntent intent() {
    return {static_cast<IntentType>(random_.below(kIntentTypeCount)), share(),
            "because " + random_.text(), texts(), static_cast<QueryComplexity>(random_.below(3))};
  }
  Audit audit() {
    Audit audit;
    for (auto text : {&Audit::node_id, &Audit::project, &Audit::name_space, &Audit::git_commit,
                      &Audit::source_captured_at, &Audit::indexed_at, &Audit::vector_backend})
      if (coin()) audit.*text = random_.text();
    if (coin()) audit.git_dirty = coin();
    return audit;
  }
  CodeMatch match() {
    CodeMatch match;
    match.file = file();
    match.content = chunk();
    match.span = match.content.line_range;
    match.relevance_score = share();
    match.similarity = share();
    for (auto score : {&CodeMatch::dense_score, &CodeMatch::sparse_score, &CodeMatch::rerank_score,
                       &CodeMatch::semantic_score})
      if (coin()) match.*score = share();
    match.match_type = static_cast<MatchType>(random_.below(4));
    match.related_symbols = texts();
    match.context_before = texts();
    match.context_after = texts();
    if (coin()) match.callers = {.total = random_.below(9), .tests = random_.below(3)};
    match.audit = audit();
    match.explanation = texts();
    return match;
  }
  FindCodeResponseSummary response() {
    FindCodeResponseSummary response;
    while (coin()) response.matches.push_back(match());
    response.summary = random_.text();
    if (coin()) response.query_intent = intent();
    response.total_matches = random_.below(1000);
    response.total_results = response.matches.size();
    response.token_count = random_.below(1000);
    response.execution_time_ms = share();
    while (coin())
      response.search_strategy.push_back(static_cast<SearchStrategy>(random_.below(5)));
    response.languages_found = texts();
    response.warnings = texts();
    response.suggestions = texts();
    if (coin()) {
      response.interpreted_query = 'q' + random_.text();
      response.exact_files = random_.below(1000);
    }
    response.searched_chunks = random_.below(1000);
    response.searched_files = random_.below(1000);
    response.generation = random_.below(1000);
    return response;
  }

 private:
  bool coin() { return random_.below(2) == 0; }
  double share() { return static_cast<double>(random_.below(1001)) / 1000; }
  std::vector<float> floats() {
    std::vector<float> numbers;
    for (auto count = random_.below(6); count > 0; --count)
      numbers.push_back(std::nextafter(static_cast<float>(share()), coin() ? 1.0F : 0.0F));
    return numbers;
  }
  std::vector<std::string> texts() {
    std::vector<std::string> list;
    for (auto count = random_.below(4); count > 0; --count) list.push_back(random_.text());
    return list;
  }

  test::RandomValues random_;
};

/// Through text and back.
template <class T>
T back(const T& value) {
  const auto parsed = parse(dump(to_json(value)));
  REQUIRE(parsed);
  auto read_value = from_json<T>(*parsed);
  if (!read_value) FAIL(read_value.error().message());
  return *std::move(read_value);
}

CodeChunk small_chunk() {
  CodeChunk chunk;
  chunk.content = "def f(): ...";
  chunk.line_range = {12, 45};
  chunk.file_path = "src/pool.py";
  return chunk;
}

}  // namespace

TEST_CASE("value types: chunks, files, intents and audits come back equal") {
  RandomTypes random(20261121);
  for (int round = 0; round < 1000; ++round) {
    const Span span = random.span();
    CHECK(back(span) == span);
    const CodeChunk chunk = random.chunk();
    CHECK(back(chunk) == chunk);
    const DiscoveredFile file = random.file();
    CHECK(back(file) == file);
    const QueryIntent intent = random.intent();
    CHECK(back(intent) == intent);
    const Audit audit = random.audit();
    CHECK(back(audit) == audit);
  }
}

TEST_CASE("value types: matches and answers come back with the same JSON") {
  RandomTypes random(7);
  for (int round = 0; round < 300; ++round) {
    const CodeMatch match = random.match();
    CHECK(dump(to_json(back(match))) == dump(to_json(match)));
    const FindCodeResponseSummary response = random.response();
    CHECK(dump(to_json(back(response))) == dump(to_json(response)));
  }
}

TEST_CASE("value types: a definition found by name comes back equal") {
  const SymbolMatch symbol{"acquire", "Pool.acquire", "method", "src/pool.py", {3, 9}};
  const auto again = from_json<SymbolMatch>(to_json(symbol));
  REQUIRE(again);
  CHECK(again->name == symbol.name);
  CHECK(again->qualified_name == symbol.qualified_name);
  CHECK(again->kind == symbol.kind);
  CHECK(again->path == symbol.path);
  CHECK(again->lines == symbol.lines);
  CHECK_FALSE(from_json<SymbolMatch>(Value(Object{{"name", "acquire"}})));
}

TEST_CASE("value types: a chunk shows what it has, in a fixed order") {
  CodeChunk chunk = small_chunk();
  CHECK(
      dump(to_json(chunk)) ==
      R"({"content":"def f(): ...","line_range":[12,45],"file_path":"src/pool.py",)"
      R"("source":"text_block","timestamp":0.0,"metadata":{},"semantic_class":"definition_data"})");
  chunk.language = "python";
  chunk.source = ChunkSource::kAstNode;
  chunk.ext_kind = ExtKind{"py", "code"};
  chunk.timestamp = 1.5;
  chunk.chunk_id = *Uuid::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  chunk.parent_id = Uuid{};
  chunk.metadata = {{"page", "3"}};
  chunk.chunk_name = "pool.py:f";
  chunk.semantic_class = SemanticClass::kDefinitionCallable;
  chunk.dense = {0.1F, -1};
  chunk.sparse = SparseVector{{7}, {0.5F}};
  CHECK(dump(to_json(chunk)) ==
        R"({"content":"def f(): ...","line_range":[12,45],"file_path":"src/pool.py",)"
        R"("language":"python","source":"ast_node","ext_kind":{"extension":"py",)"
        R"("category":"code"},"timestamp":1.5,"chunk_id":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",)"
        R"("parent_id":"00000000-0000-0000-0000-000000000000","metadata":{"page":"3"},)"
        R"("chunk_name":"pool.py:f","semantic_class":"definition_callable",)"
        R"("embeddings":{"dense":[0.1,-1.0],"sparse":{"ids":[7],"weights":[0.5]}}})");
}

TEST_CASE("value types: an answer has the layout of the specification") {
  FindCodeResponseSummary response;
  CodeMatch& match = response.matches.emplace_back();
  match.file.path = "src/pool.py";
  match.file.absolute_path = "/srv/src/pool.py";
  match.file.language = "python";
  match.content = small_chunk();
  match.span = match.content.line_range;
  match.relevance_score = 0.94;
  match.sparse_score = 0.5;
  match.audit.name_space = "demo/code_search/ast";
  response.summary = "Found 1 pool";
  response.query_intent = QueryIntent{IntentType::kImplement, 0.9, "word", {}, {}};
  response.search_strategy = {SearchStrategy::kHybridSearch, SearchStrategy::kSemanticRerank};
  response.languages_found = {"python"};
  const Value json = to_json(response);
  CHECK(*json.find("query_intent") == Value("implement"));
  CHECK(*json.find("search_strategy") == Value(Array{"hybrid_search", "semantic_rerank"}));
  CHECK(json.find("suggestions") == nullptr);
  const Value& first = json.find("matches")->if_array()->front();
  CHECK(*first.find("file")->find("path") == Value("src/pool.py"));
  CHECK(*first.find("file")->find("absolute_path") == Value("/srv/src/pool.py"));
  CHECK(dump(*first.find("span")) == "[12,45]");
  CHECK(*first.find("match_type") == Value("semantic"));
  CHECK(*first.find("sparse_score") == Value(0.5));
  CHECK(first.find("dense_score") == nullptr);
  CHECK(*first.find("audit")->find("namespace") == Value("demo/code_search/ast"));
}

TEST_CASE("value types: what does not fit is refused by name") {
  struct Row {
    const char* key;
    Value value;
    const char* cause;
  };
  const Row rows[] = {
      {"line_range", 5, "CodeChunk.line_range: expected [start, end], found integer"},
      {"line_range", Array{9, 3}, "CodeChunk.line_range: Invalid line range: [9, 3]"},
      {"line_range", Array{-1, 3}, "CodeChunk.line_range: expected [start, end], found array"},
      {"line_range", Array{1, 1LL << 32}, "CodeChunk.line_range: expected [start, end]"},
      {"source", "SEMANTIC", "CodeChunk.source: unknown name 'SEMANTIC'"},
      {"file_path", nullptr, "CodeChunk.file_path: expected a text, found null"},
      {"chunk_id", "1234", "CodeChunk.chunk_id: expected a UUID, found string"},
      {"content", "", "Chunk content is empty"},
      {"metadata", Object{{"a", 1}}, "CodeChunk.metadata: expected a text, found integer"},
      {"embeddings", Object{{"dense", Array{"x"}}},
       "CodeChunk.embeddings.dense: expected a number, found string"}};
  for (const Row& row : rows) {
    Value json = to_json(small_chunk());
    json.set(row.key, row.value);
    const auto chunk = from_json<CodeChunk>(json);
    REQUIRE_FALSE(chunk);
    CHECK(chunk.error().category == ErrorCategory::kInvalidArgument);
    CHECK(chunk.error().cause.starts_with(row.cause));
  }
  CHECK(from_json<CodeChunk>(Object{}).error().cause == "CodeChunk.content: is missing");
  CHECK(from_json<CodeChunk>("text").error().cause ==
        "CodeChunk: expected an object, found string");
}

TEST_CASE("value types: a match must agree with itself") {
  RandomTypes random(3);
  const Value good = to_json(random.match());
  CHECK(from_json<CodeMatch>(good).has_value());
  Value bad = good;
  CHECK_FALSE(from_json<CodeMatch>(bad.set("span", Array{5000, 5001})));
  bad = good;
  CHECK_FALSE(from_json<CodeMatch>(bad.set("relevance_score", 1.01)));
  bad = good;
  CHECK_FALSE(from_json<CodeMatch>(bad.set("match_type", "exact")));
}

}  // namespace codeweaver::json
