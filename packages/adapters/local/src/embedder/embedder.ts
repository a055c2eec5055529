import { setImmediate as nextTurn } from 'node:timers/promises';
import { OperationError, rememberLately } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';
import { readStaticTable, type StaticTable } from '../static-table.ts';
import { wordLikeness } from './word-likeness.ts';
import { createWordPiece, type WordPiece } from './word-piece.ts';

/** Rows that are added before the process looks for what else has come: some milliseconds' work. */
const rowsPerTurn = 4_096;

let loaded: Promise<Embedder> | null = null;

/**
 * Vectors without a model: the mean of a table's rows for the pieces of a text. It knows words of like meaning, not sentences.
 * A process reads the table once.
 */
export function loadStaticEmbedder(): Promise<Embedder> {
  loaded ??= load().catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Embedder> {
  const table = await readStaticTable();
  const wordPiece = createWordPiece(table.vocabulary);
  /** Several services embed one question at the same time. */
  const embedded = rememberLately((text) => vectorOf(text, table, wordPiece), { texts: 16, characters: 4_096 });
  return {
    id: 'static256-v1',
    dimensions: table.dimensions,
    likenessTo: wordLikeness(table, wordPiece),
    async embed(texts, { signal }) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        if (signal.aborted) throw new OperationError('cancelled', 'Embedding was cancelled');
        vectors.push((await embedded(text)).slice());
      }
      return vectors;
    },
  };
}

async function vectorOf(text: string, table: StaticTable, wordPiece: WordPiece): Promise<Float32Array> {
  const vector = new Float32Array(table.dimensions);
  const { dimensions, scales, values } = table;
  let added = 0;
  for (const row of wordPiece.rowsOf(text)) {
    added += 1;
    if (added % rowsPerTurn === 0) await nextTurn();
    const scale = scales[row] ?? 0;
    const start = row * dimensions;
    // Every index is inside: asking about each takes twice the time of a long text.
    for (let index = 0; index < dimensions; index++)
      vector[index] = (vector[index] as number) + (values[start + index] as number) * scale;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
