"""Tokenizers compared with the reference: thousands of texts in a hundred languages, code, and random characters."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import importlib.util
import json
import pathlib
import random
import re
import subprocess
import sys

import pytest
from conftest import BUILD, ROOT

pytest.importorskip("tokenizers", reason="the package tokenizers is not there; see tests/models.txt")
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers  # noqa: E402

PROGRAM = BUILD / "tests" / "token_numbers"
RANDOM = random.Random(5)
CHARACTERS = [(1, 0x300), (0x300, 0x3000), (0x3000, 0xD800), (0xE000, 0x30000), (0x20, 0x21), (0x61, 0x7B)]


@pytest.fixture(scope="module")
def texts():
    """Translations of Django, 40 of each language; pieces of its code; characters of all of Unicode."""
    found = importlib.util.find_spec("django")
    if found is None:
        pytest.skip("the package django is not there; see tests/models.txt")
    root = pathlib.Path(found.origin).parent
    languages: dict[str, list[str]] = {}
    for file in sorted(root.glob("**/locale/*/LC_MESSAGES/*.po")):
        lines = re.findall(r'^msgstr(?:\[\d\])? "(.+)"$', file.read_text(), re.MULTILINE)
        languages.setdefault(file.parent.parent.name, []).extend(line.replace("\\n", "\n").replace('\\"', '"') for line in lines)
    assert len(languages) > 90
    out = [text for lines in languages.values() for text in RANDOM.sample(lines, min(40, len(lines)))]
    for file in sorted(root.glob("**/*.py")):
        if len(code := file.read_text()) > 500:
            begin = RANDOM.randrange(len(code) - 400)
            out.append(code[begin:begin + 400])
    for _ in range(2000):
        out.append("".join(chr(RANDOM.randrange(*RANDOM.choice(CHARACTERS))) for _ in range(RANDOM.randrange(1, 40))))
    return out


def bert(texts, lowercase: bool) -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=12_000, special_tokens=["[UNK]", "[CLS]", "[SEP]"], show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    return tokenizer


def roberta(texts, add_prefix_space: bool) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=add_prefix_space)
    tokenizer.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=12_000, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                                                             special_tokens=["<s>", "</s>"], show_progress=False))
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 1), ("<s>", 0), add_prefix_space=add_prefix_space)
    return tokenizer


def composed(texts, composes: bool) -> Tokenizer:
    """ModernBERT's: RoBERTa's after NFC."""
    tokenizer = roberta(texts, False)
    tokenizer.normalizer = normalizers.NFC() if composes else normalizers.NFD()
    return tokenizer


def sentencepiece(texts, by_words: bool) -> Tokenizer:
    """As models in many languages have it: XLM-RoBERTa's, which cut at blanks first, and those that keep a text whole."""
    pytest.importorskip("sentencepiece", reason="the package sentencepiece is not there; see tests/models.txt")
    sys.path.insert(0, str(ROOT / "tests" / "data" / "tokenizers"))
    from character_maps import character_map

    blanks, mark = Regex(" {2,}"), pre_tokenizers.Metaspace()
    nfkc = normalizers.Precompiled(character_map())
    tokenizer = Tokenizer(models.Unigram())
    if by_words:
        tokenizer.normalizer = normalizers.Sequence([nfkc, normalizers.Replace(blanks, " ")])
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), mark])
    else:
        tokenizer.normalizer = normalizers.Sequence([nfkc, normalizers.Strip(left=False, right=True), normalizers.Replace(blanks, "\u2581")])
        tokenizer.pre_tokenizer = mark
    tokenizer.train_from_iterator(texts[:4000], trainers.UnigramTrainer(
        vocab_size=6000, special_tokens=["<s>", "<pad>", "</s>", "<unk>"], unk_token="<unk>", show_progress=False))
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>",
                                                             special_tokens=[("<s>", 0), ("</s>", 2)])
    return tokenizer


@pytest.mark.parametrize(("make", "choice"), [(bert, True), (bert, False), (roberta, False), (roberta, True), (composed, True),
                                              (composed, False), (sentencepiece, True), (sentencepiece, False)])
def test_texts_of_a_hundred_languages_become_the_numbers_of_the_reference(texts, tmp_path, make, choice):
    tokenizer = make(texts, choice)
    file = tmp_path / "tokenizer.json"
    tokenizer.save(str(file))
    asked = [[text] for text in texts] + [[text, RANDOM.choice(texts)] for text in texts[::4]]
    for most in (16, 512):
        tokenizer.enable_truncation(most)
        given = [tuple(one) if len(one) == 2 else one[0] for one in asked]
        expected = [[made.ids, made.type_ids] for made in tokenizer.encode_batch(given)]
        lines = "".join(json.dumps(one) + "\n" for one in asked)
        done = subprocess.run([PROGRAM, file, str(most)], input=lines, capture_output=True, text=True, check=True)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(found) == len(expected)
        assert [one for one, mine, theirs in zip(asked, found, expected) if mine != theirs] == []
