import { dimensionRefusal, type EmbeddedVector } from '@agent-mem/storage';
import type { ScopedIndex, VectorSpace } from './collections.ts';
import { inScope } from './filters.ts';
import { count } from './points.ts';

/**
 * Throws `invalid-argument` when a vector has another dimension than its embedder's others, in the scope or beside it. Two writers that
 * bring the first vectors of a scope at the same moment are not distinguished.
 */
export async function checkDimensions(
  { connection, scopeKey }: Pick<ScopedIndex, 'connection' | 'scopeKey'>,
  vectors: readonly EmbeddedVector[],
  spaces: readonly VectorSpace[],
): Promise<void> {
  const asked = new Map<string, number>();
  for (const { embedder, values } of vectors) {
    const first = asked.get(embedder) ?? values.length;
    if (first !== values.length) throw dimensionRefusal(embedder, first, values.length);
    asked.set(embedder, first);
  }
  const others = spaces.filter(({ embedder, dimensions }) => (asked.get(embedder) ?? dimensions) !== dimensions);
  await Promise.all(
    others.map(async ({ collection, embedder, dimensions }) => {
      const isUsed = (await count(connection, collection, inScope(scopeKey))) > 0;
      if (isUsed) throw dimensionRefusal(embedder, dimensions, asked.get(embedder) ?? 0);
    }),
  );
}
