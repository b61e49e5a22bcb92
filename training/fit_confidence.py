# Fits how sure an answer is: logistic regression over features of whole answers.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: fit_confidence.py foreign QUERIES_FOLDER OUT_FOLDER
       fit_confidence.py fit QUERIES_FOLDER RESULTS.jsonl [--write src/engine/searching/confidence.cpp]

Questions without an answer are made by asking each project's questions of another project of the same split, drawn
with a fixed seed: `foreign` writes all questions of the splits train and development, at home and abroad, for
`codeweaver bench quality --queries OUT_FOLDER --explain --top 10 --results RESULTS.jsonl`. `fit` trains on split train,
prints cross-validation by project, the reliability on split development and the threshold, and with --write puts the
coefficients into the source. Split test is never read. Needs numpy alone.
"""
import argparse
import json
import pathlib
import random
import re

import numpy

SPLITS = ("train", "development")
NAMES = ["rerank_best", "rerank_second", "coverage_best", "file_coverage_best", "cosine_best", "query_words",
         "unknown_words", "named"]  # the order of engine/searching/confidence.hpp
FOREIGN = "foreign/"
FOREIGN_SHARE = 0.2  # of the weight: one question in five has no answer in the project
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
    for label in labels:
        other = draw.choice([repo for repo in repos[label["split"]] if repo != label["repo"]])
        lines += [label, {**label, "repo": other, "query_id": FOREIGN + label["query_id"], "targets": [{"path": "none"}]}]
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    (out / "questions.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    print(f"{len(lines)} questions, half of them foreign")


def is_right(result, target):
    if result["path"] != target["path"]:
        return False
    return "start" not in target or (result["start_line"] <= target["end"] and target["start"] <= result["end_line"])


class Answers:
    """Features, truth (a chunk in the lines of a primary target is among the results), weight, project of the question."""

    def __init__(self, rows, right, foreign, repos):
        self.rows, self.right, self.foreign = numpy.array(rows), numpy.array(right, float), numpy.array(foreign)
        self.repos = numpy.array(repos)
        share = numpy.where(self.foreign, FOREIGN_SHARE / self.foreign.sum(), (1 - FOREIGN_SHARE) / (~self.foreign).sum())
        self.weights = share * len(rows)


def load(folder, results):
    labels = {label["query_id"]: label for label in read_labels(folder)}
    sets = {split: ([], [], [], []) for split in SPLITS}
    for answer in read_lines(results):
        foreign = answer["query_id"].startswith(FOREIGN)
        label = labels[answer["query_id"].removeprefix(FOREIGN)]
        if not answer["results"]:
            continue  # nothing found: confidence 0 without a fit
        targets = [target for target in label["targets"] if not target.get("secondary")]
        right = not foreign and any(is_right(r, t) for r in answer["results"] for t in targets)
        values = ([answer["answer_features"][name] for name in NAMES], right, foreign, label["repo"])
        for column, value in zip(sets[label["split"]], values):
            column.append(value)
    return {split: Answers(*columns) for split, columns in sets.items()}


def fit(rows, right, weights):
    """Intercept and coefficients, by Newton's method on standardised rows with a ridge."""
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
    """How often a right answer is above one of `chosen`; ties count half."""
    order = numpy.sort(guess[chosen])
    right = guess[answers.right == 1]
    below = numpy.searchsorted(order, right, "left") + numpy.searchsorted(order, right, "right")
    return below.mean() / (2 * len(order))


def reliability(guess, answers):
    """Rows (low, share of weight, mean confidence, share right) and the expected calibration error."""
    rows, error = [], 0.0
    bins = numpy.minimum((guess * BINS).astype(int), BINS - 1)
    for number in range(BINS):
        inside = bins == number
        weight = answers.weights[inside].sum()
        if weight == 0:
            continue
        mean = (answers.weights * guess)[inside].sum() / weight
        right = (answers.weights * answers.right)[inside].sum() / weight
        share = weight / answers.weights.sum()
        rows.append((number / BINS, int(inside.sum()), share, mean, right))
        error += share * abs(mean - right)
    return rows, error


def describe(name, guess, answers, threshold):
    rows, error = reliability(guess, answers)
    log_loss = -(answers.weights * numpy.log(numpy.where(answers.right == 1, guess, 1 - guess))).mean()
    wrong = (answers.right == 0) & ~answers.foreign
    print(f"\n{name}: {len(guess)} answers; expected calibration error {error:.3f}, log loss {log_loss:.3f}, "
          f"area under the curve {area_under_curve(guess, answers, answers.foreign):.3f} against foreign questions, "
          f"{area_under_curve(guess, answers, wrong):.3f} against missed ones")
    if threshold is not None:
        low = guess < threshold
        print(f"below {threshold:.2f}: {low[answers.right == 1].mean():.1%} of answers with a right match, "
              f"{low[wrong].mean():.1%} of missed ones, {low[answers.foreign].mean():.1%} of foreign questions")
    print("| Confidence | Answers | Mean confidence | Right |\n|---|---|---|---|")
    for start, count, _, mean, right in rows:
        print(f"| {start:.1f} to {start + 1 / BINS:.1f} | {count} | {mean:.2f} | {right:.2f} |")


def cross_validate(answers):
    repos = sorted(set(answers.repos))
    random.Random(1).shuffle(repos)
    guess = numpy.zeros(len(answers.right))
    for fold in range(FOLDS):
        out = numpy.isin(answers.repos, repos[fold::FOLDS])
        guess[out] = predict(fit(answers.rows[~out], answers.right[~out], answers.weights[~out]), answers.rows[out])
    return guess


def write_source(path, beta):
    source = pathlib.Path(path)
    weights = ", ".join(f"{value:.4f}" for value in beta[1:])
    fitted = f"constexpr double kIntercept = {beta[0]:.4f};\nconstexpr AnswerFeatures kWeights = {{{weights}}};\n"
    text, count = re.subn(r"(?s)(// BEGIN fitted[^\n]*\n).*?(// END fitted)", lambda m: m[1] + fitted + m[2], source.read_text())
    if count != 1:
        raise SystemExit(f"{path} has no place for the coefficients")
    source.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["foreign", "fit"])
    parser.add_argument("queries")
    parser.add_argument("file")
    parser.add_argument("--write")
    arguments = parser.parse_args()
    if arguments.action == "foreign":
        return write_foreign(arguments.queries, arguments.file)
    sets = load(arguments.queries, arguments.file)
    train, development = sets["train"], sets["development"]
    guess = cross_validate(train)
    threshold = float(numpy.percentile(guess[train.right == 1], 100 * FALSE_ALARMS))
    describe("train, cross-validated by project", guess, train, threshold)
    beta = fit(train.rows, train.right, train.weights)
    describe("development", predict(beta, development.rows), development, threshold)
    print("\nintercept", f"{beta[0]:.4f},", ", ".join(f"{name} {value:.4f}" for name, value in zip(NAMES, beta[1:])))
    if arguments.write:
        write_source(arguments.write, beta)
    return None


if __name__ == "__main__":
    main()
