import type { Ports } from '../context.ts';
import type { Documented } from '../indexing.ts';

/** How far the search index is behind the Graph. */
export interface IndexLag {
  /** Nodes whose document is not made yet; counted to 1,000. */
  readonly nodes: number;
  /** Since the one that waits longest was changed. */
  readonly seconds: number;
}

const mostCounted = 1_000;

/** Asks the Graph what these services have still to index. Answers `null` while the Graph does not answer. */
export async function indexLag(
  services: readonly Documented[],
  { graph, clock }: Pick<Ports, 'graph' | 'clock'>,
): Promise<IndexLag | null> {
  const kinds = services.filter(({ documentOf }) => documentOf).flatMap(({ owns }) => owns);
  if (kinds.length === 0) return { nodes: 0, seconds: 0 };
  try {
    const behind = await graph.unindexed(kinds, mostCounted);
    const [oldest] = behind;
    const seconds = oldest ? Math.max(0, (clock.now() - Date.parse(oldest.node.updatedAt)) / 1000) : 0;
    return { nodes: behind.length, seconds };
  } catch {
    return null;
  }
}
