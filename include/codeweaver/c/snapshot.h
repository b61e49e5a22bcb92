/* The C ABI: snapshots, which spare another clone of the same files parsing them. */
/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* See docs/guide/snapshots.md; rules of handles, options and errors are those of codeweaver.h. */
#ifndef CODEWEAVER_C_SNAPSHOT_H_
#define CODEWEAVER_C_SNAPSHOT_H_

#include <codeweaver/c/codeweaver.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a snapshot is made. */
typedef struct cw_make_snapshot_options {
  size_t size;
  const char* const* bases; /**< files of snapshots whose contents it leaves out; NULL: none */
  size_t base_count;
  const char* private_key; /**< a file, PEM, Ed25519; NULL: it is not signed */
  cw_stop* stop;
} cw_make_snapshot_options;
#define CW_MAKE_SNAPSHOT_OPTIONS_INIT \
  { sizeof(cw_make_snapshot_options), 0, 0, 0, 0 }

/**
 * Indexes, then writes a snapshot to `file`; where that is a folder, into it, called after the git
 * tree. `options` may be NULL. `facts` (may be NULL) gets JSON: name, id, tree, bases, version,
 * settings, model, signed_by, files, contents, chunks, bytes.
 */
CW_API cw_error* cw_make_snapshot(cw_engine* engine, const char* file,
                                  const cw_make_snapshot_options* options, cw_text** facts);

/** How a snapshot is taken. */
typedef struct cw_pull_snapshot_options {
  size_t size;
  const char* const* bases; /**< places of snapshots that it builds on; NULL: none */
  size_t base_count;
  const char* public_key; /**< a file, PEM, Ed25519, that must have signed it; NULL: any, or none */
  const char* token;      /**< for the server; NULL: none */
  cw_progress_callback on_progress; /**< as of cw_index() */
  void* progress_context;
  cw_stop* stop;
} cw_pull_snapshot_options;
#define CW_PULL_SNAPSHOT_OPTIONS_INIT \
  { sizeof(cw_pull_snapshot_options), 0, 0, 0, 0, 0, 0, 0 }

/**
 * cw_index() that parses no file whose content the snapshot holds. `place`: a file, a folder of
 * them, or an address. All of it is verified first: one that is damaged, cut short, of a newer
 * format or of other settings is an error, and the index stays as it was. `options` and `report`
 * may be NULL.
 */
CW_API cw_error* cw_pull_snapshot(cw_engine* engine, const char* place,
                                  const cw_pull_snapshot_options* options, cw_index_report* report);

#ifdef __cplusplus
}
#endif

#endif /* CODEWEAVER_C_SNAPSHOT_H_ */
