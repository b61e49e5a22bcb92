# Trains the trees of the reranker on labelled queries and the features of their candidates.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: train_reranker.py MODEL.bin (QUERIES_FOLDER FEATURES.jsonl)...

FEATURES.jsonl comes from `codeweaver-bench quality --split train --split development --limit 100 --explain
--set search.min_similarity=0 --results FEATURES.jsonl`. Give one pair for each set of queries: labelled queries on single
projects, labelled queries on mixes of about nine projects in one index (mix_projects.py; as large as real code bases), and
mined queries (mine_questions.py). Questions without an answer are not used for training; they are only scored (--scores).
Prints NDCG@10 (file level) of each pair in cross-validation by project: the trees that score a query were not trained on its
project. With --leave-out, they were not trained on queries of its kind either. Then trains on all queries and writes MODEL.bin
(src/model/tree_ensemble.hpp). Deterministic for one version of LightGBM. Takes a few minutes on one core.
"""
import argparse
import collections
import json
import math
import pathlib
import struct

import lightgbm
import numpy

FOLDS = 6
ROUNDS = 300
PARAMETERS = {
    "objective": "lambdarank", "lambdarank_truncation_level": 15, "label_gain": [0, 1, 3, 3, 7], "learning_rate": 0.06,
    "num_leaves": 16, "min_data_in_leaf": 60, "feature_fraction": 0.5, "bagging_fraction": 0.8, "bagging_freq": 1,
    "lambda_l2": 20, "verbose": -1, "seed": 0, "num_threads": 1, "deterministic": True, "force_row_wise": True,
    "monotone_constraints_method": "basic"}
# Monotone features: more of them never makes a candidate worse (or never better). This holds for every question, so the trees
# must not learn the opposite from the training questions.
RAISING = {
    "lexical_of_best", "lexical_of_attainable", "lexical_rank", "cosine", "dense_rank", "fused_of_best", "symbol_lexical",
    "path_lexical", "doc_lexical", "body_lexical", "symbol_coverage", "path_coverage", "doc_coverage", "body_coverage", "coverage",
    "file_lexical_of_best", "file_rest_of_best", "file_coverage", "file_cosine_mean", "file_symbol_coverage", "file_doc_coverage",
    "file_head_coverage", "file_fused_of_best", "symbol_cosine", "head_cosine", "symbol_soft_query", "symbol_soft_text",
    "stem_soft_query", "stem_soft_text", "path_soft_query", "symbol_share", "path_share", "head_share", "doc_share", "name_share",
    "named_exactly", "stem_share", "stem_named", "pairs", "phrase_words", "phrase_share", "exact_phrase", "exact_identifier",
    "exact_definition", "body_soft_query", "body_soft_worst", "body_soft_window"}
LOWERING = {"test", "generated", "bundled_folder", "fixture_folder", "side_folder", "outdated_folder"}


def direction(name):
    """1: more of the feature never makes a candidate worse; -1: never better; 0: free."""
    return 1 if name in RAISING else -1 if name in LOWERING or name.endswith("_below_best") else 0


PLAIN = ("declaration", "flow", "how", "symptom", "test", "where")  # kinds of the questions in plain words
# Weight of a query, by kind: mined queries are numerous and not always right, and nobody types the head of a file. Questions in
# plain words (the second line) are few.
WEIGHTS = {"architecture": 1.5, "behaviour": 1.5, "configuration": 1.5, "error": 1.5, "docs": 0.6, "heads": 0.3, "issue": 0.5,
           **dict.fromkeys(PLAIN, 2)}
TRAINED = 40  # candidates of a query used for training, besides right answers; the others are easy to distinguish
# Grades of a result: in the lines of a primary target, of a secondary target, elsewhere in the file of a target, elsewhere.
SPAN, SECONDARY_SPAN, SAME_FILE, NOTHING = 4, 2, 1, 0


class Query:
    """A labelled query with its candidates: rows of features, grades for training, gains for evaluation."""

    def __init__(self, label, answer, names):
        results = answer["results"]
        self.project, self.category = label.get("project", label["repo"]), label["category"]
        self.split, self.answer_features = label.get("split"), answer.get("answer_features")
        self.rows = numpy.array([[result["features"][name] for name in names] for result in results], numpy.float32)
        self.paths = [result["path"] for result in results]
        self.gains = {}
        for target in label["targets"]:
            gain = 0.5 if target.get("secondary") else 1.0
            self.gains[target["path"]] = max(gain, self.gains.get(target["path"], 0))
        self.grades = [self._grade(label["targets"], result) for result in results]
        fused = self.rows[:, names.index("fused_of_best")]
        best = set(numpy.argsort(-fused, kind="stable")[:TRAINED])
        self.trained = [i for i, grade in enumerate(self.grades) if i in best or grade > NOTHING]

    @staticmethod
    def _grade(targets, result):
        grade = NOTHING
        for target in targets:
            if target["path"] != result["path"]:
                continue
            inside = "start" not in target or (result["start_line"] <= target["end"] and target["start"] <= result["end_line"])
            grade = max(grade, (SECONDARY_SPAN if target.get("secondary") else SPAN) if inside else SAME_FILE)
        return grade

    @property
    def can_be_answered(self):
        return "none" not in self.gains

    def ndcg(self, scores):
        """NDCG@10 over distinct files, in order of their first result."""
        files = list(dict.fromkeys(self.paths[i] for i in numpy.argsort(-scores, kind="stable")))[:10]
        ideal = sorted(self.gains.values(), reverse=True)[:10]
        total = sum(self.gains.get(path, 0) / math.log2(rank + 2) for rank, path in enumerate(files))
        return total / sum(gain / math.log2(rank + 2) for rank, gain in enumerate(ideal))


def kind_of(category):
    """The kind of a category; categories with similar questions are one kind."""
    if category in PLAIN:
        return "plain"
    return "behaviour" if category in ("architecture", "configuration") else category


def read_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read_queries(folder, features):
    labels = {}
    for path in sorted(pathlib.Path(folder).glob("*.jsonl")):
        labels.update(((label["repo"], label["query_id"]), label) for label in read_lines(path))
    answers = [answer for answer in read_lines(features) if answer["results"]]
    names = list(answers[0]["results"][0]["features"])
    for answer in answers:
        if labels[answer["repo"], answer["query_id"]].get("split") == "test":
            raise SystemExit("The features contain queries of the test split. Remove them.")
    return [Query(labels[a["repo"], a["query_id"]], a, names) for a in answers], names


def train(queries, names):
    queries = [query for query in queries if any(query.grades)]  # the others have no right answer to learn from
    rows = numpy.vstack([query.rows[query.trained] for query in queries])
    grades = numpy.concatenate([[query.grades[i] for i in query.trained] for query in queries])
    weights = numpy.concatenate([[WEIGHTS.get(query.category, 1.0)] * len(query.trained) for query in queries])
    constraints = [direction(name) for name in names]
    data = lightgbm.Dataset(rows, grades, weight=weights, group=[len(query.trained) for query in queries])
    return lightgbm.train({**PARAMETERS, "monotone_constraints": constraints}, data, ROUNDS)


def cross_validate(sets, names, left_out_kind=None):
    """Scores each query with trees that were not trained on its project, nor on one kind. Prints NDCG@10 of each set."""
    queries = [query for one in sets for query in one]
    projects = sorted({query.project for query in queries})
    numpy.random.RandomState(1).shuffle(projects)
    scores = {}
    for fold in range(FOLDS):
        left_out = set(projects[fold::FOLDS])
        model = train([q for q in queries if q.project not in left_out and kind_of(q.category) != left_out_kind], names)
        scores.update((query, model.predict(query.rows)) for query in queries if query.project in left_out)
    for one in sets:
        ndcg = collections.defaultdict(list)
        for query in one:
            if query.can_be_answered and left_out_kind in (None, kind_of(query.category)):
                ndcg[query.category].append(query.ndcg(scores[query]))
        every = [value for values in ndcg.values() for value in values]
        if every:
            print(f"cross-validated NDCG@10 {numpy.mean(every):.4f}:",
                  " ".join(f"{name} {numpy.mean(values):.3f}" for name, values in sorted(ndcg.items())), flush=True)
    return [scores[query] for query in queries]


def scale(scores):
    """Centre and slope of the logistic curve that maps the scores of the best ten results to [0, 1]."""
    best = numpy.concatenate([numpy.sort(values)[::-1][:10] for values in scores])
    low, high = numpy.percentile(best, [5, 95])
    return float((low + high) / 2), float(2 * math.log(9) / (high - low))


def write_scores(queries, scores, middle, slope, path):
    """Writes the input of fit_confidence.py: the answer to each query, by trees that were not trained on its project."""
    with open(path, "w", encoding="utf-8") as out:
        for query, values in zip(queries, scores):
            if query.answer_features is None:
                continue
            order = numpy.argsort(-values, kind="stable")
            best = [slope * (float(values[i]) - middle) for i in order[:2]] + [-9.2] * 2
            features = {**query.answer_features, "rerank_best": best[0], "rerank_second": best[1]}
            out.write(json.dumps({"project": query.project, "split": query.split, "kind": kind_of(query.category),
                                  "is_foreign": not query.can_be_answered, "features": features,
                                  "is_right": query.grades[order[0]] >= SECONDARY_SPAN}) + "\n")


def flatten(node, out):
    """Appends the nodes of a tree in pre-order: value, feature, skip."""
    if "leaf_value" in node:
        out.append((node["leaf_value"], 0, 0))
        return
    if node["decision_type"] != "<=":
        raise SystemExit("Only numeric splits are supported.")
    at = len(out)
    out.append(None)
    flatten(node["left_child"], out)
    threshold = numpy.float32(node["threshold"])
    if threshold > node["threshold"]:  # features are floats: round towards the largest value of the left side
        threshold = numpy.nextafter(threshold, numpy.float32(-numpy.inf))
    out[at] = (float(threshold), node["split_feature"], len(out) - at)
    flatten(node["right_child"], out)


def write_model(model, names, middle, slope, path):
    nodes, roots = [], []
    for tree in model.dump_model()["tree_info"]:
        roots.append(len(nodes))
        flatten(tree["tree_structure"], nodes)
    content = struct.pack("<8sIIIIff", b"CWTREES\0", 1, len(names), len(roots), len(nodes), middle, slope)
    content += struct.pack(f"<{len(roots)}I", *roots)
    content += b"".join(struct.pack("<fHH", *node) for node in nodes)
    content += b"".join(name.encode() + b"\0" for name in names)
    pathlib.Path(path).write_bytes(content)
    print(f"{path}: {len(roots)} trees, {len(nodes)} nodes, {len(content) / 1000:.0f} kB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("pairs", nargs="+", help="one or more pairs: QUERIES_FOLDER FEATURES.jsonl")
    parser.add_argument("--scores", help="output file for the answers of the cross-validated trees (input of fit_confidence.py)")
    parser.add_argument("--leave-out", action="store_true", help="also print figures of each kind for trees that were not trained on it")
    arguments = parser.parse_args()
    if len(arguments.pairs) % 2:
        parser.error("Give a FEATURES.jsonl after each QUERIES_FOLDER.")
    sets, all_names = [], []
    for folder, features in zip(arguments.pairs[::2], arguments.pairs[1::2]):
        queries, names = read_queries(folder, features)
        sets.append(queries)
        all_names.append(names)
        print(f"{len(queries)} queries of {len({q.project for q in queries})} projects, {len(names)} features", flush=True)
    names = all_names[0]
    if any(other != names for other in all_names):
        parser.error("The files have different features. Measure all of them with the same build.")
    queries = [query for one in sets for query in one]
    scores = cross_validate(sets, names)
    middle, slope = scale([values for query, values in zip(queries, scores) if query.can_be_answered])
    if arguments.scores:
        write_scores(queries, scores, middle, slope, arguments.scores)
    if arguments.leave_out:
        for kind in sorted({kind_of(query.category) for query in queries}):
            print(f"without questions of kind {kind}:")
            cross_validate(sets, names, kind)
    model = train(queries, names)
    gains = sorted(zip(model.feature_importance("gain"), names), reverse=True)
    print("gain:", " ".join(f"{name} {gain:.0f}" for gain, name in gains[:25]))
    write_model(model, names, middle, slope, arguments.model)


if __name__ == "__main__":
    main()
