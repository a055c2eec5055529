import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { awaitedCalls } from '../waiting/waiting-frame.ts';
import { runOf } from '../waiting/waiting-run.ts';

/** A page of the scope's runs that wait, newest first. */
export const listWaiting: Handler<'agent', 'list_waiting', Config> = async ({ limit, cursor }, { graph, scope }) => {
  const query = { kinds: ['Run'], where: { state: 'waiting' }, order: 'createdAt', descending: true, limit, cursor } as const;
  const { items, nextCursor } = await graph.find(scope, query);
  const runs = items.map(runOf).flatMap((stored) => {
    if (!stored) return [];
    const { begun, entry, expiresAt, since } = stored.run;
    const { invocationId, conversationId } = entry.invocation;
    const question = entry.request?.question ?? '';
    const waits = { waiting: awaitedCalls(begun), waiting_since: since, expires_at: expiresAt };
    return [{ invocation_id: invocationId, conversation_id: conversationId, question, ...waits }];
  });
  return { runs, next_cursor: nextCursor };
};
