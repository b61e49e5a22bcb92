// The handles of the C ABI, and the rules at its border: no exceptions, structs of known size.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "codeweaver/c/codeweaver.h"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/searchable.hpp"
#include "codeweaver/settings.hpp"
#include "codeweaver/workspace.hpp"

/// An error with its text for users.
struct cw_error {
  codeweaver::Error error;
  std::string message;
};

struct cw_text {
  std::string text;
};

struct cw_stop {
  std::stop_source source;
};

struct cw_engine {
  std::unique_ptr<codeweaver::Searchable> core;
  codeweaver::CodeWeaver* workspace;  ///< the same object, to index it; null: it is in a store
  codeweaver::Settings settings;
};

struct cw_answer {
  codeweaver::FindCodeResponseSummary response;
  std::vector<std::string> parts, places;  ///< one per match, in the same order
};

namespace codeweaver::c {

/// The caller frees it. Never null: if there is no memory, it is a constant.
cw_error* error_of(Error error) noexcept;

inline Error invalid(std::string cause, std::string context) {
  return {ErrorCategory::kInvalidArgument, "INVALID_ARGUMENT", std::move(cause), std::move(context),
          "See codeweaver/c/codeweaver.h."};
}

/// Runs a call that returns Result<void>; converts exceptions to errors, too.
template <class Call>
cw_error* guarded(const Call& call) noexcept {
  try {
    Result<void> done = call();
    return done ? nullptr : error_of(std::move(done).error());
  } catch (const std::bad_alloc&) {
    return error_of({ErrorCategory::kIo, "OUT_OF_MEMORY", "", "", ""});
  } catch (const std::exception& thrown) {
    return error_of({ErrorCategory::kInternal, "UNEXPECTED", thrown.what(), "a call from C", ""});
  } catch (...) {
    return error_of({ErrorCategory::kInternal, "UNEXPECTED", "", "a call from C", ""});
  }
}

/// A struct as the caller knows it; missing members are zero. Null: all members are zero. Errors: a
/// size that no version of the struct had.
template <class Struct>
Result<Struct> read_struct(const Struct* given, const char* name) {
  static_assert(std::is_trivially_copyable_v<Struct>);
  Struct out{};
  if (given == nullptr) return out;
  if (given->size <= sizeof(std::size_t) || given->size > 64 * sizeof(Struct))
    return invalid(std::string(name) + ".size is " + std::to_string(given->size),
                   "reading options");
  std::memcpy(&out, given, std::min(given->size, sizeof(Struct)));
  return out;
}

/// Fills the members of a struct that the caller knows. Errors: as read_struct().
template <class Struct>
Result<void> write_struct(Struct values, Struct* into, const char* name) {
  const auto known = read_struct(into, name);
  if (!known) return known.error();
  values.size = known->size;
  std::memcpy(into, &values, std::min(known->size, sizeof(Struct)));
  return {};
}

/// Passes a text to the caller. Errors: `into` is null.
inline Result<void> give_text(std::string text, cw_text** into) {
  if (into == nullptr)
    return invalid("The output pointer for the text is null", "returning a text");
  *into = new cw_text{std::move(text)};
  return {};
}

/// A text that may be null.
inline std::string text_or_empty(const char* text) {
  return text == nullptr ? std::string() : std::string(text);
}

/// The project, for calls that need its index. Errors: kUnsupported "QUERY_NODE".
inline Result<CodeWeaver*> workspace_of(const cw_engine& engine) {
  if (engine.workspace == nullptr) return unsupported(*engine.core, Feature::kIndexing);
  return engine.workspace;
}

/// The limits of a look-up, from the settings.
Lookup lookup_of(const cw_engine& engine);

inline std::stop_token token_of(cw_stop* stop) {
  return stop == nullptr ? std::stop_token() : stop->source.get_token();
}

}  // namespace codeweaver::c
