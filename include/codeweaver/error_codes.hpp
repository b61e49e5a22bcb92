// Error codes: values of Error::code that programs can handle by name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_ERROR_CODES_HPP_
#define CODEWEAVER_ERROR_CODES_HPP_

namespace codeweaver::inline v0_1::error_code {

/// The caller asked to stop. Finished work is kept; call again to continue.
inline constexpr char kCancelled[] = "CANCELLED";
/// Another process writes this index or the list of projects. Try again when it has finished.
inline constexpr char kIndexLocked[] = "INDEX_LOCKED";
/// This folder has no index yet. Index it, or wait for the first run.
inline constexpr char kIndexNotFound[] = "INDEX_NOT_FOUND";
/// The index was built with another embedder. Rebuild the index, or configure the former embedder.
inline constexpr char kModelMismatch[] = "MODEL_MISMATCH";
/// The index was built with the built-in model of another release. The next run or search rebuilds
/// it.
inline constexpr char kFormerModel[] = "FORMER_MODEL";
/// A segment (a file of the index) is damaged. The next run or search rebuilds it from the
/// database.
inline constexpr char kSegmentCorrupt[] = "SEGMENT_CORRUPT";
/// The list of the index's segments is damaged. The next run or search rebuilds it from the
/// database.
inline constexpr char kManifestCorrupt[] = "MANIFEST_CORRUPT";
/// The database is damaged. A forced run moves it aside and recovers its readable parts.
inline constexpr char kStateCorrupt[] = "STATE_CORRUPT";
/// No project is named, and none is active. Name a project.
inline constexpr char kNoProject[] = "NO_PROJECT";
/// No project has this id or this folder. List the projects.
inline constexpr char kProjectNotFound[] = "PROJECT_NOT_FOUND";
/// This operation needs an index or files, but a query node only reads the store
/// (search.from_store). Run it where the project is indexed.
inline constexpr char kQueryNode[] = "QUERY_NODE";
/// Several projects were given to an operation that works on one project. Repeat it for each
/// project.
inline constexpr char kOneProjectOnly[] = "ONE_PROJECT_ONLY";
/// A file or folder does not exist. Check the path.
inline constexpr char kPathNotFound[] = "PATH_NOT_FOUND";
/// A file exceeds the size limit. Raise the limit, or exclude the file.
inline constexpr char kFileTooLarge[] = "FILE_TOO_LARGE";
/// A file is binary. The file is skipped.
inline constexpr char kBinaryFile[] = "BINARY_FILE";
/// The encoding of a text is not supported. Convert it to UTF-8.
inline constexpr char kNotUtf8[] = "NOT_UTF8";
/// A document (PDF, DOCX, ...) is damaged. The file is skipped; save it again.
inline constexpr char kDocumentCorrupt[] = "DOCUMENT_CORRUPT";
/// A document is protected by a password. The file is skipped; save it without a password.
inline constexpr char kDocumentEncrypted[] = "DOCUMENT_ENCRYPTED";
/// The unpacked size or the text of a document exceeds the limit. The file is skipped; split it.
inline constexpr char kDocumentTooLarge[] = "DOCUMENT_TOO_LARGE";
/// The pages of a document are images. The file is skipped; add its text by OCR.
inline constexpr char kDocumentHasNoText[] = "DOCUMENT_HAS_NO_TEXT";
/// No PDF reader is configured, or it does not work. Install PDFium.
inline constexpr char kNoPdfReader[] = "NO_PDF_READER";
/// This build cannot read DOCX and PPTX. Build with CODEWEAVER_OFFICE=ON.
inline constexpr char kNoOfficeReader[] = "NO_OFFICE_READER";
/// ONNX Runtime is missing or too old, or the given file is another library. Install it, and set
/// its path.
inline constexpr char kOnnxRuntimeNotFound[] = "ONNX_RUNTIME_NOT_FOUND";
/// A pattern is invalid. Correct it at the byte that the message gives, for example with a
/// backslash.
inline constexpr char kPatternInvalid[] = "PATTERN_INVALID";
/// A pattern uses an unsupported construct, such as look-around. Remove it, or choose Perl syntax.
inline constexpr char kPatternUnsupported[] = "PATTERN_UNSUPPORTED";
/// A Perl pattern needs too much work in many files. Avoid nested repetition.
inline constexpr char kPatternTooCostly[] = "PATTERN_TOO_COSTLY";
/// A file type is unknown. List the known types.
inline constexpr char kUnknownType[] = "UNKNOWN_TYPE";
/// The system allows no more folder watches for this user. Raise the limit. Without watches,
/// searches still check the folder.
inline constexpr char kWatchLimit[] = "WATCH_LIMIT";
/// A file is not a snapshot, or is damaged or incomplete. Download it again; nothing was changed.
inline constexpr char kSnapshotCorrupt[] = "SNAPSHOT_CORRUPT";
/// A snapshot was made by a newer version. Update this installation; nothing was changed.
inline constexpr char kSnapshotTooNew[] = "SNAPSHOT_TOO_NEW";
/// A snapshot was made with other settings, and cannot be used here. Make it with the same
/// settings.
inline constexpr char kSnapshotOfOtherSettings[] = "SNAPSHOT_OF_OTHER_SETTINGS";
/// A snapshot is not signed with the given key, or the signature is wrong. Do not use it.
inline constexpr char kSignatureInvalid[] = "SIGNATURE_INVALID";

}  // namespace codeweaver::inline v0_1::error_code

#endif  // CODEWEAVER_ERROR_CODES_HPP_
