// VectorStore: keeps records of indexes and finds them by vectors; the interface, its makers.
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

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_filter.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class Logger;

/// What a store is and can do.
struct VectorStoreInfo {
  std::string provider{};            ///< "memory", ...; the vector_backend of its results
  std::string service{};             ///< what has to run beside the program; empty: nothing
  bool is_persistent = false;        ///< records outlive the object
  bool is_shared = false;            ///< other processes see them
  bool is_exact = false;             ///< search_dense misses nothing
  std::size_t max_batch = SIZE_MAX;  ///< records of one upsert() or erase()
  friend bool operator==(const VectorStoreInfo&, const VectorStoreInfo&) = default;
};

/// The records of one tree of files of one project; see HybridSearcher::Tree. Every call names one,
/// and none reaches the records of another.
struct RecordCollection {
  std::string project_id{};
  std::string tree{};  ///< "" the project's folder, "namespace:..." what another tool pushed
  friend auto operator<=>(const RecordCollection&, const RecordCollection&) = default;
};

/// What its writer notes of a collection: names to values, both short.
using CollectionFacts = std::map<std::string, std::string>;

/// A definition that begins in a chunk; lines are of the content that was cut.
struct RecordDefinition {
  std::string name{}, qualified_name{}, kind{};
  Span lines{};
  friend bool operator==(const RecordDefinition&, const RecordDefinition&) = default;
};

/// A chunk in a store: all that a search needs of it and a result shows of it.
struct VectorRecord {
  Uuid id{};                  ///< of its place: equal for equal collection, file and ordinal
  std::string file_key{};     ///< its file within the collection; beyond the path for pushed items
  std::uint32_t ordinal = 0;  ///< of the chunk within the file
  std::string content_key{};  ///< of the file's text as it was cut, 32 hex digits
  std::string revision{};     ///< of the whole file: what is equal there is equal in its records

  CodeChunk chunk{};  ///< dense: unit length, or unset; sparse: weights by number of the term
  DiscoveredFile file{};
  Audit audit{};  ///< audit.name_space is what RecordFilter::name_spaces asks for
  std::string doc{};
  std::vector<std::string> defines{}, references{};
  std::uint32_t tokens = 0;
  bool is_part = false;  ///< a piece of a larger definition

  /// Where the text lies in the content that was cut: bytes, lines. Of what was pushed, chunk has
  /// the lines of the file.
  std::uint32_t begin = 0;
  Span lines{};
  std::string symbol{}, kind{};  ///< its main definition, qualified; empty: none
  std::string context{};         ///< first lines of the definitions around it, outer first
  std::vector<RecordDefinition> definitions{};  ///< by first line, outer before inner

  /// Errors: kInvalidArgument "INVALID_RECORD": a nil id, no file_key or text, sparse ids that do
  /// not ascend or are not as many as their weights.
  Result<void> validate() const;
  friend bool operator==(const VectorRecord&, const VectorRecord&) = default;
};

/// Which records of a collection may answer; all conditions hold at once, within the store's own
/// query. Checked and spelt out: see SearchFilter for what people write.
struct RecordFilter {
  std::vector<std::string> name_spaces{};  ///< "project/purpose/strategy"; empty: all
  std::vector<std::string> languages{};    ///< ids; empty: all
  std::string directory{};  ///< without a '/' at its ends; this folder and below; empty: all
  /// What comes after the last dot of the file's name, or its whole name, in lower case; empty:
  /// all.
  std::string extension{};
  std::string
      glob{};  ///< rules of gitignore(5) and braces; without '/' it matches names; empty: all
  std::vector<std::string> paths{};  ///< as SearchFilter::paths
  std::vector<std::string> files{};  ///< paths, in full; empty: all
  bool include_tests = true;
  std::optional<LineFilter> lines{};  ///< the chunk shares a line with these
};

/// A record with its score; higher is better.
struct RecordHit {
  float score = 0;
  std::shared_ptr<const VectorRecord> record{};  ///< never null; has the parts that were asked for
};

/// How many records a collection has, and how many of them hold each of some terms: for the idf.
struct TermStatistics {
  std::uint64_t records = 0;
  std::vector<std::uint64_t> frequencies{};  ///< in the order of the terms asked for
};

/// How much of a record a scan or a search fills in, at least.
enum class RecordParts : std::uint8_t {
  kKeys,     ///< id, file_key, ordinal, revision
  kPayload,  ///< all but the vectors
  kDense,    ///< all but the sparse vector
  kAll
};

/// Keeps records, by collection. A search sees each record as some upsert left it. Beside vectors
/// of an embedder there are sparse ones, whose inner product with the query's is the lexical score:
/// a record's weights say what each of its terms is worth there, the query's how rare the term is.
/// Every call may fail with kUnavailable (the service does not answer; names it, its address and
/// what to do), kCorruption (it answers with something else), kCancelled.
/// Thread safety: calls may be concurrent; a search never waits for a writer to end.
class VectorStore {
 public:
  virtual ~VectorStore() = default;
  virtual const VectorStoreInfo& info() const noexcept = 0;

  /// Inserts records or replaces them by id; makes the collection where there is none. Doing it
  /// again changes nothing. Errors: kInvalidArgument "INVALID_RECORD", "DIMENSION_MISMATCH" (other
  /// than the vectors that are there); then nothing is written.
  virtual Result<void> upsert(const RecordCollection& collection,
                              std::span<const VectorRecord> records) = 0;
  /// Unknown ids are no error.
  virtual Result<void> erase(const RecordCollection& collection, std::span<const Uuid> ids) = 0;
  /// Calls `visit` with each record, in order of the id, until it returns false.
  virtual Result<void> scan(const RecordCollection& collection, const RecordFilter& filter,
                            RecordParts parts,
                            const std::function<bool(const VectorRecord&)>& visit) const = 0;

  /// Best `limit` records by inner product with `query`, best first; ties by file_key, then
  /// ordinal. Records without a vector are never found. A collection that is not there is empty.
  /// `parts`: of each hit, keys or payload; vectors are not given. Errors: kInvalidArgument
  /// "DIMENSION_MISMATCH".
  virtual Result<std::vector<RecordHit>> search_dense(const RecordCollection& collection,
                                                      std::span<const float> query,
                                                      const RecordFilter& filter, std::size_t limit,
                                                      RecordParts parts) const = 0;
  /// The same for sparse vectors, over the records that share a term with `query`, whose ids are
  /// distinct, in any order; sums are taken in that order.
  virtual Result<std::vector<RecordHit>> search_sparse(const RecordCollection& collection,
                                                       const SparseVector& query,
                                                       const RecordFilter& filter,
                                                       std::size_t limit,
                                                       RecordParts parts) const = 0;
  virtual Result<TermStatistics> term_statistics(const RecordCollection& collection,
                                                 std::span<const std::uint32_t> terms) const = 0;

  /// nullopt: there is no such collection.
  virtual Result<std::optional<CollectionFacts>> facts(
      const RecordCollection& collection) const = 0;
  /// Replaces them; makes the collection where there is none.
  virtual Result<void> put_facts(const RecordCollection& collection,
                                 const CollectionFacts& facts) = 0;
  /// Replaces them where they are `before` (empty: none, or no such collection); false: they are
  /// others, and stay. Of two callers with the same `before` one gets true. A store without
  /// transactions looks, writes and looks again: of two within the same moment both may get true,
  /// and the first of them false the next time.
  virtual Result<bool> exchange_facts(const RecordCollection& collection,
                                      const CollectionFacts& before,
                                      const CollectionFacts& after) = 0;
  /// Those of one project, in order; of an empty id those of all projects.
  virtual Result<std::vector<RecordCollection>> collections(std::string_view project_id) const = 0;
  /// Forgets a collection with its records and facts; no effect where there is none.
  virtual Result<void> drop(const RecordCollection& collection) = 0;
};

/// A store in the memory of this process: exact, gone with the object, for tests and for programs
/// that keep records beside others of their own. Cost: one pass over the collection's records a
/// search, one copy of its table a write.
std::shared_ptr<VectorStore> make_memory_store();

/// Several stores of one kind as one: each project lies in one of them whole, by a hash of its id
/// and of their names. With one store more or less, the projects that it takes or leaves move, and
/// no others: the next run of each writes it where it lies now. `names` and `stores` are as many,
/// at least one; what the store is and can do is as of the first.
std::shared_ptr<VectorStore> make_sharded_store(std::vector<std::string> names,
                                                std::vector<std::shared_ptr<VectorStore>> stores);

/// Where a store is that others serve, and how it is asked. Others take nothing of it.
struct StoreOptions {
  /// Empty: the usual address of its kind. Several, with blanks between them: a sharded store.
  std::string url{};
  std::string api_key{};  ///< key or password; sent to that address alone, and never logged
  /// Certificates, in PEM, that the server may be trusted by beside those of the system; of
  /// PostgreSQL in their place, and it is asked for nothing else then (sslmode=verify-full).
  std::filesystem::path ca_file{};
  std::chrono::milliseconds timeout{30'000};  ///< of one attempt of a request
  bool is_exact = false;  ///< vectors are compared one by one, without an approximate index
  std::shared_ptr<Logger> logger{};  ///< null: silent
};

/// A kind of store that this library brings.
struct StoreKind {
  std::string_view name;          ///< the value of `store.kind`
  std::string_view capabilities;  ///< separated by ", ", as `codeweaver doctor` lists them
  std::string_view service;       ///< what has to run beside the program; empty: nothing
  std::string_view key_variable;  ///< environment variable that usually holds its key; empty: none
  /// A new one; null for "embedded", where searches read the index itself. Asks nothing of it.
  Result<std::shared_ptr<VectorStore>> (*make)(const StoreOptions& options);
};

/// All that there are, the default first.
std::span<const StoreKind> store_kinds();

/// The store that `store.kind` names. Errors: kUnsupported "PROVIDER_NOT_AVAILABLE",
/// "NO_HTTP_CLIENT"; kInvalidArgument "INVALID_URL".
Result<std::shared_ptr<VectorStore>> make_vector_store(std::string_view kind,
                                                       const StoreOptions& options = {});

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_VECTOR_STORE_HPP_
