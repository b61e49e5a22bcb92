// Indexes a folder and searches it, with the C ABI, in Rust without any crate.
// SPDX-License-Identifier: MIT OR Apache-2.0
// rustc main.rs -l codeweaver_c -L FOLDER_OF_THE_LIBRARY && ./main FOLDER STATE_DIR "QUESTION"
use std::ffi::{c_char, c_int, c_void, CStr, CString};
use std::ptr::{null, null_mut};

#[repr(C)]
struct OpenOptions {
    size: usize,
    project: *const c_char,
    state_dir: *const c_char,
    project_id: *const c_char,
    settings: *const *const c_char,
    setting_count: usize,
    embedder: *const c_void,
    log: *const c_void,
    log_context: *const c_void,
}

#[repr(C)]
struct Match {
    size: usize,
    path: *const c_char,
    absolute_path: *const c_char,
    language: *const c_char,
    start_line: u32,
    end_line: u32,
    content: *const c_char,
    name: *const c_char,
    kind: *const c_char,
    part: *const c_char,
    place: *const c_char,
    relevance: f64,
}

#[link(name = "codeweaver_c")]
extern "C" {
    fn cw_open(options: *const OpenOptions, engine: *mut *mut c_void) -> *mut c_void;
    fn cw_close(engine: *mut c_void);
    fn cw_index(engine: *mut c_void, options: *const c_void, report: *mut c_void) -> *mut c_void;
    fn cw_search(engine: *mut c_void, query: *const c_char, options: *const c_void, answer: *mut *mut c_void) -> *mut c_void;
    fn cw_answer_count(answer: *const c_void) -> usize;
    fn cw_answer_match(answer: *const c_void, at: usize, into: *mut Match) -> *mut c_void;
    fn cw_answer_free(answer: *mut c_void);
    fn cw_error_message(error: *const c_void) -> *const c_char;
    fn cw_error_free(error: *mut c_void);
}

/// Returns the text of an error and frees the error.
fn check(error: *mut c_void) -> Result<(), String> {
    if error.is_null() {
        return Ok(());
    }
    unsafe {
        let text = CStr::from_ptr(cw_error_message(error)).to_string_lossy().into_owned();
        cw_error_free(error);
        Err(text)
    }
}

fn run(folder: &str, state: &str, question: &str) -> Result<(), String> {
    let text = |value: &str| CString::new(value).map_err(|error| error.to_string());
    let (folder, state, question) = (text(folder)?, text(state)?, text(question)?);
    let options = OpenOptions {
        size: std::mem::size_of::<OpenOptions>(),
        project: folder.as_ptr(),
        state_dir: state.as_ptr(),
        project_id: null(),
        settings: null(),
        setting_count: 0,
        embedder: null(),
        log: null(),
        log_context: null(),
    };
    let (mut engine, mut answer) = (null_mut(), null_mut());
    unsafe {
        check(cw_open(&options, &mut engine))?;
        check(cw_index(engine, null(), null_mut()))?;
        check(cw_search(engine, question.as_ptr(), null(), &mut answer))?;
        for at in 0..cw_answer_count(answer).min(3) {
            let mut found: Match = std::mem::zeroed();
            found.size = std::mem::size_of::<Match>();
            check(cw_answer_match(answer, at, &mut found))?;
            let show = |text: *const c_char| CStr::from_ptr(text).to_string_lossy();
            println!("{}  {}  {:.2}", show(found.place), show(found.name), found.relevance);
        }
        cw_answer_free(answer);
        cw_close(engine);
    }
    Ok(())
}

fn main() {
    let given: Vec<String> = std::env::args().collect();
    if given.len() != 4 {
        eprintln!("usage: {} FOLDER STATE_DIR \"QUESTION\"", given[0]);
        std::process::exit(2);
    }
    if let Err(error) = run(&given[1], &given[2], &given[3]) {
        eprintln!("{error}");
        let failed: c_int = 1;
        std::process::exit(failed);
    }
}
