/* Indexes a folder and searches it, with the C ABI. */
/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cc main.c $(pkg-config --cflags --libs codeweaver_c) && ./a.out FOLDER STATE_DIR "QUESTION" */
#include <codeweaver/c/codeweaver.h>
#include <stdio.h>

static int fail(cw_error* error) {
  fprintf(stderr, "%s: %s\n", cw_error_code(error), cw_error_message(error));
  cw_error_free(error);
  return 1;
}

static int show_progress(const cw_progress* progress, void* context) {
  (void)context;
  fprintf(stderr, "\r%llu of %llu files", (unsigned long long)progress->files_processed,
          (unsigned long long)progress->files_discovered);
  return 0; /* other values stop the run */
}

int main(int argc, char** argv) {
  cw_open_options open_options = CW_OPEN_OPTIONS_INIT;
  cw_index_options index_options = CW_INDEX_OPTIONS_INIT;
  cw_index_report report = CW_INDEX_REPORT_INIT;
  cw_search_options search_options = CW_SEARCH_OPTIONS_INIT;
  cw_engine* engine = NULL;
  cw_answer* answer = NULL;
  cw_error* error;
  size_t i;

  if (argc != 4) {
    fprintf(stderr, "usage: %s FOLDER STATE_DIR \"QUESTION\"\n", argv[0]);
    return 2;
  }
  open_options.project = argv[1];
  open_options.state_dir = argv[2];
  if ((error = cw_open(&open_options, &engine)) != NULL) return fail(error);

  index_options.on_progress = show_progress;
  if ((error = cw_index(engine, &index_options, &report)) != NULL) {
    cw_close(engine);
    return fail(error);
  }
  fprintf(stderr, "\r%llu files, %llu chunks\n", (unsigned long long)report.total_files,
          (unsigned long long)report.total_chunks);

  search_options.limit = 3;
  if ((error = cw_search(engine, argv[3], &search_options, &answer)) != NULL) {
    cw_close(engine);
    return fail(error);
  }
  for (i = 0; i < cw_answer_count(answer); ++i) {
    cw_match match = CW_MATCH_INIT;
    if ((error = cw_answer_match(answer, i, &match)) != NULL) return fail(error);
    printf("%s  %s  %.2f\n", match.place, match.name, match.relevance);
  }
  cw_answer_free(answer);
  cw_close(engine);
  return 0;
}
