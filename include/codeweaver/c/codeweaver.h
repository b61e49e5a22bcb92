/* The C ABI: index a folder and search it, from C and from whatever calls C. */
/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Fallible functions return an error, or NULL when all is well. Handles are freed by the function
 * that names them; freeing NULL does nothing. Texts are UTF-8 and end with a zero; those that a
 * handle gives live as long as it does. Options begin with `size`, which tells the version of the
 * struct that the caller was compiled with: begin with the CW_..._INIT of it. What is zero there
 * has its default. New members come at the end, new functions beside the old ones; within one
 * CW_ABI_VERSION nothing else changes. Threads: one engine may be used by many at a time, answers
 * may be read by many; each call has an error of its own. Callbacks run on threads of the library
 * as stated, and must not throw or jump out.
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

/** A project that is open, with its index and models. */
typedef struct cw_engine cw_engine;
/** What a search found. */
typedef struct cw_answer cw_answer;
/** What went wrong. */
typedef struct cw_error cw_error;
/** A text that the library made. */
typedef struct cw_text cw_text;
/** Asks running calls to stop. */
typedef struct cw_stop cw_stop;

/** The CW_ABI_VERSION that the library was built with. */
CW_API uint32_t cw_abi_version(void);
/** "0.1.0". */
CW_API const char* cw_version(void);

/** Kinds of failure; their numbers never change. */
typedef enum cw_category {
  CW_INVALID_ARGUMENT = 1, /**< the caller can fix the request */
  CW_NOT_FOUND = 2,        /**< no such index, project, file or name */
  CW_CORRUPTION = 3,       /**< stored bytes failed a check, or have another schema */
  CW_IO = 4,               /**< the operating system refused */
  CW_UNAVAILABLE = 5, /**< a service did not answer, or the index is locked; retrying may help */
  CW_CANCELLED = 6,   /**< a stop was requested */
  CW_UNSUPPORTED = 7, /**< this build cannot do it */
  CW_INTERNAL = 8     /**< a bug of the library */
} cw_category;

CW_API cw_category cw_error_category(const cw_error* error);
/** A stable name for programs: "PROJECT_NOT_FOUND". */
CW_API const char* cw_error_code(const cw_error* error);
CW_API const char* cw_error_cause(const cw_error* error);
CW_API const char* cw_error_context(const cw_error* error);
CW_API const char* cw_error_action(const cw_error* error);
/** "cause (context). action", for people. */
CW_API const char* cw_error_message(const cw_error* error);
CW_API void cw_error_free(cw_error* error);

CW_API const char* cw_text_data(const cw_text* text);
CW_API size_t cw_text_size(const cw_text* text);
CW_API void cw_text_free(cw_text* text);

/** NULL: out of memory. May be requested from any thread, also a signal's. */
CW_API cw_stop* cw_stop_new(void);
CW_API void cw_stop_request(cw_stop* stop);
/** Not while a call uses it. */
CW_API void cw_stop_free(cw_stop* stop);

/** Levels of log records. */
typedef enum cw_log_level {
  CW_DEBUG = 0,
  CW_INFO = 1,
  CW_WARNING = 2,
  CW_ERROR = 3,
  CW_CRITICAL = 4
} cw_log_level;
/** One record, on the thread where it came up; `line` is JSON, and lives for the call. */
typedef void (*cw_log_callback)(cw_log_level level, const char* line, void* context);

/**
 * An embedder of the caller's. `embed` writes count rows of `dimension` floats, each of L2 norm 1
 * (or zero), for texts that need not end with a zero, and returns 0; anything else is a failure of
 * the call. It is called by several threads at once.
 */
typedef struct cw_embedder {
  size_t size;
  const char* name; /**< provider and model, "mine/model-1": kept with the index, which is of no use
                       to another */
  uint32_t dimension;
  int (*embed)(const char* const* texts, const size_t* lengths, size_t count, int is_query,
               float* out, void* context);
  void* context;
  void (*release)(void* context); /**< called once, when nobody embeds any more; may be NULL */
} cw_embedder;
#define CW_EMBEDDER_INIT \
  { sizeof(cw_embedder), 0, 0, 0, 0, 0 }

/** How a project is opened. */
typedef struct cw_open_options {
  size_t size;
  const char* project;         /**< its folder; needed */
  const char* state_dir;       /**< where its index lies; NULL: as the settings of the user say */
  const char* project_id;      /**< of a new project; NULL: made from the folder's name */
  const char* const* settings; /**< "section.key=value", before those of files and environment */
  size_t setting_count;
  const cw_embedder* embedder; /**< NULL: as the settings say */
  cw_log_callback log;         /**< NULL: none, beside the log file that settings name */
  void* log_context;
} cw_open_options;
#define CW_OPEN_OPTIONS_INIT \
  { sizeof(cw_open_options), 0, 0, 0, 0, 0, 0, 0, 0 }

/** Cost: milliseconds; nothing is indexed. */
CW_API cw_error* cw_open(const cw_open_options* options, cw_engine** engine);
/** Waits for nothing: end the calls that use it first. */
CW_API void cw_close(cw_engine* engine);

/** How far a run is; counts never go back. */
typedef struct cw_progress {
  size_t size;
  uint64_t files_discovered, files_processed, chunks_created, errors;
  const char* current_file; /**< lives for the call */
} cw_progress;
/** On the thread that called cw_index(), at most about 20 times a second. Anything but 0 stops the
 * run. */
typedef int (*cw_progress_callback)(const cw_progress* progress, void* context);

/** How a run goes. */
typedef struct cw_index_options {
  size_t size;
  int force; /**< not 0: everything is made anew */
  cw_progress_callback on_progress;
  void* progress_context;
  cw_stop* stop;
} cw_index_options;
#define CW_INDEX_OPTIONS_INIT \
  { sizeof(cw_index_options), 0, 0, 0, 0 }

/** What a run came to. Set `size` before the call. */
typedef struct cw_index_report {
  size_t size;
  uint64_t files_indexed, files_unchanged, files_removed, files_failed, files_skipped;
  uint64_t total_files, total_chunks, chunks_created;
  double seconds;
} cw_index_report;
#define CW_INDEX_REPORT_INIT \
  { sizeof(cw_index_report), 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/**
 * Brings the index in line with the folder. `options` and `report` may be NULL. A run that was
 * stopped is CW_CANCELLED; the next one goes on from there.
 */
CW_API cw_error* cw_index(cw_engine* engine, const cw_index_options* options,
                          cw_index_report* report);

/** What is asked for; see SearchOptions and SearchFilter. */
typedef struct cw_search_options {
  size_t size;
  uint32_t top_k;         /**< 1 to 1000; 0: 10 */
  uint32_t token_limit;   /**< of all matches together; 0: none */
  uint32_t context_lines; /**< around each match, at most 100 */
  uint32_t deadline_ms;   /**< then the answer is what there is; 0: none */
  const char* intent;     /**< "debug", "test", ...; NULL: read from the query */
  const char* task;       /**< NULL: from the intent */
  const char* languages;  /**< ids or aliases by ','; NULL: all */
  const char* paths; /**< patterns by ',', of which one must match, "!" before those that must not;
                        NULL: all */
  const char* directory;  /**< below the project; NULL: all of it */
  const char* ref;        /**< a branch, tag or commit instead of the folder */
  const char* changed_in; /**< only what a difference touches: "A..B" */
  const char* detail;     /**< "summary", "snippet" or "full"; NULL: "full" */
  int leaves_tests_out;   /**< not 0: no tests */
  int explains;           /**< not 0: cw_answer_json() says why each match ranks where it does */
  cw_stop* stop;
} cw_search_options;
#define CW_SEARCH_OPTIONS_INIT \
  { sizeof(cw_search_options), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/** One match; its texts live as long as the answer. Set `size` before the call. */
typedef struct cw_match {
  size_t size;
  const char* path;          /**< relative to the project */
  const char* absolute_path; /**< "": it is of no file here */
  const char* language;
  uint32_t start_line, end_line; /**< from 1, inclusive */
  const char* content;
  const char* name;  /**< of the definition, with its file: "pool.py:Pool.acquire"; "": none */
  const char* kind;  /**< "function", "class", ...; "": unknown */
  const char* part;  /**< of a document: "page 3"; else "" */
  const char* place; /**< "src/a.cpp:3-9", or "manual.pdf, page 3" */
  double relevance;  /**< what matches are ordered by */
} cw_match;
#define CW_MATCH_INIT \
  { sizeof(cw_match), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/** Looks at the folder first, and indexes what changed. `options` may be NULL. */
CW_API cw_error* cw_search(cw_engine* engine, const char* query, const cw_search_options* options,
                           cw_answer** answer);
CW_API size_t cw_answer_count(const cw_answer* answer);
/** Match number `at`, from 0, best first. */
CW_API cw_error* cw_answer_match(const cw_answer* answer, size_t at, cw_match* match);
/** That the first match is right, in [0, 1]; negative: not known (models of others). */
CW_API double cw_answer_confidence(const cw_answer* answer);
CW_API size_t cw_answer_warning_count(const cw_answer* answer);
/** NULL: there are not as many. */
CW_API const char* cw_answer_warning(const cw_answer* answer, size_t at);
/** All of it, as `codeweaver search -o json` prints it (docs/reference/json.md). */
CW_API cw_error* cw_answer_json(const cw_answer* answer, cw_text** json);
CW_API void cw_answer_free(cw_answer* answer);

/** Answers a question by the model of `answer.provider`, in the JSON of `codeweaver ask`. By
 * default the text quotes what a search finds. Empty: no answer; the last warning says why. */
CW_API cw_error* cw_ask(cw_engine* engine, const char* question, const cw_search_options* options,
                        cw_text** json);

/** Definitions of a name: a JSON list of {name, qualified_name, kind, path, lines}; limit 0: 20. */
CW_API cw_error* cw_find_symbol(cw_engine* engine, const char* name, uint32_t limit,
                                cw_text** json);
/** The text of an indexed file, as it is indexed. */
CW_API cw_error* cw_file_text(cw_engine* engine, const char* path, cw_text** text);

/** The same project with `count` texts in place of those of its files, as an editor has them that
 * nobody saved; to be closed like any engine, before or after `engine`. Paths are relative to the
 * folder, or absolute below it; a text that is NULL says that the file is gone; `lengths` NULL: the
 * texts end with zeros. Searches, cw_find_symbol() and cw_file_text() of it answer as if they had
 * been saved; nothing is written, and `engine` answers as before. Only texts that changed since the
 * last such call cost much. */
CW_API cw_error* cw_with_buffers(cw_engine* engine, const char* const* paths,
                                 const char* const* texts, const size_t* lengths, size_t count,
                                 cw_engine** unsaved);
/** Indexes what changed at these files and folders, without a look at the rest. `changed` (may be
 * NULL) gets how many files had changed; `stop` may be NULL. */
CW_API cw_error* cw_update(cw_engine* engine, const char* const* paths, size_t count, cw_stop* stop,
                           uint64_t* changed);

#ifdef __cplusplus
}
#endif

#endif /* CODEWEAVER_C_CODEWEAVER_H_ */
