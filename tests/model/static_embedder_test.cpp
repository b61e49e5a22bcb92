// The static model: damage, determinism, pooling arithmetic and a small ranking.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "codeweaver/embedder.hpp"
#include "model/static_model.hpp"
#include "model/static_model_format.hpp"
#include "model/static_model_writer.hpp"
#include "model/subwords.hpp"

using namespace codeweaver;
using namespace codeweaver::model;

namespace {

const std::filesystem::path kWeights =
    std::filesystem::path(CODEWEAVER_SOURCE_DIR) / "models" / "static-code-3.bin";

const std::filesystem::path kSource =
    std::filesystem::path(CODEWEAVER_SOURCE_DIR) / "tests/model/static_embedder_test.cpp";

std::string tiny_model(std::size_t words = 5, std::size_t dimension = 8) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> value(-1, 1);
  const std::vector<std::string> names{"parse", "json", "file", "con", "fig", "http", "zero"};
  std::vector<float> vectors(words * dimension);
  for (float& v : vectors) v = value(random);
  return static_model_bytes("tiny", {names.begin(), names.begin() + static_cast<long>(words)},
                            vectors);
}

std::shared_ptr<const Embedder> built_in() {
  auto embedder = make_static_embedder();
  REQUIRE(embedder);
  return *embedder;
}

std::vector<float> embed(const Embedder& embedder, std::string_view text) {
  std::vector<float> out(embedder.info().dimension);
  REQUIRE(embedder.embed_documents(std::span(&text, 1), out));
  return out;
}

std::vector<float> embed_question(const Embedder& embedder, std::string_view text) {
  std::vector<float> out(embedder.info().dimension);
  REQUIRE(embedder.embed_query(text, out));
  return out;
}

float dot(std::span<const float> a, std::span<const float> b) {
  float sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

std::uint32_t below(std::mt19937& random, std::uint32_t limit) {
  return static_cast<std::uint32_t>(random() % limit);
}

/// A header with another field, and the checksum that goes with it.
std::string resealed(std::string file) {
  StaticModelHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  header.checksum = 0;
  const std::string_view head(reinterpret_cast<const char*>(&header), sizeof header);
  const std::string_view body = std::string_view(file).substr(sizeof header);
  header.checksum = base::hash64(body, base::hash64(head));
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

std::vector<std::uint32_t> numbers(const StaticModel& model, std::string_view text) {
  std::vector<std::uint32_t> result;
  for_each_word_number(
      text, [&](std::string_view word) { return model.find(word); },
      [&](std::uint32_t number) { result.push_back(number); });
  return result;
}

/// Text of the model's words in all cases, glued and apart, among digits, other scripts and noise.
std::string generated_text(std::mt19937& random, const StaticModel& words, std::size_t count) {
  static constexpr std::string_view kGlue[] = {"",   "",   "_", " ",    "\n",
                                               "::", "42", "é", "XYZs", "\xff"};
  std::string text;
  for (; count > 0; --count) {
    // 36,000 words; the frequent ones, which come first, more often.
    std::string word(words.word(below(random, 1U << below(random, 16))));
    const std::uint32_t style = below(random, 6);
    for (std::size_t i = 0; i < word.size(); ++i)
      if ((style == 0 || (style == 1 && i == 0)) && word[i] >= 'a' && word[i] <= 'z') word[i] -= 32;
    if (style == 2) word.resize(1 + below(random, static_cast<std::uint32_t>(word.size())));
    if (style == 3) {
      const char letter = static_cast<char>('a' + below(random, 26));
      word.append(below(random, 20), letter);
    }
    text += word;
    text += kGlue[below(random, std::size(kGlue))];
  }
  return text;
}

}  // namespace

TEST_CASE("static model: the committed weights pass every check and are those built in") {
  const auto file = StaticModel::open(kWeights);
  REQUIRE(file);
  const auto& embedded = StaticModel::embedded();
  REQUIRE(embedded);
  CHECK(file->name() == "static-code-3");
  CHECK(embedded->vocabulary() == file->vocabulary());
  CHECK(embedded->dimension() == file->dimension());
  CHECK(std::memcmp(embedded->vectors(), file->vectors(), file->vocabulary() * file->dimension()) ==
        0);
  for (std::uint32_t i = 0; i < file->vocabulary(); ++i) REQUIRE(file->find(file->word(i)) == i);
  CHECK(std::filesystem::file_size(kWeights) < 20'000'000);
}

TEST_CASE("static model: the one built in is checked once a process") {
  CHECK(&StaticModel::embedded() == &StaticModel::embedded());
}

TEST_CASE("static model: a file cut at any length is refused") {
  const std::string file = tiny_model();
  REQUIRE(StaticModel::from_bytes(file, "whole"));
  for (std::size_t length = 0; length < file.size(); ++length) {
    const auto model = StaticModel::from_bytes(std::string_view(file).substr(0, length), "cut");
    REQUIRE_FALSE(model);
    CHECK(model.error().category == ErrorCategory::kCorruption);
  }
}

TEST_CASE("static model: any flipped bit is noticed") {
  const std::string file = tiny_model();
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    std::string damaged = file;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    const auto model = StaticModel::from_bytes(damaged, "flipped");
    REQUIRE_FALSE(model);
    CHECK(model.error().category == ErrorCategory::kCorruption);
  }
}

TEST_CASE("static model: a forged table with a right checksum never reads outside the file") {
  const std::string file = tiny_model();
  const std::size_t header_numbers = offsetof(StaticModelHeader, version);
  std::mt19937 random(11);
  std::size_t accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string forged = file;
    for (std::uint32_t edits = 1 + below(random, 3); edits > 0; --edits) {
      const std::size_t at = header_numbers + 4 * (random() % ((file.size() - header_numbers) / 4));
      const std::uint32_t value = below(random, 4) == 0 ? 0xFFFFFFFFU : below(random, 70);
      std::memcpy(forged.data() + at, &value, sizeof value);
    }
    const std::string sealed = resealed(forged);
    const auto model = StaticModel::from_bytes(sealed, "forged");
    if (!model) continue;
    ++accepted;
    TextPooler pooler(*model);
    std::vector<float> out(model->dimension());
    pooler.add("parseJsonFile unknown words http zero");
    pooler.finish(out);
  }
  CHECK(accepted > 0);
}

TEST_CASE("static embedder: a missing file and another kind of file are told apart") {
  const auto missing = make_static_embedder("/nonexistent/model.bin");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().category == ErrorCategory::kNotFound);
  const auto source = make_static_embedder(kSource);
  REQUIRE_FALSE(source);
  CHECK(source.error().category == ErrorCategory::kCorruption);
  CHECK(source.error().cause.find("static_embedder_test") != std::string::npos);
}

TEST_CASE("static embedder: rows have length 1, a text without a known word has a zero row") {
  const auto embedder = built_in();
  CHECK(embedder->info().provider == "codeweaver");
  CHECK_FALSE(embedder->info().is_remote);
  const std::vector<std::string_view> texts{"open the configuration file", "", "$%& \n\t",
                                            "int main(void) { return 0; }"};
  const std::size_t dimension = embedder->info().dimension;
  std::vector<float> out(texts.size() * dimension, 5.0F);
  REQUIRE(embedder->embed_documents(texts, out));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto row = std::span(out).subspan(i * dimension, dimension);
    const bool empty = i == 1 || i == 2;
    CHECK(std::sqrt(dot(row, row)) == doctest::Approx(empty ? 0.0 : 1.0).epsilon(1e-5));
  }
  std::vector<float> short_out(3);
  const auto refused = embedder->embed_documents(texts, short_out);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().category == ErrorCategory::kInvalidArgument);
}

TEST_CASE("static embedder: an output that has no place for the vectors is refused") {
  const auto embedder = make_static_embedder();
  REQUIRE(embedder);
  const std::vector<std::string_view> texts{"one", "two"};
  std::vector<float> out((*embedder)->info().dimension);
  const auto done = (*embedder)->embed_documents(texts, out);
  REQUIRE(!done);
  CHECK(done.error().code == "EMBED_OUTPUT_SIZE");
}

TEST_CASE("static model: pooling is the sum of sqrt(count) * scale * row") {
  const std::string file = tiny_model();
  const auto model = StaticModel::from_bytes(file, "tiny");
  REQUIRE(model);
  std::vector<double> expected(8);
  const auto add = [&](std::string_view word, double count) {
    const std::uint32_t row = model->find(word);
    REQUIRE(row != kUnknownWord);
    for (std::size_t d = 0; d < 8; ++d)
      expected[d] += std::sqrt(count) * model->scale(row) * model->vectors()[row * 8 + d];
  };
  add("parse", 3);
  add("json", 1);
  double length = 0;
  for (const double value : expected) length += value * value;

  TextPooler pooler(*model);
  std::vector<float> out(8);
  pooler.add("parseJson = PARSE");
  pooler.add("parse unknownword");
  pooler.finish(out);
  for (std::size_t d = 0; d < 8; ++d)
    CHECK(out[d] == doctest::Approx(expected[d] / std::sqrt(length)).epsilon(1e-5));
  pooler.finish(out);
  CHECK(std::ranges::all_of(out, [](float value) { return value == 0; }));
}

TEST_CASE("static model: an unknown word is cut into its longest known pieces") {
  const std::string file = tiny_model();
  const auto model = StaticModel::from_bytes(file, "tiny");
  REQUIRE(model);
  CHECK(numbers(*model, "config") == std::vector{model->find("con"), model->find("fig")});
  CHECK(numbers(*model, "jsonfilex") == std::vector{model->find("json"), model->find("file")});
  CHECK(numbers(*model, "xparse").empty());
  CHECK(numbers(*model, "123 4567").empty());
  CHECK(numbers(*model, std::string(kMaxWordBytes + 1, 'j')).empty());
}

TEST_CASE("static model: every kernel gives the same bits") {
  std::mt19937 random(3);
  for (const std::size_t dimension : {8U, 64U, 72U, 128U, 256U}) {
    std::vector<std::int8_t> table(100 * dimension);
    for (auto& value : table) value = static_cast<std::int8_t>(random() % 255 - 127);
    for (std::size_t count : {0U, 1U, 7U, 100U}) {
      std::vector<WeightedRow> rows;
      for (std::size_t i = 0; i < count; ++i)
        rows.push_back({static_cast<std::uint32_t>(random() % 100),
                        static_cast<float>(random() % 10'000) * 1.7e-5F});
      std::vector<float> scalar(dimension, 9.0F), best(dimension, 9.0F);
      pool_scalar(table.data(), dimension, rows, scalar.data());
      best_pool_kernel()(table.data(), dimension, rows, best.data());
      REQUIRE(std::memcmp(scalar.data(), best.data(), 4 * dimension) == 0);
    }
  }
}

TEST_CASE("static embedder: threads and batches give the same bits as one call at a time") {
  const auto embedder = built_in();
  const std::size_t dimension = embedder->info().dimension;
  const auto source = base::read_file(kSource);
  REQUIRE(source);
  std::vector<std::string_view> texts;
  for (std::size_t at = 0; at + 700 < source->size(); at += 131)
    texts.push_back(std::string_view(*source).substr(at, 700));
  std::vector<float> batch(texts.size() * dimension);
  REQUIRE(embedder->embed_documents(texts, batch));

  std::vector<float> parallel(batch.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (std::size_t i = t; i < texts.size(); i += 4) {
          const auto row = std::span(parallel).subspan(i * dimension, dimension);
          if (!embedder->embed_documents(std::span(&texts[i], 1), row))
            std::ranges::fill(row, 0.0F);
        }
      });
  }
  CHECK(std::memcmp(batch.data(), parallel.data(), 4 * batch.size()) == 0);
}

TEST_CASE("static embedder: the vectors of the shipped model stay the same to the last bit") {
  const auto words = StaticModel::open(kWeights);
  REQUIRE(words);
  const auto embedder = built_in();
  std::mt19937 random(5);
  std::uint64_t digest = 0, of_questions = 0;
  const auto add = [](std::uint64_t& to, const std::vector<float>& row) {
    to = base::hash64({reinterpret_cast<const char*>(row.data()), 4 * row.size()}, to);
  };
  for (int round = 0; round < 300; ++round) {
    const auto text = generated_text(random, *words, below(random, 400));
    add(digest, embed(*embedder, text));
    add(of_questions, embed_question(*embedder, text));
  }
  CHECK(digest == 14604884523579062357U);  // changes with the model alone
  CHECK(of_questions ==
        17359380782660316939U);  // with the map of query vectors and the thesaurus, too
}

TEST_CASE("static embedder: a question finds the function that does it") {
  struct Snippet {
    std::string_view question, code;
  };
  const std::vector<Snippet> snippets{
      {"remove whitespace at both ends of a string",
       "std::string trim(std::string_view s) { while (!s.empty() && isspace(s.front())) "
       "s.remove_prefix(1); while (!s.empty() && isspace(s.back())) s.remove_suffix(1); return s; "
       "}"},
      {"compute the checksum of a file",
       "def sha256sum(path):\n  h = hashlib.sha256()\n  with open(path, 'rb') as f:\n"
       "    for block in iter(lambda: f.read(65536), b''):\n      h.update(block)\n"
       "  return h.hexdigest()"},
      {"retry a failed network request with exponential backoff",
       "func do(req *http.Request) (*http.Response, error) { delay := time.Second; for i := 0; i < "
       "max; i++ { resp, err := client.Do(req); if err == nil { return resp, nil }; "
       "time.Sleep(delay); delay *= 2 }; return nil, errExhausted }"},
      {"connect to the database and begin a transaction",
       "async function withTx(pool, work) { const conn = await pool.connect(); await "
       "conn.query('BEGIN'); try { await work(conn); await conn.query('COMMIT'); } catch (e) { "
       "await conn.query('ROLLBACK'); throw e; } finally { conn.release(); } }"},
      {"draw a rounded rectangle on the canvas",
       "void fillRoundRect(Graphics g, int x, int y, int w, int h, int r) { g.setColor(color); "
       "g.fillArc(x, y, r, r, 90, 90); g.fillRect(x + r, y, w - 2 * r, h); }"},
      {"sort an array of numbers in place",
       "fn quick(v: &mut [i32]) { if v.len() < 2 { return; } let p = partition(v); let (l, r) = "
       "v.split_at_mut(p); quick(l); quick(&mut r[1..]); }"},
      {"log a warning message",
       "void warn(const char *fmt, ...) { va_list ap; va_start(ap, fmt); fprintf(stderr, "
       "\"WARN: \"); vfprintf(stderr, fmt, ap); va_end(ap); }"},
      {"parse command line arguments",
       "int main(int argc, char **argv) { int opt; while ((opt = getopt(argc, argv, \"hv\")) != "
       "-1) "
       "switch (opt) { case 'h': usage(); break; case 'v': verbose = 1; break; } }"}};
  const auto embedder = built_in();
  std::size_t first = 0;
  for (const Snippet& wanted : snippets) {
    const auto query = embed_question(*embedder, wanted.question);
    const auto score = [&](const Snippet& s) { return dot(query, embed(*embedder, s.code)); };
    const auto best = std::ranges::max_element(snippets, {}, score);
    if (best->code == wanted.code)
      ++first;
    else
      MESSAGE(wanted.question << " -> " << best->question);
  }
  CHECK(first >= 7);
}
