# Types of the compiled part of the package; tests/python/test_stub.py compares it with the module.
# SPDX-License-Identifier: MIT OR Apache-2.0
import enum
import os
import pathlib
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypedDict

import numpy
import numpy.typing
from typing_extensions import Unpack

__version__: str

_Path = str | os.PathLike[str]
_Text = str | bytes | None
_Overlay = Mapping[str, _Text] | Mapping[pathlib.Path, _Text] | Mapping[_Path, _Text]
_Floats = numpy.typing.NDArray[numpy.float32]
_Progress = Callable[["IndexProgress"], object] | bool

class _Keywords(TypedDict, total=False):
    """Options of one query; omitted ones and None keep their defaults."""

    task: AgentTask | str | None
    file_type: str | None
    directory: str | None
    paths: Sequence[str] | None
    purpose: Purpose | str | None
    chunk_strategy: str | None
    min_similarity: float | None
    detail: Detail | str | None
    ref: str | None
    changed_in: str | None
    candidates: int | None
    fusion: FusionMethod | str | None
    file_decay: float | None
    rrf_k: float | None
    rerank_depth: int | None
    weights: dict[str, float] | None
    context_lines: int | None
    count_callers: bool | None
    explain: bool | None
    deadline: float | None

class FindCodeKeywords(_Keywords, total=False):
    """Further keywords of CodeWeaver.find_code()."""

    limit: int | None
    queries: Sequence[str] | None
    file_glob: str | None

class AskKeywords(_Keywords, total=False):
    """Further keywords of CodeWeaver.ask()."""

    file_glob: str | None
    intent: IntentType | str | None
    focus_languages: Sequence[str] | None
    include_tests: bool | None

class ListKeywords(_Keywords, total=False):
    """Further keywords of CodeWeaver.search()."""

    queries: Sequence[str] | None
    intent: IntentType | str | None
    focus_languages: Sequence[str] | None
    include_tests: bool | None
    token_limit: int | None

class ProjectsKeywords(ListKeywords, total=False):
    """Further keywords of search_projects()."""

    file_glob: str | None

class SearchKeywords(ProjectsKeywords, total=False):
    """All options of a query."""

    limit: int | None

class IndexKeywords(TypedDict, total=False):
    """Options of an index; omitted ones and None keep their defaults."""

    max_file_bytes: int | None
    max_document_bytes: int | None
    pdf_reader: list[str] | None
    parse_memory: int | None
    data_file_chunks: int | None
    warn_files: int | None
    max_files: int | None
    workers: int | None
    memory_budget: int | None
    publish_after: float | None
    exclude: Sequence[str] | None
    tooling_directories: Sequence[str] | None
    extra_extensions: dict[str, str] | None
    secrets: str | None
    chunk_strategy: ChunkStrategy | str | None
    target_tokens: int | None
    min_tokens: int | None
    max_tokens: int | None
    hard_limit: int | None
    text_overlap: float | None

class IntentType(str, enum.Enum):
    """The purpose of a query."""

    UNDERSTAND = "understand"
    IMPLEMENT = "implement"
    DEBUG = "debug"
    OPTIMIZE = "optimize"
    TEST = "test"
    CONFIGURE = "configure"
    DOCUMENT = "document"

class QueryComplexity(str, enum.Enum):
    """Complexity of a query."""

    SIMPLE = "simple"
    MODERATE = "moderate"
    COMPLEX = "complex"

class SemanticClass(str, enum.Enum):
    """Role of a piece of code, from definitions to syntax."""

    DEFINITION_CALLABLE = "definition_callable"
    DEFINITION_TYPE = "definition_type"
    DEFINITION_DATA = "definition_data"
    DEFINITION_TEST = "definition_test"
    BOUNDARY_MODULE = "boundary_module"
    BOUNDARY_ERROR = "boundary_error"
    BOUNDARY_RESOURCE = "boundary_resource"
    DOCUMENTATION_STRUCTURED = "documentation_structured"
    FLOW_BRANCHING = "flow_branching"
    FLOW_ITERATION = "flow_iteration"
    FLOW_CONTROL = "flow_control"
    FLOW_ASYNC = "flow_async"
    OPERATION_INVOCATION = "operation_invocation"
    OPERATION_DATA = "operation_data"
    OPERATION_OPERATOR = "operation_operator"
    EXPRESSION_ANONYMOUS = "expression_anonymous"
    SYNTAX_KEYWORD = "syntax_keyword"
    SYNTAX_IDENTIFIER = "syntax_identifier"
    SYNTAX_LITERAL = "syntax_literal"
    SYNTAX_ANNOTATION = "syntax_annotation"
    SYNTAX_PUNCTUATION = "syntax_punctuation"

class AgentTask(str, enum.Enum):
    """The task of an agent; it weights the roles of code."""

    DEBUG = "debug"
    DEFAULT = "default"
    DOCUMENT = "document"
    IMPLEMENT = "implement"
    LOCAL_EDIT = "local_edit"
    REFACTOR = "refactor"
    REVIEW = "review"
    SEARCH = "search"
    TEST = "test"

class ChunkSource(str, enum.Enum):
    """Origin of a chunk: lines, a whole file or syntax nodes."""

    TEXT_BLOCK = "text_block"
    FILE = "file"
    AST_NODE = "ast_node"

class MatchType(str, enum.Enum):
    """The kind of search that found a match."""

    SEMANTIC = "semantic"
    SYNTACTIC = "syntactic"
    KEYWORD = "keyword"
    FILE_PATTERN = "file_pattern"

class SearchStrategy(str, enum.Enum):
    """A stage of a search that ran."""

    HYBRID_SEARCH = "hybrid_search"
    SEMANTIC_RERANK = "semantic_rerank"
    SPARSE_ONLY = "sparse_only"
    DENSE_ONLY = "dense_only"
    KEYWORD_FALLBACK = "keyword_fallback"

class ReferenceLink(str, enum.Enum):
    """How a use of a name was linked to a definition."""

    RESOLVED = "resolved"
    CANDIDATES = "candidates"
    BY_NAME = "by_name"
    ELSEWHERE = "elsewhere"

class CallRelation(str, enum.Enum):
    """What is asked about a definition."""

    CALLERS = "callers"
    CALLEES = "callees"
    TESTS = "tests"
    IMPLEMENTATIONS = "implementations"
    PATH = "path"
    IMPORTS = "imports"
    IMPORTERS = "importers"
    CYCLES = "cycles"

class RenameDoubt(str, enum.Enum):
    """Why a place with the name is not in the diff."""

    BY_NAME = "by_name"
    CANDIDATES = "candidates"
    TEXT = "text"

class WhyNotStage(str, enum.Enum):
    """The stage of the search that removed a file."""

    NOT_INDEXED = "not_indexed"
    FILTERED = "filtered"
    NOT_RETRIEVED = "not_retrieved"
    RERANK_DEPTH = "rerank_depth"
    MIN_SIMILARITY = "min_similarity"
    TOP_K = "top_k"
    TOKEN_LIMIT = "token_limit"
    ANSWERED = "answered"

class Detail(str, enum.Enum):
    """How much of each chunk an answer contains."""

    SUMMARY = "summary"
    SNIPPET = "snippet"
    FULL = "full"

class IndexStatus(str, enum.Enum):
    """How an indexing run ended."""

    SUCCESS = "success"
    PARTIAL = "partial"
    SKIPPED = "skipped"
    FAILED = "failed"
    CANCELLED = "cancelled"

class IndexStage(str, enum.Enum):
    """Stage of an indexing run."""

    DISCOVER = "discover"
    INDEX = "index"
    DERIVE = "derive"
    DONE = "done"

class ChunkStrategy(str, enum.Enum):
    """How the files of a folder are cut into chunks."""

    AST = "ast"
    SIMPLE_FILE_CHUNKS = "simple_file_chunks"

class Purpose(str, enum.Enum):
    """The use of the records in a namespace."""

    CODE_SEARCH = "code_search"
    ATLAS_GRAPH = "atlas_graph"
    DOCS_SEARCH = "docs_search"

class FusionMethod(str, enum.Enum):
    """How to merge the two candidate lists."""

    RRF = "rrf"
    WEIGHTED = "weighted"

class CueStrength(str, enum.Enum):
    """Strength of a single cue of the intent classifier."""

    WEAK = "weak"
    VERB = "verb"
    STRONG = "strong"
    COMMAND = "command"
    OPENING = "opening"

class _Value:
    """An immutable value: equal if all fields are equal; field names are the keys of dictionaries and JSON."""

    __match_args__: tuple[str, ...]
    def __eq__(self, other: object, /) -> bool: ...
    def to_json(self) -> str:
        """Its fields as JSON text."""

class Span(_Value):
    """Lines of a file: 1-based, inclusive."""

    def __init__(self, start_line: int, end_line: int) -> None: ...
    def __hash__(self) -> int: ...
    @property
    def start_line(self) -> int:
        """First line."""
    @property
    def end_line(self) -> int:
        """Last line."""
    @property
    def line_count(self) -> int:
        """Number of lines."""
    def to_dict(self) -> list[int]:
        """The same as to_json(), as a dictionary or list."""
    @staticmethod
    def from_json(text: str) -> Span:
        """Reads the JSON text of to_json()."""

class ExtKind(_Value):
    """Classification of a file by its name."""

    @property
    def extension(self) -> str:
        """Lower case, without the dot."""
    @property
    def category(self) -> str:
        """code, config, docs, data or other."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""
    @staticmethod
    def from_json(text: str) -> ExtKind:
        """Reads the JSON text of to_json()."""

class CodeChunk(_Value):
    """A piece of a file: the unit that is indexed and returned."""

    @property
    def content(self) -> str:
        """Text; never empty."""
    @property
    def line_range(self) -> Span:
        """Its lines."""
    @property
    def file_path(self) -> str:
        """Relative to the project, '/' separated."""
    @property
    def language(self) -> str:
        """Language id; empty: unknown."""
    @property
    def source(self) -> ChunkSource:
        """Origin of the chunk."""
    @property
    def ext_kind(self) -> ExtKind | None:
        """Classification of the file by its name; None: unknown."""
    @property
    def timestamp(self) -> float:
        """Last modification, seconds since 1970."""
    @property
    def chunk_id(self) -> str | None:
        """UUIDv7 as text; None until stored."""
    @property
    def parent_id(self) -> str | None:
        """Id of the enclosing chunk; None: none."""
    @property
    def metadata(self) -> dict[str, str]:
        """Further data by name."""
    @property
    def chunk_name(self) -> str | None:
        """"auth.py:UserAuth.validate"; None: no name."""
    @property
    def semantic_class(self) -> SemanticClass:
        """Role of the code."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""
    @staticmethod
    def from_json(text: str) -> CodeChunk:
        """Reads the JSON text of to_json()."""

class DiscoveredFile(_Value):
    """A file that discovery selected for the index."""

    @property
    def absolute_path(self) -> str:
        """Absolute path."""
    @property
    def path(self) -> str:
        """Relative to the project, '/' separated."""
    @property
    def language(self) -> str:
        """Language id; "text" for plain text."""
    @property
    def size_bytes(self) -> int:
        """Size in bytes."""
    @property
    def last_modified(self) -> float:
        """Seconds since 1970."""
    @property
    def ext_kind(self) -> ExtKind:
        """Classification by its name."""
    @property
    def is_test(self) -> bool:
        """Contains tests."""
    @property
    def is_generated(self) -> bool:
        """Generated or minified."""
    @property
    def content_hash(self) -> str:
        """XXH3-128 of its bytes, 32 hex digits."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""
    @staticmethod
    def from_json(text: str) -> DiscoveredFile:
        """Reads the JSON text of to_json()."""

class ImportanceScores(_Value):
    """Importance of a role of code for five activities, each in [0, 1]."""

    @property
    def discovery(self) -> float:
        """Finding code."""
    @property
    def comprehension(self) -> float:
        """Understanding code."""
    @property
    def modification(self) -> float:
        """Changing code."""
    @property
    def debugging(self) -> float:
        """Finding bugs."""
    @property
    def documentation(self) -> float:
        """Documenting code."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

def document_kind(file_name: str) -> str | None:
    """The kind of a document by its file name: "pdf", "docx", "pptx" or "jupyter"; None: not a document."""
def document_text(data: bytes, kind: str, pdfium: str = "") -> str:
    """The text of a document in Markdown, as in the index. PDFs are read in this process, with the library `pdfium`.
    See codeweaver.documents."""
def importance_of(semantic_class: SemanticClass | str) -> ImportanceScores:
    """Importance of a role of code."""
def task_profile(task: AgentTask | str) -> ImportanceScores:
    """Weights of the five scores for a task; they add up to 1."""

class QueryIntent(_Value):
    """The intent of a query."""

    def __init__(
        self,
        intent_type: IntentType | str,
        confidence: float,
        reasoning: str,
        focus_areas: Sequence[str] = [],
        complexity_level: QueryComplexity | str = "simple",
    ) -> None: ...
    @property
    def intent_type(self) -> IntentType:
        """Purpose of the query."""
    @property
    def confidence(self) -> float:
        """In [0, 1]."""
    @property
    def reasoning(self) -> str:
        """The words that decided; never empty."""
    @property
    def focus_areas(self) -> list[str]:
        """Subjects of the query, in query order."""
    @property
    def complexity_level(self) -> QueryComplexity:
        """Complexity of the query."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""
    @staticmethod
    def from_json(text: str) -> QueryIntent:
        """Reads the JSON text of to_json()."""

class IntentClassifier:
    """Finds the intent of a query from cue words and phrases."""

    def __init__(self) -> None:
        """Uses the built-in cues."""
    @property
    def rule_count(self) -> int:
        """Number of cues."""
    def classify(self, query: str) -> QueryIntent | None:
        """Returns the intent of a query, or None if it has no cue. Takes microseconds."""
    def describe(self, query: str, intent: IntentType | str) -> QueryIntent:
        """Returns the given intent for a query, with confidence 1 and the focus areas of the query."""
    def add_rule(self, phrase: str, intent: IntentType | str, strength: CueStrength | str = "strong") -> None:
        """Adds a cue, compared by word stems. Replaces an earlier cue with the same phrase."""

class Audit(_Value):
    """Origin of a match; empty texts are unknown."""

    @property
    def node_id(self) -> str:
        """"kind:path:qualname" or "chunk:path:start-end"."""
    @property
    def project(self) -> str:
        """Project id."""
    @property
    def name_space(self) -> str:
        """Namespace of pushed items."""
    @property
    def chunk_strategy(self) -> str:
        """How the chunk was made."""
    @property
    def source_system(self) -> str:
        """"local" for files of the project."""
    @property
    def source_batch_id(self) -> str:
        """Id of the run that read the file."""
    @property
    def git_commit(self) -> str:
        """Commit at that time."""
    @property
    def git_branch(self) -> str:
        """Branch at that time."""
    @property
    def git_dirty(self) -> bool | None:
        """Whether the working tree had changes; None outside git."""
    @property
    def source_captured_at(self) -> str:
        """ISO 8601."""
    @property
    def indexed_at(self) -> str:
        """ISO 8601."""
    @property
    def indexer_version(self) -> str:
        """Version of codeweaver."""
    @property
    def embedder_provider(self) -> str:
        """Provider of the vectors."""
    @property
    def embedder_model(self) -> str:
        """Model of the vectors."""
    @property
    def vector_backend(self) -> str:
        """Store or index that searched the vectors."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""
    @staticmethod
    def from_json(text: str) -> Audit:
        """Reads the JSON text of to_json()."""

class CallerCount(_Value):
    """How many definitions call the one of a match."""

    @property
    def total(self) -> int:
        """All, with tests."""
    @property
    def tests(self) -> int:
        """Those in test files."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""
    @staticmethod
    def from_json(text: str) -> CallerCount:
        """Reads the JSON text of to_json()."""

class MatchRanks(_Value):
    """Ranks of a match at each stage of the search, from 1."""

    @property
    def lexical(self) -> int | None:
        """By words; None: not in that list."""
    @property
    def dense(self) -> int | None:
        """By meaning; None: not in that list."""
    @property
    def fused(self) -> int:
        """After fusion of the lists."""
    @property
    def reranked(self) -> int | None:
        """By rerank_score; None: no reranker ran."""
    @property
    def answer(self) -> int:
        """By relevance_score."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""
    @staticmethod
    def from_json(text: str) -> MatchRanks:
        """Reads the JSON text of to_json()."""

class CodeMatch(_Value):
    """One match; all scores are in [0, 1]."""

    @property
    def file(self) -> DiscoveredFile:
        """The file that contains it."""
    @property
    def content(self) -> CodeChunk:
        """The matching chunk."""
    @property
    def span(self) -> Span:
        """Its lines."""
    @property
    def relevance_score(self) -> float:
        """Matches are sorted by this."""
    @property
    def similarity(self) -> float:
        """Calibrated similarity to the query."""
    @property
    def dense_score(self) -> float | None:
        """Score by vectors; None: not computed."""
    @property
    def sparse_score(self) -> float | None:
        """Score by words; None: not computed."""
    @property
    def rerank_score(self) -> float | None:
        """Score of the reranker; None: not computed."""
    @property
    def semantic_score(self) -> float | None:
        """Importance of the code's role; None: not computed."""
    @property
    def match_type(self) -> MatchType:
        """The kind of search that found it."""
    @property
    def related_symbols(self) -> list[str]:
        """Names it defines or uses."""
    @property
    def context_before(self) -> list[str]:
        """Lines before it."""
    @property
    def context_after(self) -> list[str]:
        """Lines after it."""
    @property
    def callers(self) -> CallerCount | None:
        """How many definitions call it, with count_callers=True; None: not known."""
    @property
    def audit(self) -> Audit:
        """Its origin."""
    @property
    def explanation(self) -> list[str]:
        """Reasons for its rank, with explain=True."""
    @property
    def features(self) -> dict[str, float]:
        """Feature values of the reranker by name, with explain=True."""
    @property
    def effects(self) -> dict[str, float]:
        """Contribution of each feature to the reranker's score, relative to all candidates, with explain=True."""
    @property
    def ranks(self) -> MatchRanks | None:
        """Its ranks at each stage, with explain=True."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""
    @staticmethod
    def from_json(text: str) -> CodeMatch:
        """Reads the JSON text of to_json()."""

class AskedCallGraph(_Value):
    """The question to the call graph that a search was answered by."""

    @property
    def relation(self) -> CallRelation:
        """Callers, callees or tests."""
    @property
    def start(self) -> str:
        """The name."""
    @property
    def depth(self) -> int:
        """Steps that the answer covers."""
    @property
    def count(self) -> int:
        """Number of places, without those by name only."""
    @property
    def by_name(self) -> int:
        """Number of lines known by name only."""
    @property
    def is_cut(self) -> bool:
        """Whether there are more."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""
    @staticmethod
    def from_json(text: str) -> AskedCallGraph:
        """Reads the JSON text of to_json()."""

class FindCodeResponseSummary(_Value):
    """The answer to one query."""

    @property
    def matches(self) -> list[CodeMatch]:
        """Best first; ties by path, then line."""
    @property
    def summary(self) -> str:
        """1 to 1000 characters about the best three."""
    @property
    def query_intent(self) -> QueryIntent | None:
        """None: no intent."""
    @property
    def total_matches(self) -> int:
        """Candidates that pass the filters."""
    @property
    def total_results(self) -> int:
        """Number of matches."""
    @property
    def token_count(self) -> int:
        """Tokens of all matches with their context."""
    @property
    def execution_time_ms(self) -> float:
        """Wall time in milliseconds."""
    @property
    def search_strategy(self) -> list[SearchStrategy]:
        """The stages that ran."""
    @property
    def languages_found(self) -> list[str]:
        """Languages of the matches, sorted."""
    @property
    def warnings(self) -> list[str]:
        """Warnings, for example about a stale index."""
    @property
    def suggestions(self) -> list[str]:
        """What to try next, if nothing was found."""
    @property
    def interpreted_query(self) -> str:
        """A query with exact parts, as it was read; empty: the query has only words."""
    @property
    def exact_files(self) -> int:
        """Files that match these exact parts."""
    @property
    def call_graph(self) -> AskedCallGraph | None:
        """Set if the matches come from the call graph, nearest first."""
    @property
    def searched_chunks(self) -> int:
        """Chunks in the index."""
    @property
    def searched_files(self) -> int:
        """Files in the index."""
    @property
    def generation(self) -> int:
        """Index generation that the answer is from."""
    @property
    def ref(self) -> str:
        """The searched ref; empty: the working tree."""
    @property
    def commit(self) -> str:
        """The commit of that ref."""
    @property
    def changed_in(self) -> str:
        """The difference that restricts the matches; empty: none."""
    @property
    def confidence(self) -> float | None:
        """Probability that the first match is correct; None: unknown for this embedder or reranker."""
    @property
    def coverage(self) -> float | None:
        """Share of the files that was searched, while the first index is being built; None: all files."""
    @property
    def seconds_left(self) -> float | None:
        """Estimated time until the first index is complete; None: unknown or complete."""
    @property
    def answer_features(self) -> dict[str, float]:
        """Features behind the confidence, with explain=True."""
    @property
    def stage_times_ms(self) -> dict[str, float]:
        """The duration of each stage by name, with explain=True."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""
    @staticmethod
    def from_json(text: str) -> FindCodeResponseSummary:
        """Reads the JSON text of to_json()."""

class FeatureDifference(_Value):
    """A feature of the file's best chunk, next to its value for the last match shown."""

    @property
    def name(self) -> str:
        """Name in the reranker."""
    @property
    def value(self) -> float:
        """Value of the file's best chunk."""
    @property
    def shown(self) -> float:
        """Value of the last match shown."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""

class WhyNot(_Value):
    """Why a file is not in an answer; None: the search did not get that far."""

    @property
    def path(self) -> str:
        """Relative to the project."""
    @property
    def stage(self) -> WhyNotStage:
        """The stage of the search that removed it."""
    @property
    def reason(self) -> str:
        """One or two sentences for users."""
    @property
    def filter(self) -> str:
        """The search filter that excludes it; empty: none."""
    @property
    def filter_value(self) -> str:
        """Value of that filter."""
    @property
    def lexical_rank(self) -> int | None:
        """Rank of its best chunk by words."""
    @property
    def dense_rank(self) -> int | None:
        """Rank of its best chunk by meaning."""
    @property
    def fused_rank(self) -> int | None:
        """Rank after fusion."""
    @property
    def rank(self) -> int | None:
        """Rank in the final order of all candidates."""
    @property
    def span(self) -> Span | None:
        """Lines of its best chunk."""
    @property
    def similarity(self) -> float | None:
        """Similarity of that chunk."""
    @property
    def relevance(self) -> float | None:
        """Relevance of that chunk."""
    @property
    def limit(self) -> float | None:
        """The limit that it missed."""
    @property
    def differences(self) -> list[FeatureDifference]:
        """Differences from the last match shown, largest first."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""

class SearchResult(_Value):
    """One result of CodeWeaver.search()."""

    @property
    def content(self) -> str:
        """Text of the chunk."""
    @property
    def file_path(self) -> str:
        """Relative to the folder, '/' separated."""
    @property
    def start_line(self) -> int:
        """First line, from 1."""
    @property
    def end_line(self) -> int:
        """Last line, inclusive."""
    @property
    def scope(self) -> str:
        """Qualified name of the definition; empty: none."""
    @property
    def score(self) -> float:
        """Relevance in [0, 1]."""
    @property
    def similarity(self) -> float:
        """Calibrated similarity in [0, 1]."""
    @property
    def language(self) -> str:
        """Language id."""
    @property
    def match_type(self) -> MatchType:
        """The kind of search that found it."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class CallGraphMatch(_Value):
    """A definition in an answer of call_graph()."""

    @property
    def symbol(self) -> SymbolMatch:
        """Its name is empty for code outside of definitions, its path if only its name is known."""
    @property
    def depth(self) -> int:
        """Number of steps to the definition asked for."""
    @property
    def via(self) -> str:
        """Qualified name of the definition one step nearer to it; path of a file."""
    @property
    def path(self) -> str:
        """File of the lines."""
    @property
    def lines(self) -> list[int]:
        """Where one of the two uses the other."""
    @property
    def link(self) -> ReferenceLink:
        """How these uses were linked."""
    @property
    def is_test(self) -> bool:
        """Whether it is in a test file."""
    @property
    def names(self) -> list[str]:
        """Imports: what is taken from the file by name."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class OutsideCalls(_Value):
    """Calls or imports of something outside of the project."""

    @property
    def name(self) -> str:
        """With the name before its dot: "os.path"."""
    @property
    def count(self) -> int:
        """Number of calls or imports."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class ImportCycle(_Value):
    """Files that need each other to be loaded."""

    @property
    def files(self) -> list[str]:
        """Paths, sorted."""
    @property
    def steps(self) -> list[CallGraphMatch]:
        """A shortest cycle among them: each step begins where the one before it ends."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class RemovedDefinition(_Value):
    """A definition that a difference removes or renames."""

    @property
    def symbol(self) -> SymbolMatch:
        """Path and lines are those before it."""
    @property
    def uses(self) -> list[ReferenceMatch]:
        """Lines that still have its name."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class CallGraphAnswer(_Value):
    """What call_graph() found."""

    @property
    def definitions(self) -> list[SymbolMatch]:
        """The definitions asked for."""
    @property
    def matches(self) -> list[CallGraphMatch]:
        """By depth, then code before tests; those known by name only last."""
    @property
    def outside(self) -> list[OutsideCalls]:
        """Callees and imports: those that leave the project."""
    @property
    def cycles(self) -> list[ImportCycle]:
        """Cycles: those with the fewest files first."""
    @property
    def elsewhere(self) -> int:
        """Callers: number of lines that have the name, but mean something else."""
    @property
    def by_name(self) -> int:
        """Lines known by name only, also if the limit cuts them off."""
    @property
    def removed(self) -> list[RemovedDefinition]:
        """Definitions that the difference removes."""
    @property
    def removed_since(self) -> str:
        """The commit that still has the removed definitions; empty: there are none."""
    @property
    def depth(self) -> int:
        """Number of steps that the answer covers."""
    @property
    def deeper(self) -> int:
        """Further definitions one step beyond the depth, at least; 0 if the depth is 1."""
    @property
    def is_over_limit(self) -> bool:
        """Whether more matches exist than the limit."""
    @property
    def is_out_of_time(self) -> bool:
        """Whether the time was too short to link all of them."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""

class RenamePlace(_Value):
    """A line with the name that a rename leaves out."""

    @property
    def path(self) -> str:
        """Relative to the project."""
    @property
    def line(self) -> int:
        """Number of the line, from 1."""
    @property
    def text(self) -> str:
        """The whole line."""
    @property
    def doubt(self) -> RenameDoubt:
        """Why it is not in the diff."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class RenamePreview(_Value):
    """What rename_preview() found."""

    @property
    def definitions(self) -> list[SymbolMatch]:
        """What is renamed together, or all that the name may mean."""
    @property
    def is_ambiguous(self) -> bool:
        """Whether several unrelated definitions have the name, so that there is no diff."""
    @property
    def diff(self) -> str:
        """A unified diff against the indexed texts."""
    @property
    def edits(self) -> int:
        """Number of names that the diff changes."""
    @property
    def files(self) -> int:
        """Number of files that the diff changes."""
    @property
    def left_out(self) -> list[RenamePlace]:
        """Places that are not in the diff."""
    @property
    def conflicts(self) -> list[str]:
        """What to check before."""
    @property
    def is_cut(self) -> bool:
        """Whether there are more."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""

class CodeMapDefinition(_Value):
    """A definition in a map."""

    @property
    def symbol(self) -> SymbolMatch:
        """Name, kind and place."""
    @property
    def signature(self) -> str:
        """Its first line, without its body."""
    @property
    def uses(self) -> int:
        """Number of uses in other files, by name."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class CodeMapFile(_Value):
    """A file in a map."""

    @property
    def path(self) -> str:
        """Relative to the project."""
    @property
    def rank(self) -> float:
        """Importance; the sum over all files is 1."""
    @property
    def definitions(self) -> list[CodeMapDefinition]:
        """Its most used definitions, by line."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class CodeMap(_Value):
    """What code_map() found."""

    @property
    def files(self) -> list[CodeMapFile]:
        """The most important files first."""
    @property
    def linked_files(self) -> int:
        """Number of files below the folder in a linked language."""
    @property
    def tokens(self) -> int:
        """Length of the map as text."""
    @property
    def is_cut(self) -> bool:
        """Whether the time was too short to read all files."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""

class ReferenceMatch(_Value):
    """A line that uses a name."""

    @property
    def path(self) -> str:
        """Relative to the project."""
    @property
    def language(self) -> str:
        """Language id of the file."""
    @property
    def line(self) -> int:
        """Number of the line, from 1."""
    @property
    def column(self) -> int:
        """Byte in the line where the name begins, from 1."""
    @property
    def text(self) -> str:
        """The whole line."""
    @property
    def enclosing(self) -> str:
        """Qualified name of the enclosing definition; empty: none."""
    @property
    def kind(self) -> str:
        """'call', 'type', 'import' or 'other'; empty: unknown."""
    @property
    def link(self) -> ReferenceLink:
        """Whether it means one definition, one of several, something else with this name, or is known by name only."""
    @property
    def targets(self) -> list[str]:
        """The definitions that it may mean, as "path:line"."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""

class SymbolMatch(_Value):
    """A definition found by name."""

    @property
    def name(self) -> str:
        """Last part of the qualified name."""
    @property
    def qualified_name(self) -> str:
        """Name with its enclosing scopes."""
    @property
    def kind(self) -> str:
        """function, class, ..."""
    @property
    def path(self) -> str:
        """Relative to the project."""
    @property
    def lines(self) -> Span:
        """Lines of the definition."""
    def to_dict(self) -> dict[str, Any]:
        """The same as to_json(), as a dictionary or list."""
    @staticmethod
    def from_json(text: str) -> SymbolMatch:
        """Reads the JSON text of to_json()."""

class TextHit(_Value):
    """A matching line, or a line next to one."""

    @property
    def line(self) -> int:
        """From 1."""
    @property
    def column(self) -> int:
        """Of the first match, in bytes; 0: the line has no match."""
    @property
    def text(self) -> str:
        """Long lines are cut; secrets are masked."""
    @property
    def scope(self) -> str:
        """Qualified name of the enclosing definition; empty: unknown."""
    @property
    def scope_kind(self) -> str:
        """function, class, ..."""
    @property
    def scope_begin(self) -> int:
        """First line of that definition."""
    @property
    def scope_end(self) -> int:
        """Last line of that definition."""
    @property
    def is_definition(self) -> bool:
        """The match is the name of that definition."""
    @property
    def is_word(self) -> bool:
        """The first match is a whole word."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class TextHitFile(_Value):
    """The hits of one file, by line."""

    @property
    def path(self) -> str:
        """Relative to the project."""
    @property
    def name_space(self) -> str:
        """Namespace of the hits; empty: the file itself."""
    @property
    def line_count(self) -> int:
        """Matching lines."""
    @property
    def hits(self) -> list[TextHit]:
        """The lines to show."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class TextHits(_Value):
    """Result of an exact search, grouped by file."""

    @property
    def files(self) -> list[TextHitFile]:
        """Definitions and code first, or sorted by path."""
    @property
    def commit(self) -> str:
        """The searched commit; empty: the current files."""
    @property
    def lines(self) -> int:
        """Matching lines, shown or not."""
    @property
    def matched_files(self) -> int:
        """Files with matching lines."""
    @property
    def is_whole(self) -> bool:
        """False: the search stopped early, more matches may exist."""
    @property
    def shown_lines(self) -> int:
        """Matching lines shown."""
    @property
    def searched_files(self) -> int:
        """Files in the scope of the search."""
    @property
    def read_files(self) -> int:
        """Files that were read; the index ruled out the others."""
    @property
    def masked_values(self) -> int:
        """Lines in which a secret is masked."""
    @property
    def left_out_files(self) -> int:
        """Files skipped because they usually hold secrets, for example .env."""
    @property
    def execution_time_ms(self) -> float:
        """Wall time in milliseconds."""
    @property
    def warnings(self) -> list[str]:
        """What may be missing from the result, and why."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class FileOutcome(_Value):
    """A file that was not indexed, and the reason."""

    @property
    def path(self) -> str:
        """Relative to the project."""
    @property
    def reason(self) -> str:
        """too_large, binary, not_utf8, unreadable, ..."""
    @property
    def detail(self) -> str:
        """One sentence."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class IndexProgress(_Value):
    """Progress of an indexing run."""

    @property
    def stage(self) -> IndexStage:
        """Current stage."""
    @property
    def files_discovered(self) -> int:
        """Files to check."""
    @property
    def files_processed(self) -> int:
        """Processed files."""
    @property
    def chunks_created(self) -> int:
        """New chunks so far."""
    @property
    def errors(self) -> int:
        """Files that failed."""
    @property
    def current_file(self) -> str:
        """Last processed file."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class WatchBatch(_Value):
    """One run of a watched project."""

    @property
    def report(self) -> IndexReport:
        """Report of the run."""
    @property
    def generation(self) -> int:
        """Generation of the committed index."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class WatchWait(_Value):
    """The reason why a watch is waiting."""

    @property
    def reason(self) -> str:
        """'watcher': another process watches the project; 'run': another process indexes it."""
    @property
    def process(self) -> str:
        """Id of that process; empty: unknown."""
    @property
    def since(self) -> str:
        """ISO 8601."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class IndexReport(_Value):
    """Result of an indexing run."""

    @property
    def status(self) -> IndexStatus:
        """How the run ended."""
    @property
    def total_files(self) -> int:
        """Files in the index after the run."""
    @property
    def total_chunks(self) -> int:
        """Chunks in the index after the run."""
    @property
    def duration_seconds(self) -> float:
        """Wall time in seconds."""
    @property
    def run_id(self) -> str:
        """UUIDv7 of the run."""
    @property
    def files_discovered(self) -> int:
        """Files that discovery selected."""
    @property
    def files_indexed(self) -> int:
        """Files read in this run."""
    @property
    def files_from_snapshot(self) -> int:
        """Part of files_indexed that a snapshot provided without parsing."""
    @property
    def files_unchanged(self) -> int:
        """Unchanged files."""
    @property
    def files_removed(self) -> int:
        """Files removed from the index."""
    @property
    def chunks_created(self) -> int:
        """New chunks in this run."""
    @property
    def stage_seconds(self) -> dict[str, float]:
        """Wall time by stage."""
    @property
    def languages(self) -> dict[str, int]:
        """Number of indexed files by language id."""
    @property
    def secrets(self) -> dict[str, int]:
        """Secrets kept out of the index: masked_values, masked_files, left_out_files."""
    @property
    def bulk_files(self) -> int:
        """Files of bulk data that are only partly searched by meaning."""
    @property
    def failures(self) -> list[FileOutcome]:
        """Files that could not be indexed."""
    @property
    def skipped(self) -> list[FileOutcome]:
        """Skipped files, with reasons."""
    @property
    def unknown_extensions(self) -> dict[str, int]:
        """Number of skipped files of unknown types, by extension: binary or bulk data."""
    @property
    def warnings(self) -> list[str]:
        """Warnings for the user."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class IndexStatistics(_Value):
    """Contents of a committed index."""

    @property
    def generation(self) -> int:
        """Number of the committed state."""
    @property
    def files(self) -> int:
        """Files in the index."""
    @property
    def chunks(self) -> int:
        """Chunks in the index."""
    @property
    def languages(self) -> dict[str, int]:
        """Number of files by language id."""
    @property
    def size_bytes(self) -> int:
        """Size of the state directory on disk."""
    @property
    def source_bytes(self) -> int:
        """Size of the indexed files."""
    @property
    def size_ratio(self) -> float:
        """size_bytes / source_bytes."""
    @property
    def secrets(self) -> dict[str, int]:
        """Secrets kept out of the index: masked_values, masked_files, left_out_files."""
    @property
    def bulk_files(self) -> int:
        """Files of bulk data that are only partly searched by meaning."""
    @property
    def files_without_vectors(self) -> int:
        """Files that only words can find, because the model was missing or failed."""
    @property
    def last_indexed(self) -> str:
        """ISO 8601; empty: never."""
    @property
    def embedder_provider(self) -> str:
        """Model of the vectors."""
    @property
    def embedder_model(self) -> str:
        """Model of the vectors."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class LastRun(_Value):
    """Result of the last run that had work to do."""

    @property
    def status(self) -> IndexStatus:
        """Result of the run."""
    @property
    def run_id(self) -> str:
        """UUIDv7 of the run."""
    @property
    def started_at(self) -> str:
        """ISO 8601."""
    @property
    def finished_at(self) -> str:
        """ISO 8601."""
    @property
    def files_indexed(self) -> int:
        """Files indexed."""
    @property
    def files_removed(self) -> int:
        """Deleted files."""
    @property
    def chunks_created(self) -> int:
        """New chunks."""
    @property
    def failures(self) -> list[FileOutcome]:
        """Files that could not be read, without details."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class RunProgress(_Value):
    """Progress of a run of any process."""

    @property
    def run_id(self) -> str:
        """UUIDv7 of the run."""
    @property
    def started_at(self) -> str:
        """ISO 8601."""
    @property
    def updated_at(self) -> str:
        """ISO 8601."""
    @property
    def files_discovered(self) -> int:
        """Files to check; 0: not known."""
    @property
    def files_processed(self) -> int:
        """Processed files."""
    @property
    def chunks_created(self) -> int:
        """New chunks."""
    @property
    def errors(self) -> int:
        """Files that failed."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class SnapshotFacts(_Value):
    """Description of a snapshot."""

    @property
    def name(self) -> str:
        """Name of the file."""
    @property
    def id(self) -> str:
        """SHA-256 of its head, which contains the hashes of the rest."""
    @property
    def tree(self) -> str:
        """SHA-256 of the paths and contents of its source tree."""
    @property
    def bases(self) -> list[str]:
        """Ids of the snapshots that contain the omitted data."""
    @property
    def version(self) -> str:
        """Library version that made it."""
    @property
    def settings(self) -> str:
        """Other settings that affect chunking."""
    @property
    def model(self) -> str:
        """Model of its vectors; empty: no vectors."""
    @property
    def public_key(self) -> str:
        """Key of its signature; empty: not signed."""
    @property
    def files(self) -> int:
        """Files in the source tree."""
    @property
    def contents(self) -> int:
        """Distinct contents in this file, without its bases."""
    @property
    def chunks(self) -> int:
        """Chunks of these contents."""
    @property
    def bytes(self) -> int:
        """Size of the file."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class RepoStatus(_Value):
    """State and size of an index."""

    @property
    def indexed(self) -> bool:
        """Searches can find something, possibly only a part."""
    @property
    def coverage(self) -> float:
        """Share of the files that searches see; below 1 until the first run has ended."""
    @property
    def total_files(self) -> int:
        """Files in the index."""
    @property
    def total_chunks(self) -> int:
        """Chunks in the index."""
    @property
    def last_indexed_at(self) -> str | None:
        """ISO 8601; None: never."""
    @property
    def is_stale(self) -> bool:
        """Files changed since the last run, or no index exists."""
    @property
    def is_indexing(self) -> bool:
        """A process is indexing now."""
    @property
    def is_watched(self) -> bool:
        """A process watches the folder."""
    @property
    def running(self) -> RunProgress | None:
        """The run in progress; None: none is known."""
    @property
    def changed_files(self) -> int:
        """Files changed since the last run."""
    @property
    def statistics(self) -> IndexStatistics:
        """Details about the index."""
    @property
    def last_run(self) -> LastRun | None:
        """Result of the last run that had work to do."""
    @property
    def warnings(self) -> list[str]:
        """One sentence per problem of the index."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class EmbedderInfo(_Value):
    """Identifies a model in an index."""

    @property
    def provider(self) -> str:
        """Provider of the model."""
    @property
    def model(self) -> str:
        """Name and version."""
    @property
    def dimension(self) -> int:
        """Number of columns of an embedding."""
    @property
    def is_remote(self) -> bool:
        """Each call costs a network request."""
    @property
    def is_costly(self) -> bool:
        """A text takes milliseconds. As with remote models, vectors are cached by content."""
    @property
    def is_built_in(self) -> bool:
        """The built-in model, or one of its kind."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class Embedder:
    """Base class of embedding models. Override embed_documents(), and embed_query() if queries are embedded
    differently."""
    def __init__(self, provider: str, model: str, dimension: int, is_remote: bool = False, is_costly: bool = False) -> None:
        """Provider, model and dimension identify the model in an index. is_remote: each call costs a network request.
        is_costly: each text takes milliseconds. In both cases vectors are cached by content."""
    @property
    def info(self) -> EmbedderInfo:
        """Identifies the model in an index."""
    @property
    def dimension(self) -> int:
        """Number of columns of an embedding."""
    def embed_documents(self, texts: Sequence[str]) -> _Floats:
        """Returns a C-contiguous float32 array of shape (len(texts), dimension). The caller scales rows to length 1.
        May be called from any thread."""
    def embed_query(self, text: str) -> _Floats:
        """Returns a float32 array of shape (dimension,)."""

class StaticEmbedder(Embedder):
    """The built-in model (without a file), or another model of the same kind."""

    def __init__(self, model_file: _Path | None = None) -> None:
        """model_file: a model written by training/; None: the model in this package."""
    def embed_documents(self, texts: Sequence[str]) -> _Floats:
        """Returns a float32 array of shape (len(texts), dimension) with rows of length 1."""
    def embed_query(self, text: str) -> _Floats:
        """Returns a float32 array of shape (dimension,) with length 1."""

class RerankCandidate(_Value):
    """Input of a reranker."""

    def __init__(
        self,
        path: str,
        content: str,
        symbol: str = "",
        doc: str = "",
        dense_score: float = 0.0,
        sparse_score: float = 0.0,
        is_test: bool = False,
        is_generated: bool = False,
    ) -> None: ...
    @property
    def path(self) -> str:
        """Relative to the project."""
    @property
    def symbol(self) -> str:
        """Qualified name of its definition; may be empty."""
    @property
    def doc(self) -> str:
        """Its doc comment; may be empty."""
    @property
    def content(self) -> str:
        """Its text."""
    @property
    def dense_score(self) -> float:
        """Calibrated, in [0, 1]."""
    @property
    def sparse_score(self) -> float:
        """Calibrated, in [0, 1]."""
    @property
    def is_test(self) -> bool:
        """Contains tests."""
    @property
    def is_generated(self) -> bool:
        """Generated or minified."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class Reranker:
    """The built-in reranker: trained trees over data of an index, or rules over the words if there is no such data. To
    use your own model, derive from this class and override rerank()."""
    def __init__(self, name: str = "") -> None:
        """name: "provider/model", shown in answers; empty: the name of the built-in reranker."""
    @property
    def name(self) -> str:
        """"provider/model", shown in answers."""
    def rerank(self, query: str, candidates: Sequence[RerankCandidate]) -> _Floats | Sequence[float]:
        """Returns one score in [0, 1] for each candidate, in the given order: float32 of shape (n,). An override may
        return any sequence of numbers; it is copied. May be called from any thread."""

class FilePiece(_Value):
    """One piece of a file, made by a chunker."""

    def __init__(
        self,
        begin: int,
        end: int,
        symbol: str = "",
        kind: str = "",
        doc: str = "",
        context: str = "",
        semantic_class: SemanticClass | str = "definition_data",
        is_part: bool = False,
        defines: Sequence[str] = [],
        references: Sequence[str] = [],
    ) -> None: ...
    @property
    def begin(self) -> int:
        """Index of its first character in the text."""
    @property
    def end(self) -> int:
        """Index after its last character."""
    @property
    def symbol(self) -> str:
        """Qualified name of its definition; may be empty."""
    @property
    def kind(self) -> str:
        """Kind of the definition: "function", "class", ...; may be empty."""
    @property
    def doc(self) -> str:
        """Doc comment of the definition; may be empty."""
    @property
    def context(self) -> str:
        """Enclosing signatures and headings."""
    @property
    def semantic_class(self) -> SemanticClass:
        """Role of the code."""
    @property
    def is_part(self) -> bool:
        """A piece of a larger definition."""
    @property
    def defines(self) -> list[str]:
        """Qualified names, including symbol."""
    @property
    def references(self) -> list[str]:
        """Names that it uses."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class Chunker:
    """Cuts files into pieces. The built-in chunker cuts by syntax, else by lines. Override cut() in a subclass; call
    super().cut() for files that need no special treatment."""

    def __init__(self, name: str, version: str = "1") -> None:
        """name: the chunk strategy of the pieces. version: change it with the behaviour or configuration of the
        chunker; files are then cut again."""
    @property
    def name(self) -> str:
        """The chunk strategy of the pieces."""
    @property
    def version(self) -> str:
        """Version of its behaviour."""
    def cut(self, path: str, language: str, text: str) -> list[FilePiece]:
        """Returns the pieces of a file, ordered by begin. Text outside all pieces is not searched. The same text in the
        same language must give the same pieces, whatever the path. May be called from any thread."""

class SparseEncoder:
    """Base class of encoders that add words to texts: override encode_documents() and encode_query(). A chunk is found
    as if its doc comment contained each word `weight` times, rounded. A word of a query counts `weight` times as much
    as a typed word."""

    def __init__(self, provider: str, model: str) -> None:
        """Provider and model identify the encoder in an index, as for embedders."""
    @property
    def provider(self) -> str:
        """Origin of the encoder."""
    @property
    def model(self) -> str:
        """Name and version."""
    def encode_documents(self, texts: Sequence[str]) -> list[dict[str, float]]:
        """Words and their weights, one dictionary per text. May be called from any thread."""
    def encode_query(self, text: str) -> dict[str, float]:
        """The same for a query."""

class SynonymEncoder(SparseEncoder):
    """If a text contains a word of a group, adds the other words of the group."""

    def __init__(self, groups: Sequence[Sequence[str]], query_weight: float = 0.5) -> None:
        """groups: lists of words with the same meaning for users. query_weight: weight of words added to queries, in
        (0, 1]."""
    def encode_documents(self, texts: Sequence[str]) -> list[dict[str, float]]:
        """For each text, the other words of its groups, with weight 1."""
    def encode_query(self, text: str) -> dict[str, float]:
        """The same for a query, with query_weight."""

class Passage(_Value):
    """A piece of code that may contain the answer."""

    def __init__(
        self,
        path: str,
        lines: Span,
        content: str,
        symbol: str = "",
        language: str = "",
        relevance: float = 0.0,
        part: str = "",
    ) -> None: ...
    @property
    def path(self) -> str:
        """Relative to the project."""
    @property
    def lines(self) -> Span:
        """Lines of the file."""
    @property
    def symbol(self) -> str:
        """Qualified name of its definition; may be empty."""
    @property
    def language(self) -> str:
        """Language id."""
    @property
    def content(self) -> str:
        """Its text."""
    @property
    def relevance(self) -> float:
        """To the question, in [0, 1]."""
    @property
    def part(self) -> str:
        """Part of a document: "page 3"; else empty."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class Citation(_Value):
    """The source of a statement in an answer."""

    def __init__(self, passage: int, lines: Span) -> None: ...
    @property
    def passage(self) -> int:
        """Index of the passage, from 0."""
    @property
    def lines(self) -> Span:
        """Lines of the file, within the lines of the passage."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class ModelAnswer(_Value):
    """Answer of a model."""

    def __init__(self, text: str, citations: Sequence[Citation] = []) -> None: ...
    @property
    def text(self) -> str:
        """Refers to its citations as [1], [2], ..."""
    @property
    def citations(self) -> list[Citation]:
        """The sources of [1], [2], ... in this order."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class CitedPlace(_Value):
    """A place that an answer cites."""

    @property
    def path(self) -> str:
        """Relative to the project."""
    @property
    def lines(self) -> Span:
        """Lines of the file."""
    @property
    def part(self) -> str:
        """Part of a document: "page 3"; else empty."""
    @property
    def unverified(self) -> list[str]:
        """Text that the answer quotes from this place, but that neither a passage nor the question contains."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class Answer(_Value):
    """Answer of CodeWeaver.ask()."""

    @property
    def text(self) -> str:
        """Empty: there is no answer; the last warning says why."""
    @property
    def citations(self) -> list[CitedPlace]:
        """The places of [1], [2], ... in the text."""
    @property
    def model(self) -> str:
        """"provider/model"."""
    @property
    def found(self) -> FindCodeResponseSummary:
        """The search that found the passages."""
    @property
    def warnings(self) -> list[str]:
        """Warnings of the search, removed citations, quotes that no passage contains, and the reason if there is no
        answer."""
    @property
    def sources(self) -> list[SearchResult]:
        """The search results that the model was given, best first."""
    def to_dict(self) -> dict[str, Any]:
        """The fields by name, without absent ones."""

class AnswerModel:
    """Answers questions from passages. The built-in model quotes the lines with most words of the question. Override
    answer() in a subclass to use another model. A model that writes in pieces can also define stream(), with the same
    arguments: a generator of texts that yields the complete ModelAnswer last."""

    def __init__(self, provider: str = "codeweaver", model: str = "extractive-1", is_remote: bool = False) -> None:
        """Identifies the model in answers."""
    @property
    def provider(self) -> str:
        """Provider of the model."""
    @property
    def model(self) -> str:
        """Name and version."""
    def answer(self, question: str, passages: Sequence[Passage], token_limit: int = 1000) -> ModelAnswer:
        """Returns a ModelAnswer that uses only the passages. passages: most relevant first. token_limit: maximum number
        of tokens of the text. May be called from any thread."""

class Indexer:
    """Writes the index of a folder into a state directory; never into the folder itself. One run at a time; searches
    continue meanwhile."""
    def __init__(
        self,
        root: _Path,
        state_dir: _Path,
        *,
        embedder: Embedder | str | None = "codeweaver",
        chunker: Chunker | str | None = None,
        sparse_encoder: SparseEncoder | str | None = None,
        project_id: str = "",
        **options: Unpack[IndexKeywords],
    ) -> None:
        """embedder: 'codeweaver' (built-in), an Embedder, the name of a plug-in, or None for no vectors. chunker: a
        Chunker, the name of a plug-in, or None for chunk_strategy. sparse_encoder: a SparseEncoder or the name of a
        plug-in. Further keywords are the fields of IndexOptions."""
    def run(self, force: bool = False, progress: _Progress | None = None) -> IndexReport:
        """Indexes files that changed since the last run; with force, all files. progress: called with an IndexProgress
        at most about 20 times a second; an exception from it ends the run; True shows a tqdm bar. Ctrl-C raises
        KeyboardInterrupt. Finished work is kept, and the next run continues."""
    def refresh(self, patience_ms: int | None = None) -> int:
        """Indexes changed files for about patience_ms milliseconds; None: all of them. Returns the number of files
        indexed or removed. The next call continues; count_changes() counts the remaining files."""
    def update(self, paths: Sequence[_Path]) -> int:
        """Indexes the given files and folders without checking the rest of the tree. Returns the number of changed
        files."""
    def merge(self) -> int:
        """Merges small segments if there are many. run() does this at its end; refresh() does not. Returns the number
        of committed merges."""
    def count_changes(self, limit: int | None = None) -> int:
        """Returns the number of files added, changed or removed since the last run, at most limit. Compares size and
        time; reads only files that may have changed without a new time."""

class HybridSearcher:
    """Answers queries from the newest committed state of an index. Several threads may search while an Indexer
    writes."""
    def __init__(
        self,
        state_dir: _Path,
        *,
        embedder: Embedder | str | None = "codeweaver",
        reranker: Reranker | str | None = "codeweaver",
        sparse_encoder: SparseEncoder | str | None = None,
        intents: IntentClassifier | None = None,
    ) -> None:
        """embedder: the same as for the Indexer that wrote the index; None searches words only. reranker: 'codeweaver'
        (built-in), a Reranker, the name of a plug-in, or None for the fused order. sparse_encoder: the same as for the
        Indexer. intents: an IntentClassifier; it is copied."""
    def search(self, query: str, **options: Unpack[SearchKeywords]) -> FindCodeResponseSummary:
        """Returns at most limit matches, best first. Keywords are the fields of SearchOptions."""
    def find_code(self, query: str, **options: Unpack[SearchKeywords]) -> FindCodeResponseSummary:
        """Like search(), but skips tests unless the intent is test."""
    def why_not(self, query: str, path: str, **options: Unpack[SearchKeywords]) -> WhyNot:
        """Explains why a file is not in the answer: the stage of search() that dropped it, and the reason."""
    def find_symbol(self, name: str, limit: int = 20) -> list[SymbolMatch]:
        """Returns definitions with this name or qualified name: types and functions first, then data, each group in
        path order."""
    def refresh(self) -> bool:
        """Switches to the newest committed state. Returns True if there was a newer one."""
    def with_overlay(self, texts: _Overlay | None, **options: Unpack[IndexKeywords]) -> HybridSearcher:
        """Returns a searcher of the same index that uses these texts instead of the indexed files. texts: a dictionary
        from path to str, UTF-8 bytes, or None for a deleted file. Nothing is written, and this searcher does not
        change. A text is used if its file name belongs to a known language. Keywords: the same as for the Indexer that
        wrote the index."""
    def statistics(self) -> IndexStatistics:
        """Returns counts and sizes of the committed state."""

class Searchable:
    """A project that can be searched: a CodeWeaver or a StoreSearcher. Look-ups take at most search.deadline_ms of the
    settings. Any number of threads may search."""

    @property
    def project_id(self) -> str:
        """Id of the project."""
    def find_references(self, name: str, limit: int = 100) -> list[ReferenceMatch]:
        """Lines that use this name: linked ones first, then those known by name only, then those that mean something
        else. A StoreSearcher raises UnsupportedError."""
    def call_graph(
        self,
        start: str = "",
        relation: CallRelation | str = CallRelation.CALLERS,
        *,
        depth: int | None = None,
        include_tests: bool = True,
        limit: int = 100,
        to: str = "",
        changed_in: str = "",
    ) -> CallGraphAnswer:
        """What calls or uses a definition ('callers'), what it calls ('callees'), the tests that reach it ('tests'),
        what implements, extends or overrides it ('implementations'), or the shortest path of calls from it to another
        one ('path', with to). Between files: what a file or folder imports ('imports'), what imports a file, a folder
        or a library ('importers'), and files that import each other ('cycles'). start: a name, "PATH" or "PATH:LINE";
        or give changed_in: a git range, whose changed definitions are meant. depth: 1 for direct ones, 2 also for
        theirs, and so on; None: 1 for callers and callees of a name, 3 for those of a file or a range, 5 for tests, 20
        for the others. A StoreSearcher raises UnsupportedError."""
    def rename_preview(self, name: str, new_name: str, limit: int = 100) -> RenamePreview:
        """What renaming a definition would change, as a unified diff: its declarations, all linked uses and imports,
        and methods that override or implement it. Writes nothing. name: a name or "PATH:LINE". limit: maximum number of
        places that are not in the diff. A StoreSearcher raises UnsupportedError."""
    def code_map(self, folder: str = "", *, token_limit: int = 2000, include_tests: bool = False) -> CodeMap:
        """The most important files, which others use most, each with its most used definitions; as many as fit into
        token_limit. A StoreSearcher raises UnsupportedError."""
    def definitions_in(self, path: str) -> list[SymbolMatch]:
        """All definitions of a file, by line; empty if it is not indexed."""
    def file_text(self, path: str) -> str:
        """A file as indexed. A StoreSearcher replaces parts that no chunk contains by blank lines. Raises
        NotFoundError."""
    def status(self) -> RepoStatus:
        """State and size of the index."""

class StoreSearcher(Searchable):
    """Answers queries about a project from the store that its indexers fill, without an index or files on this machine.
    Any number of threads may search."""

    def __init__(
        self,
        project_id: str,
        *,
        embedder: Embedder | str | None = None,
        reranker: Reranker | str | None = None,
    ) -> None:
        """project_id: the id of the project in the store. The store comes from store.kind and store.url in the user's
        settings or the environment. embedder, reranker: as for CodeWeaver; the embedder must be the indexers'."""
    def search(self, query: str, **options: Unpack[SearchKeywords]) -> FindCodeResponseSummary:
        """Returns at most limit matches, best first. Keywords are the fields of SearchOptions."""
    def find_code(self, query: str, **options: Unpack[SearchKeywords]) -> FindCodeResponseSummary:
        """The same, but without tests unless the intent is test."""
    def find_symbol(self, name: str, limit: int = 20) -> list[SymbolMatch]:
        """Definitions with this name or qualified name, in any naming style."""

class CodeWeaver(Searchable):
    """Indexes and searches one folder, always with current files."""

    def __init__(
        self,
        path: _Path,
        state_dir: _Path | None = None,
        *,
        embedder: Embedder | str | None = None,
        reranker: Reranker | str | None = None,
        chunker: Chunker | str | None = None,
        sparse_encoder: SparseEncoder | str | None = None,
        project_id: str = "",
        store: str | None = None,
        **options: Unpack[IndexKeywords],
    ) -> None:
        """embedder, reranker, chunker, sparse_encoder: objects, or names of plug-ins; None: as in the settings, else
        the built-in ones. store: "embedded" or "memory"; None: store.kind in the settings. state_dir: folder of the
        index; None: in the user's data directory, as for the command line. Settings come from the user's file, the
        folder's codeweaver.toml and the environment. Further keywords are the fields of IndexOptions."""
    @property
    def path(self) -> pathlib.Path:
        """The folder."""
    @property
    def state_dir(self) -> pathlib.Path:
        """Folder of the index."""
    def index(self, force: bool = False, progress: _Progress | None = None, **renamed: bool) -> IndexReport:
        """Indexes changed files; with force, all files. progress and Ctrl-C: as for Indexer.run()."""
    def with_overlay(self, texts: _Overlay | None) -> CodeWeaver:
        """Returns the same project with texts in place of its files: a dictionary of paths (relative to the folder, or
        absolute within it) to str, bytes in UTF-8, or None for a deleted file. The result answers as if the texts were
        saved. Nothing is written, and this object does not change. An editor can call this after each change of a
        buffer: only that buffer is read again. At most 10 MiB per text."""
    def update(self, paths: Sequence[_Path]) -> int:
        """Indexes changes at these files and folders without checking other files. Returns the number of changed
        files."""
    def make_snapshot(
        self,
        file: _Path,
        *,
        bases: Sequence[_Path] = (),
        private_key: _Path | None = None,
    ) -> SnapshotFacts:
        """Indexes, then writes a snapshot. file: a file, or a folder, in which the name comes from the git tree and the
        settings. bases: snapshots with contents to omit. private_key: PEM, Ed25519."""
    def pull_snapshot(
        self,
        place: str,
        *,
        bases: Sequence[_Path] = (),
        public_key: _Path | None = None,
        token: str | None = None,
        progress: _Progress | None = None,
    ) -> IndexReport:
        """Indexes, but does not parse files with contents in the snapshot. place: a file, a folder of snapshots, or a
        URL. public_key: PEM, Ed25519; the snapshot must be signed by it. token: for the server."""
    def push(self, batch: dict[str, Any] | str) -> dict[str, Any]:
        """Takes a batch of the push contract, as a dictionary or JSON text, into its namespace of this project. Returns
        the reply as a dictionary. Searches see the whole batch or nothing of it."""
    def query(self, request: dict[str, Any] | str) -> dict[str, Any]:
        """Answers a request of the query contract, as a dictionary or JSON text. Returns the answer as a dictionary."""
    def reconcile(
        self, request: dict[str, Any] | str, manifest: Iterable[dict[str, Any] | str] | None = None
    ) -> dict[str, Any]:
        """Compares a namespace with its source; with mode 'fix' also updates the namespace. request: as in the
        reconcile contract, a dictionary or JSON text. manifest: the elements of the source, each a dictionary or JSON
        text; None for the folder. Returns the report as a dictionary."""
    def watch(
        self,
        on_batch: Callable[[WatchBatch], object] | None = None,
        on_problem: Callable[[Exception], object] | None = None,
        stop: threading.Event | None = None,
        on_wait: Callable[[WatchWait], object] | None = None,
    ) -> None:
        """Indexes, then indexes again after each change of the files, until `stop`, a threading.Event, is set. on_batch
        gets a WatchBatch after the first run and after each run that changed something. on_problem gets the exception
        of a failed run; watching continues. on_wait gets a WatchWait while another process watches or indexes the
        project; this one takes over when it ends. Ctrl-C, or an exception of a callback, ends the call with that
        exception."""
    def search(
        self,
        query: str,
        limit: int = 8,
        file_glob: str | None = None,
        *,
        overlay: _Overlay | None = None,
        stop: threading.Event | None = None,
        **options: Unpack[ListKeywords],
    ) -> list[SearchResult]:
        """Returns the best chunks, best first. First indexes a new folder, or changed files for about a second; the
        answer has no changed files that are not indexed in this time. overlay: a dictionary of paths to texts, as for
        with_overlay(). stop: a threading.Event; when it is set, the search ends with CancelledError. Further keywords
        are the fields of SearchOptions."""
    def find_code(
        self,
        query: str,
        intent: str | None = None,
        token_limit: int = 10000,
        include_tests: bool | None = None,
        focus_languages: Sequence[str] | None = None,
        max_results: int = 50,
        *,
        overlay: _Overlay | None = None,
        stop: threading.Event | None = None,
        **options: Unpack[FindCodeKeywords],
    ) -> FindCodeResponseSummary:
        """Returns the complete answer, for agents: intent, matches as snippets within token_limit, warnings.
        include_tests: None means True only if the intent is test. overlay and stop: as for search(). Further keywords
        are the fields of SearchOptions."""
    def ask(
        self,
        question: str,
        *,
        model: AnswerModel | str | None = None,
        passages: int = 5,
        token_limit: int = 1000,
        queries: Sequence[str] = [],
        on_text: Callable[[str], object] | None = None,
        **options: Unpack[AskKeywords],
    ) -> Answer:
        """Returns an Answer from the best matches of find_code(); each statement cites its lines. model: an
        AnswerModel, the name of a plug-in, or None: answer.provider in the settings, else the built-in model, which
        quotes. passages: number of matches for the model. queries: other wordings of the question. on_text: called with
        each piece of the text as it arrives. Further keywords are the fields of SearchOptions."""
    def find_symbol(self, name: str, limit: int = 20, *, overlay: _Overlay | None = None) -> list[SymbolMatch]:
        """Definitions with this name or qualified name: types and functions, then their members, then data, each in
        path order. overlay: as for search()."""
    def search_text(
        self,
        pattern: str,
        *,
        fixed: bool = False,
        perl: bool = False,
        ignore_case: bool = False,
        word: bool = False,
        paths: Sequence[str] = [],
        globs: Sequence[str] = [],
        types: Sequence[str] = [],
        hidden: bool = False,
        context: int = 0,
        limit: int = 100,
        sort: str = "rank",
        ref: str = "",
        changed_in: str = "",
        purpose: Purpose | str | None = None,
        chunk_strategy: str = "",
        overlay: _Overlay | None = None,
    ) -> TextHits:
        """Finds lines in the current files that match a regular expression (Rust syntax; with perl, Perl syntax) or,
        with fixed, contain the exact text. ref: searches a branch, tag or commit. changed_in: only lines that a
        difference such as "main..feature" adds or changes. paths, globs, types: only these files, relative to the
        folder; a ! before a glob or type excludes it. purpose, chunk_strategy: searches items that other tools pushed
        to these namespaces instead of the files. sort: "rank" (definitions and code first) or "path". overlay: as for
        search(). Works without an index, but more slowly."""

def search_projects(
    projects: Sequence[Searchable], query: str, limit: int = 8, **options: Unpack[ProjectsKeywords]
) -> FindCodeResponseSummary:
    """Returns one answer with the best matches of several projects, best first. audit.project of a match names its
    project. Uses the settings of the first project. Other keywords are the fields of SearchOptions."""
