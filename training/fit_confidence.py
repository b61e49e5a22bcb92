# Fits the confidence of answers: logistic regression on features of whole answers.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: fit_confidence.py foreign QUERIES_FOLDER OUT_FOLDER
       fit_confidence.py fit SCORES.jsonl [--write src/engine/searching/rank/confidence.cpp]

`foreign` makes questions without an answer: it assigns every second question of the splits train and development to another
project of the same split, drawn with a fixed seed. `fit` reads SCORES.jsonl, the output of `train_reranker.py --scores` for
these questions, for questions about things that no project has, and for all kinds of questions with an answer. The scores come
from trees that were not trained on the project of the question, as for a project of a user. `fit` prints cross-validations (by
project, and without each kind of question), the reliability on split development, and the threshold. With --write it writes
the coefficients into the source. The split test is never read. Needs only numpy.
"""
import argparse
import json
import pathlib
import random
import re

import numpy

SPLITS = ("train", "development")
NAMES = ["rerank_best", "rerank_second", "coverage_best", "file_coverage_best", "cosine_best", "query_words",
         "unknown_words", "named"]  # the order of engine/searching/rank/confidence.hpp
FOREIGN_SHARE = 0.2  # share of the weight: we assume that one question in five has no answer in the project
FALSE_ALARMS = 0.05
FOLDS = 6
RIDGE = 1.0
BINS = 10


def read_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read_labels(folder):
    labels = [label for path in sorted(pathlib.Path(folder).glob("*.jsonl")) for label in read_lines(path)]
    return [label for label in labels if label.get("split") in SPLITS]


def write_foreign(folder, out):
    labels = read_labels(folder)
    repos = {split: sorted({label["repo"] for label in labels if label["split"] == split}) for split in SPLITS}
    draw = random.Random(0)
    lines = []
    for label in labels[::2]:
        other = draw.choice([repo for repo in repos[label["split"]] if repo != label["repo"]])
        lines.append({**label, "repo": other, "query_id": f"foreign/{label['query_id']}", "category": "foreign",
                      "targets": [{"path": "none"}]})
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    (out / "questions.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    print(f"{len(lines)} foreign questions")


class Answers:
    """For each question: features, truth (the first match is right), weight, project and kind. All kinds have equal weight."""

    def __init__(self, lines):
        self.rows = numpy.array([[line["features"][name] for name in NAMES] for line in lines])
        self.right = numpy.array([line["is_right"] for line in lines], float)
        self.foreign = numpy.array([line["is_foreign"] for line in lines])
        self.repos = numpy.array([line["project"] for line in lines])
        self.kinds = numpy.array([line["kind"] for line in lines])
        share = numpy.zeros(len(lines))
        for chosen, whole in ((self.foreign, FOREIGN_SHARE), (~self.foreign, 1 - FOREIGN_SHARE)):
            kinds = set(self.kinds[chosen])
            for kind in kinds:
                inside = self.kinds == kind
                share[inside] = whole / len(kinds) / inside.sum()
        self.weights = share / share.sum() * len(lines)


def load(scores):
    lines = read_lines(scores)
    if any(line["split"] == "test" for line in lines):
        raise SystemExit("The scores contain questions of the test split. Remove them.")
    return {split: Answers([line for line in lines if line["split"] == split]) for split in SPLITS}


def fit(rows, right, weights):
    """Intercept and coefficients of a ridge-regularised logistic regression on standardised rows, by Newton's method."""
    middle, scale = rows.mean(0), numpy.maximum(rows.std(0), 1e-9)
    design = numpy.hstack([numpy.ones((len(rows), 1)), (rows - middle) / scale])
    ridge = numpy.diag([0.0] + [RIDGE] * rows.shape[1])
    beta = numpy.zeros(design.shape[1])
    for _ in range(50):
        guess = 1 / (1 + numpy.exp(-design @ beta))
        gradient = design.T @ (weights * (right - guess)) - ridge @ beta
        curvature = (design * (weights * guess * (1 - guess))[:, None]).T @ design + ridge
        step = numpy.linalg.solve(curvature, gradient)
        beta += step
        if abs(step).max() < 1e-10:
            break
    slopes = beta[1:] / scale
    return numpy.concatenate([[beta[0] - slopes @ middle], slopes])


def predict(beta, rows):
    return 1 / (1 + numpy.exp(-(beta[0] + rows @ beta[1:])))


def area_under_curve(guess, answers, chosen):
    """How often a right answer scores higher than one of `chosen`; ties count half."""
    order = numpy.sort(guess[chosen])
    right = guess[answers.right == 1]
    below = numpy.searchsorted(order, right, "left") + numpy.searchsorted(order, right, "right")
    return below.mean() / (2 * len(order))


def reliability(guess, right, weights):
    """Rows (low, share of weight, mean confidence, share right) and the expected calibration error."""
    rows, error = [], 0.0
    bins = numpy.minimum((guess * BINS).astype(int), BINS - 1)
    for number in range(BINS):
        inside = bins == number
        weight = weights[inside].sum()
        if weight == 0:
            continue
        mean = (weights * guess)[inside].sum() / weight
        found = (weights * right)[inside].sum() / weight
        share = weight / weights.sum()
        rows.append((number / BINS, int(inside.sum()), share, mean, found))
        error += share * abs(mean - found)
    return rows, error


def describe(name, guess, answers, threshold):
    rows, error = reliability(guess, answers.right, answers.weights)
    log_loss = -(answers.weights * numpy.log(numpy.where(answers.right == 1, guess, 1 - guess))).mean()
    wrong = (answers.right == 0) & ~answers.foreign
    print(f"\n{name}: {len(guess)} answers; expected calibration error {error:.3f}, log loss {log_loss:.3f}, "
          f"area under the curve {area_under_curve(guess, answers, answers.foreign):.3f} against foreign questions, "
          f"{area_under_curve(guess, answers, wrong):.3f} against missed ones")
    if threshold is not None:
        low = guess < threshold
        print(f"below {threshold:.2f}: {low[answers.right == 1].mean():.1%} of answers that are right, "
              f"{low[wrong].mean():.1%} of missed ones, {low[answers.foreign].mean():.1%} of foreign questions")
    print("| Confidence | Answers | Mean confidence | Right |\n|---|---|---|---|")
    for start, count, _, mean, right in rows:
        print(f"| {start:.1f} to {start + 1 / BINS:.1f} | {count} | {mean:.2f} | {right:.2f} |")


def predict_left_out(answers, out, seen):
    return predict(fit(answers.rows[seen], answers.right[seen], answers.weights[seen]), answers.rows[out])


def cross_validate(answers):
    repos = sorted(set(answers.repos))
    random.Random(1).shuffle(repos)
    guess = numpy.zeros(len(answers.right))
    for fold in range(FOLDS):
        out = numpy.isin(answers.repos, repos[fold::FOLDS])
        guess[out] = predict_left_out(answers, out, ~out)
    return guess


def leave_kinds_out(answers):
    """Judges each kind of question with a curve fitted without that kind, to see how it works on unknown kinds."""
    print("\n| Kind left out | Answers | Mean confidence | Right | Expected calibration error |\n|---|---|---|---|---|")
    for kind in sorted(set(answers.kinds[~answers.foreign])):
        out = answers.kinds == kind
        guess = predict_left_out(answers, out, ~out)
        _, error = reliability(guess, answers.right[out], answers.weights[out])
        print(f"| {kind} | {out.sum()} | {guess.mean():.2f} | {answers.right[out].mean():.2f} | {error:.3f} |")


def write_source(path, beta):
    source = pathlib.Path(path)
    weights = ", ".join(f"{value:.4f}" for value in beta[1:])
    fitted = f"constexpr double kIntercept = {beta[0]:.4f};\nconstexpr AnswerFeatures kWeights = {{{weights}}};\n"
    text, count = re.subn(r"(?s)(// BEGIN fitted[^\n]*\n).*?(// END fitted)", lambda m: m[1] + fitted + m[2], source.read_text())
    if count != 1:
        raise SystemExit(f"{path} has no lines with coefficients to replace")
    source.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["foreign", "fit"])
    parser.add_argument("file", help="QUERIES_FOLDER or SCORES.jsonl")
    parser.add_argument("out", nargs="?", help="OUT_FOLDER of `foreign`")
    parser.add_argument("--write")
    arguments = parser.parse_args()
    if arguments.action == "foreign":
        return write_foreign(arguments.file, arguments.out)
    sets = load(arguments.file)
    train, development = sets["train"], sets["development"]
    guess = cross_validate(train)
    threshold = float(numpy.percentile(guess[train.right == 1], 100 * FALSE_ALARMS))
    describe("train, cross-validated by project", guess, train, threshold)
    leave_kinds_out(train)
    beta = fit(train.rows, train.right, train.weights)
    describe("development", predict(beta, development.rows), development, threshold)
    print("\nintercept", f"{beta[0]:.4f},", ", ".join(f"{name} {value:.4f}" for name, value in zip(NAMES, beta[1:])))
    if arguments.write:
        write_source(arguments.write, beta)
    return None


if __name__ == "__main__":
    main()
