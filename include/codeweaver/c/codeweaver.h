/* The C ABI: index a folder and search it, from C and from languages that can call C. */
/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Errors: functions that can fail return an error, or NULL on success.
 * Handles: each has its own free function; freeing NULL does nothing. Texts are UTF-8 and
 * zero-terminated; a text returned by a handle lives as long as the handle.
 * Options: structs begin with `size`, which identifies their version. Initialise them with
 * CW_..._INIT; a member that is zero has its default. Within one CW_ABI_VERSION, members are only
 * added at the end of structs, and functions are only added.
 * Threads: several threads may use one engine, and read one answer, at the same time; each call has
 * its own error. Callbacks run on threads of the library as stated. They must not throw or longjmp.
 */
#ifndef CODEWEAVER_C_CODEWEAVER_H_
#define CODEWEAVER_C_CODEWEAVER_H_

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define CW_API __declspec(dllexport)
#else
#define CW_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define CW_ABI_VERSION 1

typedef struct cw_engine cw_engine; /**< an open project, with its index and models */
typedef struct cw_answer cw_answer; /**< the result of a search */
typedef struct cw_error cw_error;
typedef struct cw_text cw_text; /**< a text that the library allocated */
typedef struct cw_stop cw_stop; /**< a stop request for running calls */

/** Returns the CW_ABI_VERSION of the library. */
CW_API uint32_t cw_abi_version(void);
/** Returns the version of the library: "0.1.0". */
CW_API const char* cw_version(void);

/** Categories of errors; the numbers never change. */
typedef enum cw_category {
  CW_INVALID_ARGUMENT = 1, /**< the caller can correct the request */
  CW_NOT_FOUND = 2,        /**< index, project, file or name does not exist */
  CW_CORRUPTION = 3,       /**< stored data is damaged, or has another schema */
  CW_IO = 4,               /**< an operation of the operating system failed */
  CW_UNAVAILABLE = 5, /**< a service did not answer, or the index is locked; retrying may help */
  CW_CANCELLED = 6,   /**< a stop was requested */
  CW_UNSUPPORTED = 7, /**< not supported by this build */
  CW_INTERNAL = 8     /**< a bug in the library */
} cw_category;

CW_API cw_category cw_error_category(const cw_error* error);
/** Returns a stable code for programs: "PROJECT_NOT_FOUND". */
CW_API const char* cw_error_code(const cw_error* error);
CW_API const char* cw_error_cause(const cw_error* error);
CW_API const char* cw_error_context(const cw_error* error);
CW_API const char* cw_error_action(const cw_error* error);
/** Returns "cause (context). action", for people. */
CW_API const char* cw_error_message(const cw_error* error);
CW_API void cw_error_free(cw_error* error);

CW_API const char* cw_text_data(const cw_text* text);
CW_API size_t cw_text_size(const cw_text* text);
CW_API void cw_text_free(cw_text* text);

/** Returns NULL if out of memory. */
CW_API cw_stop* cw_stop_new(void);
/** May be called from any thread, and from a signal handler. */
CW_API void cw_stop_request(cw_stop* stop);
/** Must not be called while a call uses `stop`. */
CW_API void cw_stop_free(cw_stop* stop);

/** Levels of log records. */
typedef enum cw_log_level {
  CW_DEBUG = 0,
  CW_INFO = 1,
  CW_WARNING = 2,
  CW_ERROR = 3,
  CW_CRITICAL = 4
} cw_log_level;
/** Receives one record, on the thread that logs it. `line` is JSON, and valid during the call. */
typedef void (*cw_log_callback)(cw_log_level level, const char* line, void* context);

/** An embedder that the caller implements. `embed` writes `count` rows of `dimension` floats, each
 * with L2 norm 1 (or all zero). The texts are not zero-terminated. It returns 0 on success; other
 * values fail the call. Several threads call it at the same time. */
typedef struct cw_embedder {
  size_t size;
  /** Provider and model: "mine/model-1". An index accepts only the embedder that built it. */
  const char* name;
  uint32_t dimension;
  int (*embed)(const char* const* texts, const size_t* lengths, size_t count, int is_query,
               float* out, void* context);
  void* context;
  void (*release)(void* context); /**< called once, after the last use; may be NULL */
} cw_embedder;
#define CW_EMBEDDER_INIT \
  { sizeof(cw_embedder), 0, 0, 0, 0, 0 }

/** Options of cw_open(). */
typedef struct cw_open_options {
  size_t size;
  const char* project;         /**< folder of the project; required */
  const char* state_dir;       /**< folder of the index; NULL: from the user's settings */
  const char* project_id;      /**< id of a new project; NULL: from the folder's name */
  const char* const* settings; /**< "section.key=value"; override files and environment */
  size_t setting_count;
  const cw_embedder* embedder; /**< NULL: from the settings */
  cw_log_callback log;         /**< NULL: only the log file in the settings, if any */
  void* log_context;
} cw_open_options;
#define CW_OPEN_OPTIONS_INIT \
  { sizeof(cw_open_options), 0, 0, 0, 0, 0, 0, 0, 0 }

/** Opens a project without indexing it. Cost: milliseconds. */
CW_API cw_error* cw_open(const cw_open_options* options, cw_engine** engine);
/** Closes the engine. Calls that use it must have ended. */
CW_API void cw_close(cw_engine* engine);

/** Progress of a run; counts never decrease. */
typedef struct cw_progress {
  size_t size;
  uint64_t files_discovered, files_processed, chunks_created, errors;
  const char* current_file; /**< valid during the call */
} cw_progress;
/** Called on the thread of cw_index(), at most about 20 times a second; stops the run unless 0. */
typedef int (*cw_progress_callback)(const cw_progress* progress, void* context);

/** Options of cw_index(). */
typedef struct cw_index_options {
  size_t size;
  int force; /**< not 0: rebuild everything */
  cw_progress_callback on_progress;
  void* progress_context;
  cw_stop* stop;
} cw_index_options;
#define CW_INDEX_OPTIONS_INIT \
  { sizeof(cw_index_options), 0, 0, 0, 0 }

/** Result of a run. Set `size` before the call. */
typedef struct cw_index_report {
  size_t size;
  uint64_t files_indexed, files_unchanged, files_removed, files_failed, files_skipped;
  uint64_t total_files, total_chunks, chunks_created;
  double seconds;
} cw_index_report;
#define CW_INDEX_REPORT_INIT \
  { sizeof(cw_index_report), 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/**
 * Updates the index of the folder. `options` and `report` may be NULL. A stopped run returns
 * CW_CANCELLED; the next run continues it.
 */
CW_API cw_error* cw_index(cw_engine* engine, const cw_index_options* options,
                          cw_index_report* report);

/** Options of a search; see SearchOptions and SearchFilter in C++. */
typedef struct cw_search_options {
  size_t size;
  uint32_t limit;              /**< matches, 1 to 1000; 0: 10 */
  uint32_t token_limit;        /**< of all matches together; 0: no limit */
  uint32_t context_lines;      /**< around each match, at most 100 */
  uint32_t deadline_ms;        /**< time limit; the answer may be incomplete; 0: no limit */
  const char* intent;          /**< "debug", "test", ...; NULL: from the query */
  const char* task;            /**< NULL: from the intent */
  const char* focus_languages; /**< ids or aliases, separated by ','; NULL: all */
  const char* paths;      /**< patterns, separated by ','; "!" before one excludes; NULL: all */
  const char* directory;  /**< folder in the project; NULL: all of it */
  const char* ref;        /**< branch, tag or commit to search instead of the folder */
  const char* changed_in; /**< only code changed in a git range: "A..B" */
  const char* detail;     /**< "summary", "snippet" or "full"; NULL: "full" */
  int exclude_tests;      /**< not 0: skip tests */
  int explain;            /**< not 0: cw_answer_json() explains the rank of each match */
  cw_stop* stop;
  const char* queries; /**< the question in other words, at most 5, one per line; NULL: none */
  int count_callers;   /**< not 0: cw_answer_json() has the number of callers of each match */
} cw_search_options;
#define CW_SEARCH_OPTIONS_INIT \
  { sizeof(cw_search_options), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/** One match; its texts live as long as the answer. Set `size` before the call. */
typedef struct cw_match {
  size_t size;
  const char* path;          /**< relative to the project */
  const char* absolute_path; /**< "": not a file on this machine */
  const char* language;
  uint32_t start_line, end_line; /**< from 1, inclusive */
  const char* content;
  const char* name;  /**< file and definition: "pool.py:Pool.acquire"; "": none */
  const char* kind;  /**< "function", "class", ...; "": unknown */
  const char* part;  /**< part of a document: "page 3"; else "" */
  const char* place; /**< "src/a.cpp:3-9", or "manual.pdf, page 3" */
  double relevance;  /**< matches are ordered by this */
} cw_match;
#define CW_MATCH_INIT \
  { sizeof(cw_match), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/** Searches the project, after indexing changed files. `options` may be NULL. */
CW_API cw_error* cw_search(cw_engine* engine, const char* query, const cw_search_options* options,
                           cw_answer** answer);
CW_API size_t cw_answer_count(const cw_answer* answer);
/** Returns match number `at`, from 0, best first. */
CW_API cw_error* cw_answer_match(const cw_answer* answer, size_t at, cw_match* match);
/** Probability in [0, 1] that the first match is right; negative: not known (custom models). */
CW_API double cw_answer_confidence(const cw_answer* answer);
/** Returns how a query with exact parts was read; "": the query has only words. */
CW_API const char* cw_answer_interpreted_query(const cw_answer* answer);
CW_API size_t cw_answer_warning_count(const cw_answer* answer);
/** Returns NULL if `at` is out of range. */
CW_API const char* cw_answer_warning(const cw_answer* answer, size_t at);
/** Returns the whole answer in the form of `codeweaver search -o json` (docs/reference/json.md). */
CW_API cw_error* cw_answer_json(const cw_answer* answer, cw_text** json);
CW_API void cw_answer_free(cw_answer* answer);

/** Answers a question with the model of `answer.provider` (default: quotes code), in the JSON form
 * of `codeweaver ask`. Empty text: no answer; the last warning gives the reason. */
CW_API cw_error* cw_ask(cw_engine* engine, const char* question, const cw_search_options* options,
                        cw_text** json);

/** Returns a JSON list of definitions {name, qualified_name, kind, path, lines}; limit 0: 20. */
CW_API cw_error* cw_find_symbol(cw_engine* engine, const char* name, uint32_t limit,
                                cw_text** json);
/** Returns a JSON list of the lines that use a name, as `codeweaver refs`; limit 0: 100. */
CW_API cw_error* cw_find_references(cw_engine* engine, const char* name, uint32_t limit,
                                    cw_text** json);
/** Returns the indexed text of a file. */
CW_API cw_error* cw_file_text(cw_engine* engine, const char* path, cw_text** text);

/** Returns an engine of the same project that uses `count` texts, such as unsaved buffers, instead
 * of files, as if they were saved; nothing is written. Close it before or after `engine`.
 * `paths`: relative to the folder, or absolute inside it. `texts`: NULL marks a deleted file.
 * `lengths`: NULL if the texts are zero-terminated. Cost: that of the changed texts. */
CW_API cw_error* cw_with_buffers(cw_engine* engine, const char* const* paths,
                                 const char* const* texts, const size_t* lengths, size_t count,
                                 cw_engine** unsaved);
/** Indexes the given files and folders without checking the rest. `changed` (may be NULL) receives
 * the number of changed files; `stop` may be NULL. */
CW_API cw_error* cw_update(cw_engine* engine, const char* const* paths, size_t count, cw_stop* stop,
                           uint64_t* changed);

#ifdef __cplusplus
}
#endif

#endif /* CODEWEAVER_C_CODEWEAVER_H_ */
