import { describe, expect, it } from 'vitest';
import type { Reranker } from '../reranker.ts';

/** Checks a reranker. `open` gives a fresh one each time. */
export function describeReranker(name: string, open: () => Promise<Reranker>): void {
  describe(`${name} is a Reranker`, () => {
    const query = 'Who likes green tea?';
    const texts = ['The train leaves at noon', 'Anne likes green tea', 'Green doors', 'Nobody came'];
    const rerank = async (among: readonly string[]) =>
      (await open()).rerank(query, among, { signal: AbortSignal.timeout(20_000) });

    it('has an id without spaces', async () => {
      expect((await open()).id).toMatch(/^\S+$/);
    });

    it('gives a finite number for each text, in order, the best answer the highest', async () => {
      const logits = await rerank(texts);
      expect(logits).toHaveLength(texts.length);
      expect(logits.every(Number.isFinite)).toBe(true);
      expect(logits.indexOf(Math.max(...logits))).toBe(1);
      const backwards = (await rerank(texts.toReversed())).toReversed();
      for (const [index, logit] of logits.entries()) expect(backwards[index]).toBeCloseTo(logit, 3);
    });

    it('gives a text the same number whatever it stands beside', async () => {
      const [alone = Number.NaN] = await rerank(['Anne likes green tea']);
      const among = await rerank(['a much longer text that stands in the same batch '.repeat(20), 'Anne likes green tea']);
      expect(among[1]).toBeCloseTo(alone, 3);
    });

    it('takes texts of any length and none at all', async () => {
      expect(await rerank([])).toEqual([]);
      expect((await rerank(['', 'green tea '.repeat(5_000), '🧠 記憶'])).every(Number.isFinite)).toBe(true);
    });

    it('is cancelled by an aborted signal', async () => {
      const reranker = await open();
      await expect(reranker.rerank(query, texts, { signal: AbortSignal.abort() })).rejects.toMatchObject({ type: 'cancelled' });
    });
  });
}
