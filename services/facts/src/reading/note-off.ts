import { type EventContext, readingNode, readingsOf } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';

/** Notes for an instance that waits that learning is switched off. The message stays unread: the end of its conversation may still teach it. */
export async function noteOff(
  message: GraphNode,
  { clock, graph, scope }: Pick<EventContext<Config>, 'clock' | 'graph' | 'scope'>,
): Promise<void> {
  if ((await readingsOf(graph, scope, 'facts', [message.id])).size > 0) return;
  const off = { state: 'off', records: [{ what: 'refused', id: '', reason: 'off' }] } as const;
  await graph.commit(scope, { nodes: [readingNode('facts', message, off, undefined, new Date(clock.now()).toISOString())] });
}
