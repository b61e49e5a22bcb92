// Error codes that programs react to: the values of Error::code that are told apart by name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_ERROR_CODES_HPP_
#define CODEWEAVER_ERROR_CODES_HPP_

namespace codeweaver::inline v0_1::error_code {

/// The caller asked to stop. Nothing is wrong: what was done so far is kept; call again.
inline constexpr char kCancelled[] = "CANCELLED";
/// Another process writes this index, or holds the list of projects. Try again when it has ended.
inline constexpr char kIndexLocked[] = "INDEX_LOCKED";
/// There is no index of this folder yet. Index it, or wait for the first run.
inline constexpr char kIndexNotFound[] = "INDEX_NOT_FOUND";
/// The index was built with another embedder. Re-index by force, or configure the former one.
inline constexpr char kModelMismatch[] = "MODEL_MISMATCH";
/// The index was built with the built-in model of another release. The next run or search makes it
/// anew.
inline constexpr char kFormerModel[] = "FORMER_MODEL";
/// A segment is damaged. It is made again from the database by the next run or search.
inline constexpr char kSegmentCorrupt[] = "SEGMENT_CORRUPT";
/// A list of segments is damaged. It is made again as segments are.
inline constexpr char kManifestCorrupt[] = "MANIFEST_CORRUPT";
/// The database is damaged. A forced run sets it aside and reads what it can of it.
inline constexpr char kStateCorrupt[] = "STATE_CORRUPT";
/// No project is named, and none is active. Name one.
inline constexpr char kNoProject[] = "NO_PROJECT";
/// No project has this id or lies at this place. List those there are.
inline constexpr char kProjectNotFound[] = "PROJECT_NOT_FOUND";
/// A query node asks the store alone (search.from_store), and was asked for what needs an index or
/// files. Ask where the project is indexed.
inline constexpr char kQueryNode[] = "QUERY_NODE";
/// A file or folder is not there. Check the path.
inline constexpr char kPathNotFound[] = "PATH_NOT_FOUND";
/// A file is larger than may be read. Raise the limit, or leave the file out.
inline constexpr char kFileTooLarge[] = "FILE_TOO_LARGE";
/// A file is no text. It is left out.
inline constexpr char kBinaryFile[] = "BINARY_FILE";
/// A text is in no encoding that is known. Convert it to UTF-8.
inline constexpr char kNotUtf8[] = "NOT_UTF8";
/// A document (PDF, DOCX, ...) is damaged. It is left out; save it anew.
inline constexpr char kDocumentCorrupt[] = "DOCUMENT_CORRUPT";
/// A document is protected by a password. It is left out; save it without one.
inline constexpr char kDocumentEncrypted[] = "DOCUMENT_ENCRYPTED";
/// A document unpacks to more, or holds more text, than may be read. It is left out; split it.
inline constexpr char kDocumentTooLarge[] = "DOCUMENT_TOO_LARGE";
/// The pages of a document are pictures. It is left out; let a program recognise the text.
inline constexpr char kDocumentHasNoText[] = "DOCUMENT_HAS_NO_TEXT";
/// No reader of PDFs is set, or it does not work. Install PDFium.
inline constexpr char kNoPdfReader[] = "NO_PDF_READER";
/// This build reads no DOCX and PPTX. Build with CODEWEAVER_OFFICE=ON.
inline constexpr char kNoOfficeReader[] = "NO_OFFICE_READER";
/// ONNX Runtime is not there, is too old or is another library. Install it and name its file.
inline constexpr char kOnnxRuntimeNotFound[] = "ONNX_RUNTIME_NOT_FOUND";
/// A pattern cannot be read. The message names the byte; quote what stands for itself.
inline constexpr char kPatternInvalid[] = "PATTERN_INVALID";
/// A pattern asks for what is not supported, such as look-around. Write it without, or ask for
/// Perl's syntax.
inline constexpr char kPatternUnsupported[] = "PATTERN_UNSUPPORTED";
/// A pattern of Perl takes too much work in many files. Write it with fewer repetitions in one
/// another.
inline constexpr char kPatternTooCostly[] = "PATTERN_TOO_COSTLY";
/// A type of files has no definition. List those there are.
inline constexpr char kUnknownType[] = "UNKNOWN_TYPE";
/// The system watches no further folders for this user. Raise its limit; searches look themselves.
inline constexpr char kWatchLimit[] = "WATCH_LIMIT";
/// A snapshot is damaged, cut short, or no snapshot at all. Fetch it again; nothing was changed.
inline constexpr char kSnapshotCorrupt[] = "SNAPSHOT_CORRUPT";
/// A snapshot was made by a newer version. Update this one; nothing was changed.
inline constexpr char kSnapshotTooNew[] = "SNAPSHOT_TOO_NEW";
/// A snapshot was made with other settings, and is of no use here. Make it with the same.
inline constexpr char kSnapshotOfOtherSettings[] = "SNAPSHOT_OF_OTHER_SETTINGS";
/// A snapshot is not signed by the key that was given, or its signature is wrong. Do not use it.
inline constexpr char kSignatureInvalid[] = "SIGNATURE_INVALID";

}  // namespace codeweaver::inline v0_1::error_code

#endif  // CODEWEAVER_ERROR_CODES_HPP_
