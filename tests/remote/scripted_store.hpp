// A store on a scripted service, and common behaviour of these stores.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/vector_store.hpp"
#include "net/fakes.hpp"

namespace codeweaver::test {

/// The collection that scripts are about.
inline const RecordCollection kScripted{"shop", ""};

/// A store with its service and its time.
template <class Store>
struct ScriptedStore {
  FakeTimer timer;
  std::shared_ptr<ScriptedTransport> service;
  std::shared_ptr<VectorStore> store;

  ScriptedStore(std::vector<net::Exchange> script, const std::string& url, const std::string& key)
      : service(std::make_shared<ScriptedTransport>(std::move(script))) {
    StoreOptions options;
    options.url = url;
    options.api_key = key;
    auto made = Store::create(options, service, {timer});
    REQUIRE(made);
    store = *made;
  }
  /// The requests so far, as "GET http://...".
  std::vector<std::string> asked() const {
    std::vector<std::string> out;
    for (const auto& request : service->requests())
      out.push_back(request.method + ' ' + request.url);
    return out;
  }
  /// A header of the first request; empty: it has none.
  std::string header(std::string_view name) const {
    const auto headers = service->requests().front().headers;
    for (const auto& header : headers)
      if (header.name == name) return header.value;
    return {};
  }
};

/// The store for a call that a user waits for.
inline std::shared_ptr<VectorStore> awaited(const std::shared_ptr<VectorStore>& store) {
  return in_context(store, CallContext().awaited());
}

/// A record with a vector of two numbers, and a term where a weight is given.
inline VectorRecord scripted_record(std::vector<float> weights = {}) {
  VectorRecord out;
  out.id.bytes[15] = 1;
  out.file_key = out.file.path = out.chunk.file_path = "a.py";
  out.chunk.content = "x";
  out.chunk.line_range = {1, 1};
  out.chunk.dense = std::vector<float>{1, 0};
  if (!weights.empty()) out.chunk.sparse = SparseVector{{3}, std::move(weights)};
  return out;
}

/// Nobody listens: a write is tried again after 1, 2 and 4 s, what somebody waits for never.
template <class Scripted>
void check_patience(Scripted& down, std::string_view who, std::string_view remedy) {
  const auto written = down.store->put_facts(kScripted, {});
  REQUIRE_FALSE(written);
  CHECK(written.error().category == ErrorCategory::kUnavailable);
  CHECK(written.error().cause.find(who) != std::string::npos);
  CHECK(written.error().action.find(remedy) != std::string::npos);
  CHECK(down.timer.take_slept() ==
        std::vector{milliseconds(1000), milliseconds(2000), milliseconds(4000)});
  CHECK_FALSE(awaited(down.store)->facts(kScripted));
  CHECK(down.timer.take_slept().empty());
}

/// A key that the service refuses is said to be, and never shown.
template <class Scripted>
void check_refused_key(const Scripted& shut, std::string_view secret) {
  const auto refused = shut.store->facts(kScripted);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "API_KEY_REFUSED");
  CHECK(refused.error().message().find(secret) == std::string::npos);
}

/// What answers so is written nothing to.
template <class Scripted>
void check_left_alone(const Scripted& odd, const std::string& code) {
  CAPTURE(code);
  const auto written = odd.store->upsert(kScripted, std::vector{scripted_record({1})});
  REQUIRE_FALSE(written);
  CHECK(written.error().code == code);
  CHECK_FALSE(written.error().action.empty());
  for (const auto& request : odd.service->requests()) CHECK(request.method == "GET");
}

}  // namespace codeweaver::test
