// Tests of packed facts: they come back as they were, and damaged ones never harm the linker.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/facts_codec.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "facts/needed_facts.hpp"
#include "facts/read_facts.hpp"
#include "facts/sample_texts.hpp"

namespace codeweaver::facts {
namespace {

Facts facts_of(const test::SampleText& sample) {
  auto facts = read_facts(sample.path, sample.text);
  REQUIRE(facts);
  return *std::move(facts);
}

bool are_equal(const Decl& a, const Decl& b) {
  return a.name == b.name && a.kind == b.kind && a.is_local == b.is_local &&
         a.is_receiver == b.is_receiver && a.is_property == b.is_property && a.place == b.place &&
         a.end_line == b.end_line && a.scope == b.scope && a.owner == b.owner &&
         a.owner_name == b.owner_name && a.inner == b.inner && a.type == b.type &&
         a.values == b.values && a.parameters == b.parameters &&
         a.type_parameters == b.type_parameters && a.bases == b.bases && a.module == b.module &&
         a.imported == b.imported && a.own_type_parameters == b.own_type_parameters &&
         a.is_async == b.is_async && a.is_rest == b.is_rest;
}

void check_equal(const Facts& a, const Facts& b) {
  CHECK(a.language == b.language);
  CHECK(a.package == b.package);
  CHECK(a.is_module == b.is_module);
  CHECK(a.names == b.names);
  CHECK(a.lists == b.lists);
  CHECK(a.exprs == b.exprs);
  CHECK(std::ranges::equal(a.decls, b.decls, are_equal));
  CHECK(std::ranges::equal(a.scopes, b.scopes, [](const Scope& one, const Scope& other) {
    return one.kind == other.kind && one.parent == other.parent && one.owner == other.owner;
  }));
  CHECK(std::ranges::equal(a.uses, b.uses, [](const Use& one, const Use& other) {
    return one.expr == other.expr && one.scope == other.scope && one.place == other.place &&
           one.kind == other.kind;
  }));
}

}  // namespace

TEST_CASE("packed facts: those of the sample texts come back as they were") {
  for (const auto& sample : test::sample_texts()) {
    CAPTURE(sample.path);
    const Facts facts = facts_of(sample);
    const std::string bytes = pack_facts(&facts);
    const auto unpacked = unpack_facts(bytes);
    REQUIRE(unpacked);
    REQUIRE(unpacked->facts);
    check_equal(*unpacked->facts, facts);
    const auto names = packed_names(bytes);
    REQUIRE(names);
    REQUIRE(names->size() == facts.names.size());
    for (Id id = 0; id < facts.names.size(); ++id) {
      CHECK(unpacked->facts->find_name(facts.name(id)) == id);
      CHECK((*names)[id] == facts.name(id));
    }
  }
}

TEST_CASE("packed facts: a text without facts is told from bytes of another format") {
  const auto none = unpack_facts(pack_facts(nullptr));
  REQUIRE(none);
  CHECK_FALSE(none->facts);
  CHECK_FALSE(unpack_facts(""));
  CHECK_FALSE(packed_names(pack_facts(nullptr)));
  CHECK_FALSE(packed_names(""));
  CHECK_FALSE(unpack_facts("\xFF"));
  CHECK_FALSE(unpack_facts(std::string(1, static_cast<char>(kFactsVersion)) + "go"));
}

TEST_CASE("needed facts: they lack only uses of local variables, and what these need") {
  std::size_t left_out = 0;
  for (const auto& sample : test::sample_texts()) {
    CAPTURE(sample.path);
    const Facts facts = facts_of(sample);
    const Facts needed = needed_facts(facts);
    left_out += facts.uses.size() - needed.uses.size();
    std::size_t next = 0;
    for (const Use& use : needed.uses) {
      while (next < facts.uses.size() && facts.uses[next].place != use.place) ++next;
      REQUIRE(next < facts.uses.size());
      CHECK(facts.name_of(facts.uses[next]) == needed.name_of(use));
    }
    check_equal(needed_facts(needed), needed);
  }
  CHECK(left_out > 1000);
}

TEST_CASE("packed facts: cut or changed bytes give nothing, or facts whose numbers exist") {
  std::mt19937 random(3);
  for (const auto& sample : test::sample_texts()) {
    CAPTURE(sample.path);
    const Facts facts = needed_facts(facts_of(sample));
    const std::string bytes = pack_facts(&facts);
    for (std::size_t size = 1; size < bytes.size(); size += 1 + size / 40)
      if (size > 1) CHECK_FALSE(unpack_facts(bytes.substr(0, size)));
    for (int round = 0; round < 400; ++round) {
      std::string changed = bytes;
      for (auto left = 1 + random() % 3; left > 0; --left)
        changed[1 + random() % (changed.size() - 1)] = static_cast<char>(random());
      const auto unpacked = unpack_facts(changed);
      if (!unpacked || !unpacked->facts) continue;
      // Packing reads every number; what it writes is sound again.
      CHECK(unpack_facts(pack_facts(&*unpacked->facts)));
      CHECK(unpack_facts(pack_facts(&*unpacked->facts))->facts->uses.size() ==
            unpacked->facts->uses.size());
    }
  }
}

}  // namespace codeweaver::facts
