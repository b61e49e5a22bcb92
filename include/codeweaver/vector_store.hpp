// VectorStore: stores index records and finds them by their vectors; the interface and its
// factories.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_VECTOR_STORE_HPP_
#define CODEWEAVER_VECTOR_STORE_HPP_

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_filter.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class Logger;

/// Properties of a store.
struct VectorStoreInfo {
  std::string provider{};            ///< "memory", ...; Audit::vector_backend of its results
  std::string service{};             ///< service that must run; empty: none
  bool is_persistent = false;        ///< records outlive the object
  bool is_shared = false;            ///< other processes see its records
  bool is_exact = false;             ///< search_dense() finds all of the best records
  std::size_t max_batch = SIZE_MAX;  ///< maximum number of records in one upsert() or erase()
  friend bool operator==(const VectorStoreInfo&, const VectorStoreInfo&) = default;
};

/// Identifies the records of one file tree of one project; see HybridSearcher::Tree. Every call of
/// a store names one collection, and cannot access the records of others.
struct RecordCollection {
  std::string project_id{};
  std::string tree{};  ///< "": the project's folder; "namespace:...": pushed by another tool
  friend auto operator<=>(const RecordCollection&, const RecordCollection&) = default;
};

/// Data that the writer of a collection stores with it: short names with short values.
using CollectionFacts = std::map<std::string, std::string>;

/// A definition that begins in a chunk. Lines are those of the file's text or, for a pushed item,
/// of its content.
struct RecordDefinition {
  std::string name{}, qualified_name{}, kind{};
  Span lines{};
  friend bool operator==(const RecordDefinition&, const RecordDefinition&) = default;
};

/// A chunk in a store, with all data for searches and results.
struct VectorRecord {
  Uuid id{};               ///< the same for the same collection, file and ordinal
  std::string file_key{};  ///< the file within the collection; for pushed items not only the path
  std::uint32_t ordinal = 0;  ///< of the chunk within the file
  std::string content_key{};  ///< hash of the file's text, 32 hex digits
  std::string revision{};     ///< of the whole file; same revision means same records

  CodeChunk chunk{};  ///< dense: unit length, or unset; sparse: weight by term number
  DiscoveredFile file{};
  Audit audit{};  ///< RecordFilter::name_spaces selects by audit.name_space
  std::string doc{};
  std::vector<std::string> defines{}, references{};
  std::uint32_t tokens = 0;
  bool is_part = false;  ///< a piece of a larger definition

  /// First byte and lines of the chunk in the file's text or, for a pushed item, in its content.
  /// The lines in `chunk` are always those of the file.
  std::uint32_t begin = 0;
  Span lines{};
  std::string symbol{}, kind{};  ///< main definition, qualified; empty: none
  std::string context{};         ///< first lines of the enclosing definitions, outermost first
  std::vector<RecordDefinition> definitions{};  ///< by first line, outer before inner

  /// Errors: kInvalidArgument "INVALID_RECORD": a nil id, no file_key, no text, or sparse ids that
  /// are not ascending or differ in number from the weights.
  Result<void> validate() const;
  friend bool operator==(const VectorRecord&, const VectorRecord&) = default;
};

/// Restricts which records of a collection a search returns. A record must meet all conditions; the
/// store checks them within its own query. The values are already checked and normalized; see
/// SearchFilter for the user's form.
struct RecordFilter {
  std::vector<std::string> name_spaces{};  ///< "project/purpose/strategy"; empty: all
  std::vector<std::string> languages{};    ///< ids; empty: all
  std::string directory{};  ///< without leading and trailing '/'; includes subfolders; empty: all
  /// The text after the last dot of the file name, or the whole name, in lower case; empty: all.
  std::string extension{};
  std::string glob{};  ///< gitignore(5) and braces; without '/': file names; empty: all
  std::vector<std::string> paths{};  ///< see SearchFilter::paths
  std::vector<std::string> files{};  ///< full paths; empty: all
  bool include_tests = true;
  std::optional<LineFilter> lines{};  ///< the chunk must overlap these lines
};

/// A record with its score; higher is better.
struct RecordHit {
  float score = 0;
  std::shared_ptr<const VectorRecord> record{};  ///< never null; has the requested parts
};

/// The number of records in a collection, and the number of records that contain each requested
/// term. They determine the idf.
struct TermStatistics {
  std::uint64_t records = 0;
  std::vector<std::uint64_t> frequencies{};  ///< in the order of the requested terms
};

/// The parts of a record that a scan or a search must fill in; it may fill in more.
enum class RecordParts : std::uint8_t {
  kKeys,     ///< id, file_key, ordinal, revision
  kPayload,  ///< everything except the vectors
  kDense,    ///< everything except the sparse vector
  kAll
};

/// Stores records in collections. A search sees each record as one upsert() wrote it. A record can
/// have a dense vector of an embedder, and a sparse vector with a weight for each of its terms. The
/// lexical score is the inner product of the latter and the sparse vector of the query, whose
/// weights express how rare the terms are. Errors of every call: kUnavailable (the service does not
/// answer; names it, its address and an action), kCorruption (unexpected answer), kCancelled.
/// Thread safety: calls may be concurrent; a search never waits for a writer.
class VectorStore {
 public:
  virtual ~VectorStore() = default;
  virtual const VectorStoreInfo& info() const noexcept = 0;

  /// Inserts records, or replaces records with the same id. Creates the collection if it does not
  /// exist. Repeating a call changes nothing. Errors (nothing is written): kInvalidArgument
  /// "INVALID_RECORD", "DIMENSION_MISMATCH" (the stored vectors have another dimension).
  virtual Result<void> upsert(const RecordCollection& collection,
                              std::span<const VectorRecord> records) = 0;
  /// Removes the records with these ids, and ignores unknown ids.
  virtual Result<void> erase(const RecordCollection& collection, std::span<const Uuid> ids) = 0;
  /// Calls `visit` with each record, sorted by id, until it returns false.
  virtual Result<void> scan(const RecordCollection& collection, const RecordFilter& filter,
                            RecordParts parts,
                            const std::function<bool(const VectorRecord&)>& visit) const = 0;

  /// Returns the best `limit` records by inner product with `query`, best first; ties by file_key,
  /// then ordinal. Records without a vector are not found. An unknown collection is empty. Hits
  /// have `parts` (keys or payload), never vectors. Errors: kInvalidArgument "DIMENSION_MISMATCH".
  virtual Result<std::vector<RecordHit>> search_dense(const RecordCollection& collection,
                                                      std::span<const float> query,
                                                      const RecordFilter& filter, std::size_t limit,
                                                      RecordParts parts) const = 0;
  /// The same for sparse vectors, over the records that share a term with `query`. The ids of
  /// `query` are distinct, in any order; products are summed in that order.
  virtual Result<std::vector<RecordHit>> search_sparse(const RecordCollection& collection,
                                                       const SparseVector& query,
                                                       const RecordFilter& filter,
                                                       std::size_t limit,
                                                       RecordParts parts) const = 0;
  virtual Result<TermStatistics> term_statistics(const RecordCollection& collection,
                                                 std::span<const std::uint32_t> terms) const = 0;

  /// Returns the facts of a collection; nullopt: it does not exist.
  virtual Result<std::optional<CollectionFacts>> facts(
      const RecordCollection& collection) const = 0;
  /// Replaces the facts. Creates the collection if it does not exist.
  virtual Result<void> put_facts(const RecordCollection& collection,
                                 const CollectionFacts& facts) = 0;
  /// If the facts of the collection equal `before`, replaces them by `after` and returns true;
  /// otherwise changes nothing and returns false. An empty `before` means that the collection has
  /// no facts or does not exist. If two callers pass the same `before`, one gets true. Exception:
  /// in a store without transactions, both may get true if their calls overlap. Then the facts
  /// written last remain, and the other caller gets false when it passes its own as `before`.
  virtual Result<bool> exchange_facts(const RecordCollection& collection,
                                      const CollectionFacts& before,
                                      const CollectionFacts& after) = 0;
  /// Returns the collections of a project (empty id: of all projects), sorted.
  virtual Result<std::vector<RecordCollection>> collections(std::string_view project_id) const = 0;
  /// Deletes a collection with its records and facts; does nothing if there is none.
  virtual Result<void> drop(const RecordCollection& collection) = 0;

  /// Returns this store with a context for all its calls: they end with it and send its request
  /// id. Null (the default): the store uses no contexts. The result may outlive this object.
  virtual std::shared_ptr<VectorStore> with(const CallContext& /*context*/) const { return {}; }
};

/// Returns `store->with(context)`, or `store` if that is null.
template <class Store>
std::shared_ptr<Store> in_context(const std::shared_ptr<Store>& store, const CallContext& context) {
  if (auto own = store->with(context)) return own;
  return store;
}

/// A store in the memory of this process, for tests and for programs that already store records in
/// another way. It is exact and ends with the object. Cost: a search visits all records of the
/// collection; a write copies the table of the collection.
std::shared_ptr<VectorStore> make_memory_store();

/// Returns a store that combines several stores of one kind. Each project is completely in one of
/// them, chosen by a hash of the project id and the store names. Adding or removing a store moves
/// only the projects mapped to it; the next index run of such a project writes it to its new store.
/// `names` and `stores` must have the same size, at least 1. info() is that of the first store.
std::shared_ptr<VectorStore> make_sharded_store(std::vector<std::string> names,
                                                std::vector<std::shared_ptr<VectorStore>> stores);

/// Address and access of a store that a service provides. Local stores ignore these options.
struct StoreOptions {
  /// Empty: the default address of the kind. Several addresses, separated by spaces: a sharded
  /// store.
  std::string url{};
  std::string api_key{};  ///< key or password; sent to `url` only, and never logged
  /// PEM certificates to trust in addition to the system's. For PostgreSQL they replace the
  /// system's, and one of them must have issued the server's certificate for its host name
  /// (sslmode=verify-full).
  std::filesystem::path ca_file{};
  std::chrono::milliseconds timeout{30'000};  ///< per attempt of a request
  bool is_exact = false;             ///< compares all vectors, without an approximate index
  std::shared_ptr<Logger> logger{};  ///< null: no logging
};

/// A kind of store that is built into this library.
struct StoreKind {
  std::string_view name;          ///< the value of `store.kind`
  std::string_view capabilities;  ///< separated by ", ", as `codeweaver doctor` lists them
  std::string_view service;       ///< service that must run; empty: none
  std::string_view key_variable;  ///< environment variable that usually holds its key; empty: none
  /// Creates a store, without a request to it. Null for "embedded": searches read the index
  /// directly.
  Result<std::shared_ptr<VectorStore>> (*make)(const StoreOptions& options);
};

/// All built-in kinds, the default first.
std::span<const StoreKind> store_kinds();

/// Creates the store for a value of `store.kind`. Errors: kUnsupported "PROVIDER_NOT_AVAILABLE",
/// "NO_HTTP_CLIENT"; kInvalidArgument "INVALID_URL".
Result<std::shared_ptr<VectorStore>> make_vector_store(std::string_view kind,
                                                       const StoreOptions& options = {});

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_VECTOR_STORE_HPP_
