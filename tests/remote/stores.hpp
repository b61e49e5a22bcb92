// The stores for the contract tests; each suite runs once for every row.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "codeweaver/vector_store.hpp"
#if CODEWEAVER_POSTGRES
#include "remote/postgres_connection.hpp"
#endif

namespace codeweaver::test {

struct StoreMaker {
  std::string name;
  std::function<std::shared_ptr<VectorStore>()> make;  ///< an empty one
};

/// Where the service of a kind runs; empty: nowhere. tests/integration/test_stores.py starts them.
inline std::string address_of(std::string_view kind) {
  std::string name = "CODEWEAVER_TEST_" + std::string(kind) + "_URL";
  for (char& c : name)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

/// A place of its own at a service, where nothing was yet.
inline std::string new_place(const StoreKind& kind) {
  static std::atomic<int> places = 0;
  const auto name = "t" + std::to_string(::getpid()) + "x" + std::to_string(++places);
  if (kind.name == "qdrant") return address_of(kind.name) + '/' + name;  // as the shim has it
  if (kind.name == "opensearch") return address_of(kind.name) + "?prefix=" + name;
#if CODEWEAVER_POSTGRES
  const auto address = address_of(kind.name);
  auto connection = remote::PostgresConnection::open({address, "", std::chrono::seconds(30)}, {});
  REQUIRE(connection);
  const auto made = (*connection)->run("CREATE DATABASE " + name);
  if (!made) FAIL(made.error().message());
  return address.substr(0, address.rfind('/') + 1) + name;
#else
  return "";
#endif
}

/// One that holds nothing, asked exactly.
inline std::shared_ptr<VectorStore> empty_store(const StoreKind& kind) {
  StoreOptions options;
  if (!kind.service.empty()) options.url = new_place(kind);
  options.is_exact = true;
  auto made = kind.make(options);
  REQUIRE(made);
  return *made;
}

/// Every kind of store that the library brings, but for the index itself, and for those whose
/// service does not run. CODEWEAVER_TEST_STORE names the only one that is wanted.
inline const std::vector<StoreMaker>& stores() {
  static const auto kAll = [] {
    std::vector<StoreMaker> out;
    const char* const only = std::getenv("CODEWEAVER_TEST_STORE");
    for (const auto& kind : store_kinds()) {
      const bool is_there =
          kind.name != "embedded" && (kind.service.empty() || !address_of(kind.name).empty());
      if (is_there && (only == nullptr || kind.name == only))
        out.push_back({std::string(kind.name), [&kind] { return empty_store(kind); }});
    }
    REQUIRE_FALSE(out.empty());
    return out;
  }();
  return kAll;
}

}  // namespace codeweaver::test
