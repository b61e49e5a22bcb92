/* The C ABI: the call graph, renames and the map of a project. */
/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The rules for handles, options and errors are in codeweaver.h. */
#ifndef CODEWEAVER_C_CALL_GRAPH_H_
#define CODEWEAVER_C_CALL_GRAPH_H_

#include <codeweaver/c/codeweaver.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options of cw_call_graph(); see CallGraphOptions in C++. */
typedef struct cw_call_graph_options {
  size_t size;
  /** "callers", "callees", "tests", "implementations", "path", "imports", "importers" or "cycles";
   * NULL: "callers" */
  const char* relation;
  uint32_t depth;         /**< 1: direct ones; 2: also theirs; and so on; 0: that of the relation */
  uint32_t limit;         /**< maximum number of matches; 0: 100 */
  int exclude_tests;      /**< not 0: skip tests */
  const char* to;         /**< end of a path, in the form of the start */
  const char* changed_in; /**< begins with the definitions that a git range changes */
} cw_call_graph_options;
#define CW_CALL_GRAPH_OPTIONS_INIT \
  { sizeof(cw_call_graph_options), 0, 0, 0, 0, 0, 0 }

/** Returns what is related to a definition or file, as `codeweaver callers -o json`. `start`: a
 * name, "PATH" or "PATH:LINE"; NULL: `changed_in`, or the cycles of the whole project. `options`
 * may be NULL. */
CW_API cw_error* cw_call_graph(cw_engine* engine, const char* start,
                               const cw_call_graph_options* options, cw_text** json);

/** Returns what renaming a definition would change, as `codeweaver rename --preview -o json`;
 * writes nothing. `name`: a name or "PATH:LINE". `limit`: maximum number of places that are not in
 * the diff; 0: 100. */
CW_API cw_error* cw_rename_preview(cw_engine* engine, const char* name, const char* new_name,
                                   uint32_t limit, cw_text** json);

/** Returns the most important files with their most used definitions, as `codeweaver map -o json`.
 * `folder`: path relative to the project; NULL: all. `token_limit`: 100 to 100000; 0: 2000. */
CW_API cw_error* cw_code_map(cw_engine* engine, const char* folder, uint32_t token_limit,
                             int include_tests, cw_text** json);

#ifdef __cplusplus
}
#endif

#endif /* CODEWEAVER_C_CALL_GRAPH_H_ */
