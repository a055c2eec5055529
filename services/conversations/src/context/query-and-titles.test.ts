import type { Embedder } from '@agent-mem/llm';
import { expect, test } from 'vitest';
import { queryAndTitles } from './query-and-titles.ts';

const { signal } = new AbortController();

/** An embedder whose vectors say how long the texts are, with what it was asked. */
function counting(id: string) {
  const asked: (readonly string[])[] = [];
  const embed: Embedder['embed'] = async (texts) => {
    asked.push(texts);
    return texts.map((text) => Float32Array.of(text.length));
  };
  // Nothing else of an embedder is used here.
  return { asked, embedder: { id, embed } as Embedder };
}

test('a title is embedded once by each embedder, and each vector stands where its title does', async () => {
  const [first, second] = [counting('first'), counting('second')];
  await queryAndTitles('q', ['aa', 'bbb'], first.embedder, signal);
  const again = await queryAndTitles('query', ['cccc', 'aa'], first.embedder, signal);
  expect(again).toEqual({ query: Float32Array.of(5), titles: [Float32Array.of(4), Float32Array.of(2)] });
  await queryAndTitles('q', ['aa'], second.embedder, signal);
  expect([...first.asked, ...second.asked]).toEqual([
    ['q', 'aa', 'bbb'],
    ['query', 'cccc'],
    ['q', 'aa'],
  ]);
});
