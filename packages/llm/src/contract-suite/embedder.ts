import { describe, expect, it } from 'vitest';
import type { Embedder } from '../embedder.ts';

/** Checks an embedder. `open` gives a fresh one each time. */
export function describeEmbedder(name: string, open: () => Promise<Embedder>): void {
  describe(`${name} is an Embedder`, () => {
    const embed = async (texts: readonly string[]) => (await open()).embed(texts, { signal: AbortSignal.timeout(10_000) });

    it('has an id without spaces and a dimension', async () => {
      const embedder = await open();
      await embedder.embed(['a first text'], { signal: AbortSignal.timeout(10_000) });
      expect(embedder.id).toMatch(/^\S+$/);
      expect(embedder.dimensions).toBeGreaterThan(0);
    });

    it('gives a vector of unit length and its dimension for each text, in order', async () => {
      const embedder = await open();
      const texts = ['the cat sleeps', 'a train to Porto', 'a long walk '.repeat(200)];
      const vectors = await embedder.embed(texts, { signal: AbortSignal.timeout(10_000) });
      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) {
        expect(vector).toHaveLength(embedder.dimensions);
        expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 4);
      }
      expect(await embed(texts.toReversed())).toEqual(vectors.toReversed());
    });

    it('gives a text the same vector whatever it stands beside', async () => {
      const [alone] = await embed(['my wife is Anne']);
      const [, among] = await embed(['something longer that fills the batch', 'my wife is Anne', 'short', 'last']);
      expect(among).toEqual(alone);
    });

    it('gives zeros for a text with nothing in it, and nothing for no texts', async () => {
      const [nothing] = await embed(['']);
      expect(nothing?.every((value) => value === 0)).toBe(true);
      expect(await embed([])).toEqual([]);
    });

    it('is cancelled by an aborted signal', async () => {
      const embedder = await open();
      await expect(embedder.embed(['text'], { signal: AbortSignal.abort() })).rejects.toMatchObject({ type: 'cancelled' });
    });
  });
}
