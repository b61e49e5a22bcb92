/* The C ABI: the call graph. */
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
  /** "callers", "callees", "tests", "implementations" or "path"; NULL: "callers" */
  const char* relation;
  uint32_t depth;         /**< 1: direct ones; 2: also theirs; and so on; 0: that of the relation */
  uint32_t limit;         /**< maximum number of matches; 0: 100 */
  int exclude_tests;      /**< not 0: skip tests */
  const char* to;         /**< end of a path, in the form of the start */
  const char* changed_in; /**< begins with the definitions that a git range changes */
} cw_call_graph_options;
#define CW_CALL_GRAPH_OPTIONS_INIT \
  { sizeof(cw_call_graph_options), 0, 0, 0, 0, 0, 0 }

/** Returns what is related to a definition, as `codeweaver callers -o json`. `start`: a name, "PATH"
 * or "PATH:LINE"; NULL: `changed_in`. `options` may be NULL. */
CW_API cw_error* cw_call_graph(cw_engine* engine, const char* start,
                               const cw_call_graph_options* options, cw_text** json);

#ifdef __cplusplus
}
#endif

#endif /* CODEWEAVER_C_CALL_GRAPH_H_ */
