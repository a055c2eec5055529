"""Writes a tiny cross-encoder as Hugging Face lays one out: a real ONNX graph that reads a query and a text together, and whose logit
is the number of pairs of equal tokens between them. It knows no language; it shows that pairs, masks and padding arrive as they should."""

import json
import string
import sys
from pathlib import Path

from onnx import TensorProto, checker, helper, numpy_helper, save
import numpy

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)

specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
words = "who likes green tea anne the train leaves at noon doors nobody came".split()
letters = list(string.ascii_lowercase)
vocabulary = specials + words + letters + ["##" + letter for letter in letters]
ids = {piece: number for number, piece in enumerate(vocabulary)}


def special(name, type_id):
    return {"SpecialToken": {"id": name, "type_id": type_id}}


def sequence(name, type_id):
    return {"Sequence": {"id": name, "type_id": type_id}}


single = [special("[CLS]", 0), sequence("A", 0), special("[SEP]", 0)]
tokenizer = {
    "version": "1.0",
    "added_tokens": [
        {"id": ids[name], "content": name, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        for name in specials
    ],
    "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": {
        "type": "TemplateProcessing",
        "single": single,
        "pair": single + [sequence("B", 1), special("[SEP]", 1)],
        "special_tokens": {name: {"id": name, "ids": [ids[name]], "tokens": [name]} for name in ("[CLS]", "[SEP]")},
    },
    "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
    "model": {
        "type": "WordPiece",
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": ids,
    },
}
(folder / "tokenizer.json").write_text(json.dumps(tokenizer))
(folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "BertTokenizer", "pad_token": "[PAD]", "model_max_length": 64}))
(folder / "config.json").write_text(json.dumps({"max_position_embeddings": 512, "num_labels": 1}))


def constant(name, values):
    return numpy_helper.from_array(numpy.array(values, dtype=numpy.int64), name)


node = helper.make_node
nodes = [
    node("Unsqueeze", ["input_ids", "two"], ["rows"]),
    node("Unsqueeze", ["input_ids", "one"], ["columns"]),
    node("Equal", ["rows", "columns"], ["same"]),
    node("Cast", ["same"], ["equal"], to=TensorProto.INT64),
    # Only words count, those of the query (type 0) against those of the text (type 1), and no padding.
    node("Greater", ["input_ids", "last_special"], ["is_word"]),
    node("Cast", ["is_word"], ["word"], to=TensorProto.INT64),
    node("Mul", ["word", "attention_mask"], ["counts"]),
    node("Sub", ["unit", "token_type_ids"], ["is_query"]),
    node("Mul", ["counts", "is_query"], ["of_query"]),
    node("Mul", ["counts", "token_type_ids"], ["of_text"]),
    node("Unsqueeze", ["of_query", "two"], ["query_rows"]),
    node("Unsqueeze", ["of_text", "one"], ["text_columns"]),
    node("Mul", ["equal", "query_rows"], ["from_query"]),
    node("Mul", ["from_query", "text_columns"], ["matches"]),
    node("ReduceSum", ["matches", "one"], ["by_column"], keepdims=0),
    node("ReduceSum", ["by_column", "one"], ["total"], keepdims=1),
    node("Cast", ["total"], ["logits"], to=TensorProto.FLOAT),
]
inputs = [
    helper.make_tensor_value_info(name, TensorProto.INT64, ["pairs", "width"])
    for name in ("input_ids", "attention_mask", "token_type_ids")
]
outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["pairs", 1])]
constants = [constant("one", [1]), constant("two", [2]), constant("unit", 1), constant("last_special", len(specials) - 1)]
graph = helper.make_graph(nodes, "matching_tokens", inputs, outputs, constants)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
checker.check_model(model)
save(model, str(folder / "model.onnx"))
