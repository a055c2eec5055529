import type { GraphNode, NodeWrite, Status } from '@agent-mem/storage';

/** The node active again, with its content. When it would expire is left as it is, unless that time has passed. */
export function restoredEpisode(
  { version, ...seen }: GraphNode,
  now: string,
): Omit<GraphNode, 'version'> & Pick<NodeWrite, 'expectedVersion' | 'record'> {
  const { quarantine_reason: _, ...properties } = seen.properties;
  const status: Status = 'ACTIVE';
  const dueAt = seen.dueAt !== null && seen.dueAt > now ? seen.dueAt : null;
  return { ...seen, status, dueAt, properties, updatedAt: now, expectedVersion: version, record: 'restored' };
}
