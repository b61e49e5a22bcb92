"""Makes the tokenizers of this test data and what the reference says of some texts; needs PyPI tokenizers 0.23.3 and sentencepiece 0.2.3."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import pathlib

from character_maps import character_map
from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

HERE = pathlib.Path(__file__).parent
TEXTS = ["def parse_config(path): return json.load(open(path))", "it's I'll they've don't we'd I'm you're IT'S ' s", "", " ", "  two\n\n\nlines ", "\t\ttab",
         "naïve café, CAFÉ ﬁle İstanbul Ǆ ẞ ΑΣ σς", "한국어 텍스트를 찾는다", "中文字符。，日本語カタカナがぎぐ", "प्रोजेक्ट क्षि", "สวัสดี ชาวโลก", "пройди ещё раз",
         "①②③ ½ ² 12345", "👩‍👩‍👧 flag 🇩🇪 ok", "e\u0301 \u0344 \u09cb \U0001d15e", "\u200bzero\u200c \ufeff\ufffd", "nbsp\u00a0here", "\x00\x01\x7f",
         "[CLS] a [SEP]b[MASK]   c [UNK]", "<s> a </s>b  <mask>  c", "def undefined def_ def", "a->b  ->  c", "a" * 130, "file " * 60, "x_y.z(file)—«index»"]


def save(name: str, tokenizer: Tokenizer) -> None:
    tokenizer.save(str(HERE / f"{name}.json"), pretty=False)
    answers = []
    for most in (12, 512):
        tokenizer.enable_truncation(most)
        for asked in [[text] for text in TEXTS] + [[first, second] for first, second in zip(TEXTS, TEXTS[7:])]:
            made = tokenizer.encode(*asked)
            answers.append({"texts": asked, "most": most, "ids": made.ids, "types": made.type_ids})
    (HERE / f"{name}.answers.json").write_text(json.dumps(answers, ensure_ascii=False))


def bert(name: str, lowercase: bool, strip_accents: bool | None) -> None:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase, strip_accents=strip_accents)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.train_from_iterator(TEXTS, trainers.WordPieceTrainer(vocab_size=300, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]))
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1",
                                                             special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    save(name, tokenizer)


def roberta() -> None:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.train_from_iterator(TEXTS, trainers.BpeTrainer(vocab_size=400, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                                                             special_tokens=["<s>", "<pad>", "</s>", "<unk>"]))
    tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True, normalized=True)])
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    save("roberta", tokenizer)
    tokenizer = Tokenizer.from_file(str(HERE / "roberta.json"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    tokenizer.post_processor = processors.Sequence([processors.ByteLevel(trim_offsets=False), processors.BertProcessing(("</s>", 2), ("<s>", 0))])
    tokenizer.add_tokens([AddedToken("def", single_word=True), AddedToken("->", rstrip=True, lstrip=True)])
    save("added", tokenizer)


RULES = {"\u00a0": " ", "\t": " ", "\n": " ", "\r": " ", "\u200b": " ", "\ufeff": "", "ﬁ": "fi", "①": "1", "②": "2", "½": "1⁄2", "²": "2", "e\u0301": "é", "，": ","}


def unigram() -> None:
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.Precompiled(character_map(RULES)), normalizers.Replace(Regex(" {2,}"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    trainer = trainers.UnigramTrainer(vocab_size=300, special_tokens=["<s>", "<pad>", "</s>", "<unk>"], unk_token="<unk>", show_progress=False)
    tokenizer.train_from_iterator(TEXTS[:10], trainer)
    tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True)])
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>",
                                                             special_tokens=[("<s>", 0), ("</s>", 2)])
    save("unigram", tokenizer)
    made = json.loads(tokenizer.to_str())["model"]
    pieces = [("<unk>", 0.0), *((f"<0x{byte:02X}>", -9.0) for byte in range(256)), *((text, score) for text, score in made["vocab"] if score < 0)]
    tokenizer = Tokenizer(models.Unigram(pieces, 0, byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Strip(left=False, right=True), normalizers.Replace("—", "-")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="never", split=False)
    save("unigram_bytes", tokenizer)


bert("uncased", True, None)
bert("cased", False, None)
bert("accents", True, False)
roberta()
unigram()
