// Indexes a folder and searches it, with the C ABI, in Go with cgo.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// CGO_CFLAGS=$(pkg-config --cflags codeweaver_c) CGO_LDFLAGS=$(pkg-config --libs codeweaver_c) go run main.go FOLDER STATE_DIR "QUESTION"
package main

/*
#include <codeweaver/c/codeweaver.h>
#include <stdlib.h>

static cw_error* open_project(const char* project, const char* state_dir, cw_engine** engine) {
  cw_open_options options = CW_OPEN_OPTIONS_INIT;
  options.project = project;
  options.state_dir = state_dir;
  return cw_open(&options, engine);
}
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"unsafe"
)

// check returns the text of an error and frees the error.
func check(failed *C.cw_error) error {
	if failed == nil {
		return nil
	}
	defer C.cw_error_free(failed)
	return errors.New(C.GoString(C.cw_error_message(failed)))
}

func run(folder, state, question string) error {
	cFolder, cState, cQuestion := C.CString(folder), C.CString(state), C.CString(question)
	defer C.free(unsafe.Pointer(cFolder))
	defer C.free(unsafe.Pointer(cState))
	defer C.free(unsafe.Pointer(cQuestion))
	var engine *C.cw_engine
	if err := check(C.open_project(cFolder, cState, &engine)); err != nil {
		return err
	}
	defer C.cw_close(engine)
	if err := check(C.cw_index(engine, nil, nil)); err != nil {
		return err
	}
	var answer *C.cw_answer
	if err := check(C.cw_search(engine, cQuestion, nil, &answer)); err != nil {
		return err
	}
	defer C.cw_answer_free(answer)
	for at := C.size_t(0); at < C.cw_answer_count(answer) && at < 3; at++ {
		match := C.cw_match{size: C.sizeof_cw_match}
		if err := check(C.cw_answer_match(answer, at, &match)); err != nil {
			return err
		}
		fmt.Printf("%s  %s  %.2f\n", C.GoString(match.place), C.GoString(match.name), float64(match.relevance))
	}
	return nil
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintf(os.Stderr, "usage: %s FOLDER STATE_DIR \"QUESTION\"\n", os.Args[0])
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
