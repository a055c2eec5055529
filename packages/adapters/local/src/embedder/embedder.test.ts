import { describeEmbedder } from '@agent-mem/llm/contract-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { readStaticTable } from '../static-table.ts';
import { loadStaticEmbedder } from './embedder.ts';
import { createWordPiece } from './word-piece.ts';

describeEmbedder('llm-local', loadStaticEmbedder);

async function likeness(one: string, other: string): Promise<number> {
  const embedder = await loadStaticEmbedder();
  const [a, b] = await embedder.embed([one, other], { signal: new AbortController().signal });
  return Array.from(a ?? []).reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0);
}

it('puts words of like meaning near each other', async () => {
  const near = await likeness("The user's wife is named Anne", 'who is my spouse?');
  expect(near).toBeGreaterThan(0.4);
  expect(near).toBeGreaterThan((await likeness("The user's wife is named Anne", 'how do I bake bread?')) + 0.2);
});

it('compares words by what they mean, and knows no slip', async () => {
  const embedder = await loadStaticEmbedder();
  const likeness = embedder.likenessTo?.('profession');
  expect(likeness?.('profession')).toBeCloseTo(1);
  expect(likeness?.('occupation')).toBeGreaterThan((likeness?.('pigeon') ?? 1) + 0.2);
  expect(likeness?.('profesion')).toBe(0);
  expect(embedder.likenessTo?.('profesion')).toBeNull();
});

it('gives zeros for what has no pieces', async () => {
  const embedder = await loadStaticEmbedder();
  const [blank] = await embedder.embed(['  \n\u0000'], { signal: new AbortController().signal });
  expect(blank).toEqual(new Float32Array(256));
});

it('lets the process look for what else has come while it embeds a long text, and gives each caller a vector of its own', async () => {
  const embedder = await loadStaticEmbedder();
  const { signal } = new AbortController();
  const done: string[] = [];
  const long = 'Anne has a dog. '.repeat(4_000);
  const embedding = embedder.embed([long], { signal }).then((vectors) => {
    done.push('embedded');
    return vectors;
  });
  const round = new Promise<void>((resolve) => setImmediate(resolve)).then(() => void done.push('others'));
  const [[vector]] = await Promise.all([embedding, round]);
  expect(done).toEqual(['others', 'embedded']);
  const [again] = await embedder.embed([long], { signal });
  expect(again).toEqual(vector);
  expect(again).not.toBe(vector);
});

describe('word pieces', () => {
  let vocabulary: readonly string[];
  beforeAll(async () => {
    vocabulary = (await readStaticTable()).vocabulary;
  });
  const pieces = (text: string) => Array.from(createWordPiece(vocabulary).rowsOf(text), (row) => vocabulary[row]);

  it.each([
    ['Embeddings', ['em', '##bed', '##ding', '##s']],
    ["It's 3.5€!", ['it', "'", 's', '3', '.', '5', '##€', '!']],
    ['Crème BRÛLÉE', ['cr', '##eme', 'br', '##ule', '##e']],
    ['東京 is big', ['東', '京', 'is', 'big']],
    ['a\u200bb\tc', ['ab', 'c']],
    ['snake_case a+b', ['snake', '_', 'case', 'a', '+', 'b']],
    ['x'.repeat(101), []],
  ])('of %s', (text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });
});
