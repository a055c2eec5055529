"""Makes the static embedding table of this package: a vector for every word piece, taught by a sentence model.

    python make-table.py MODEL WORDNET OUT

MODEL    folder of all-MiniLM-L6-v2: model.safetensors, tokenizer.json
WORDNET  folder of WordNet 3.0's data.noun, data.verb, data.adj, data.adv
OUT      folder for static256.int8, static256.scale.f16, vocab.txt

Needs numpy, scipy, safetensors and tokenizers, 4 GB of memory and a few hours on one core (the texts, in step 2).

1. Each word piece goes through the model alone; the mean of its outputs is the piece's first vector.
2. WordNet's glosses, examples and compound words go through the model whole: these are the texts to be matched.
3. The pieces are projected on the 256 main directions of the texts' vectors, and frequent pieces are made short.
4. Gradient descent moves the pieces until the mean of a text's pieces points where the model points.
5. Each row is rounded to eight bits with a scale of its own.
"""

import json
import random
import re
import sys
from pathlib import Path

import numpy as np
import scipy.sparse
from safetensors.numpy import load_file
from tokenizers import Tokenizer

DIMENSIONS = 256
EPOCHS, BATCH, LEARNING_RATE = 6, 1024, 2e-3
FREQUENCY = 1e-4  # of a piece whose vector is halved
LAYERS, HEADS = 6, 12
CLS, SEP, UNKNOWN = 101, 102, 100


class Teacher:
    """all-MiniLM-L6-v2 in plain numpy."""

    def __init__(self, folder: Path):
        weights = load_file(folder / "model.safetensors")
        self.weights = {name.removeprefix("bert."): value.astype(np.float32) for name, value in weights.items()}
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(256)

    def texts(self, texts: list[str]) -> np.ndarray:
        """A unit vector for each text."""
        ids = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        by_length = sorted(range(len(ids)), key=lambda place: len(ids[place]))
        vectors = np.zeros((len(ids), 384), np.float32)
        for start in range(0, len(ids), 64):
            places = by_length[start : start + 64]
            vectors[places] = self.means([ids[place] for place in places])
            if start % 6400 == 0:
                print(f"{start} of {len(ids)} texts", file=sys.stderr)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def pieces(self) -> np.ndarray:
        """The mean output for each word piece between [CLS] and [SEP]."""
        size = self.tokenizer.get_vocab_size()
        batches = [range(start, min(size, start + 256)) for start in range(0, size, 256)]
        return np.concatenate([self.means([[CLS, piece, SEP] for piece in batch]) for batch in batches])

    def means(self, batch: list[list[int]]) -> np.ndarray:
        longest = max(map(len, batch))
        ids = np.array([row + [0] * (longest - len(row)) for row in batch])
        mask = np.array([[1.0] * len(row) + [0.0] * (longest - len(row)) for row in batch], np.float32)
        outputs = self.forward(ids, mask)
        return (outputs * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)

    def forward(self, ids: np.ndarray, mask: np.ndarray) -> np.ndarray:
        weights = self.weights
        state = weights["embeddings.word_embeddings.weight"][ids]
        state = state + weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        state = state + weights["embeddings.token_type_embeddings.weight"][0]
        state = self.norm(state, "embeddings.LayerNorm")
        hidden = (1 - mask)[:, None, None, :] * np.float32(-1e4)
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}"
            query, key, value = (self.heads(self.linear(state, f"{name}.attention.self.{part}")) for part in ("query", "key", "value"))
            scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(np.float32(query.shape[-1])) + hidden
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            seen = (scores / scores.sum(-1, keepdims=True)) @ value
            seen = seen.transpose(0, 2, 1, 3).reshape(state.shape)
            state = self.norm(self.linear(seen, f"{name}.attention.output.dense") + state, f"{name}.attention.output.LayerNorm")
            inner = gelu(self.linear(state, f"{name}.intermediate.dense"))
            state = self.norm(self.linear(inner, f"{name}.output.dense") + state, f"{name}.output.LayerNorm")
        return state

    def linear(self, state: np.ndarray, name: str) -> np.ndarray:
        return state @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def norm(self, state: np.ndarray, name: str) -> np.ndarray:
        centred = state - state.mean(-1, keepdims=True)
        scale = np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return centred / scale * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def heads(self, state: np.ndarray) -> np.ndarray:
        count, length, width = state.shape
        return state.reshape(count, length, HEADS, width // HEADS).transpose(0, 2, 1, 3)


def gelu(x: np.ndarray) -> np.ndarray:
    from scipy.special import erf

    return (0.5 * x * (1 + erf(x / np.sqrt(2)))).astype(np.float32)


def wordnet_texts(folder: Path) -> list[str]:
    """Definitions with their words in front, examples, and 20,000 compound words, in an order that is the same each time."""
    glosses, words = set(), set()
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{part}").read_text(encoding="latin-1").splitlines():
            if line.startswith("  "):
                continue  # the licence
            head, _, gloss = line.partition(" | ")
            fields = head.split(" ")
            lemmas = [fields[4 + 2 * word].replace("_", " ").split("(")[0] for word in range(int(fields[3], 16))]
            definition = re.sub(r'"[^"]*"', "", gloss).strip(" ;")
            if definition:
                glosses.add(", ".join(lemmas[:3]) + ": " + definition)
            glosses.update(re.findall(r'"([^"]{8,})"', gloss))
            words.update(lemma for lemma in lemmas if " " in lemma)
    glosses, words = sorted(glosses), sorted(words)
    random.Random(0).shuffle(glosses)
    random.Random(0).shuffle(words)
    return glosses + words[:20_000]


def first_table(pieces: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """The pieces on the main directions; BERT's vocabulary is ordered by frequency, so a low id means a frequent piece."""
    frequency = 1 / (np.arange(len(pieces)) + 2)
    frequency /= frequency.sum()
    table = (pieces - pieces.mean(0)) @ directions * (FREQUENCY / (FREQUENCY + frequency))[:, None]
    return (table / np.linalg.norm(table, axis=1).mean()).astype(np.float32)


def train(table: np.ndarray, rows: list[list[int]], targets: np.ndarray) -> np.ndarray:
    """Adam on 1 - cos(mean of a text's rows, its target)."""
    counts = scipy.sparse.csr_matrix(
        (
            np.ones(sum(map(len, rows)), np.float32),
            (np.repeat(np.arange(len(rows)), [len(row) for row in rows]), np.concatenate([np.array(row, int) for row in rows])),
        ),
        shape=(len(rows), len(table)),
    )
    counts.sum_duplicates()
    usable = np.array([place for place, row in enumerate(rows) if row])
    first, second = np.zeros_like(table), np.zeros_like(table)
    dice = np.random.default_rng(0)
    steps, step = EPOCHS * (len(usable) // BATCH), 0
    for epoch in range(EPOCHS):
        order = dice.permutation(usable)
        for start in range(0, len(order) - BATCH + 1, BATCH):
            places = order[start : start + BATCH]
            batch = counts[places]
            used = np.unique(batch.indices)
            batch = batch[:, used]
            sums = batch @ table[used]
            lengths = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-6
            units = sums / lengths
            pull = -targets[places]
            gradient = batch.T @ ((pull - units * (units * pull).sum(1, keepdims=True)) / lengths)
            step += 1
            rate = LEARNING_RATE * (1 - step / steps) + 1e-5
            first[used] = 0.9 * first[used] + 0.1 * gradient
            second[used] = 0.999 * second[used] + 0.001 * gradient**2
            table[used] -= rate * first[used] / (np.sqrt(second[used]) + 1e-8)
        print(f"epoch {epoch + 1}: cosine {float((units * -pull).sum(1).mean()):.4f}", file=sys.stderr)
    return table


def main(model: Path, wordnet: Path, out: Path) -> None:
    teacher = Teacher(model)
    texts = wordnet_texts(wordnet)
    vectors = teacher.texts(texts)
    centred = vectors - vectors.mean(0)
    directions = np.linalg.eigh(np.cov(centred.T))[1][:, ::-1][:, :DIMENSIONS].astype(np.float32)
    targets = centred @ directions
    targets /= np.linalg.norm(targets, axis=1, keepdims=True)

    encoded = teacher.tokenizer.encode_batch(texts, add_special_tokens=False)
    rows = [[piece for piece in encoding.ids if piece != UNKNOWN] for encoding in encoded]
    table = train(first_table(teacher.pieces(), directions), rows, targets)

    scales = np.abs(table).max(1, keepdims=True) / 127
    scales[scales == 0] = 1
    np.round(table / scales).astype(np.int8).tofile(out / "static256.int8")
    scales.astype("<f2").tofile(out / "static256.scale.f16")
    vocabulary = json.loads((model / "tokenizer.json").read_text())["model"]["vocab"]
    (out / "vocab.txt").write_text("".join(f"{piece}\n" for piece in sorted(vocabulary, key=vocabulary.get)))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*(Path(argument) for argument in sys.argv[1:]))
