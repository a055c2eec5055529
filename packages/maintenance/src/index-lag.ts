import type { IndexLag } from '@agent-mem/observability';
import type { Documented } from '@agent-mem/recall';
import type { Ports } from '@agent-mem/runtime';

const mostCounted = 1_000;
/** Who asks for the health of a process waits a few seconds at most. */
const limitMs = 2_000;

/** Asks the Graph what these services have still to index. Answers `null` when the Graph does not, or not in 2 s. */
export async function indexLag(
  services: readonly Documented[],
  { graph, clock }: Pick<Ports, 'graph' | 'clock'>,
): Promise<IndexLag | null> {
  const kinds = services.filter(({ documentOf }) => documentOf).flatMap(({ owns }) => owns);
  if (kinds.length === 0) return { nodes: 0, seconds: 0 };
  const answered = new AbortController();
  const late = clock.sleep(limitMs, answered.signal).then(
    () => null,
    () => null,
  );
  try {
    const behind = await Promise.race([graph.unindexed(kinds, mostCounted), late]);
    if (!behind) return null;
    const [oldest] = behind;
    const seconds = oldest ? Math.max(0, (clock.now() - Date.parse(oldest.node.updatedAt)) / 1000) : 0;
    return { nodes: behind.length, seconds };
  } catch {
    return null;
  } finally {
    answered.abort();
  }
}
