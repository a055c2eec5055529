import { dayMs, type Event } from '@agent-mem/contract';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import type { EventContext } from '../context.ts';
import { flowOf } from '../model/learning-model.ts';
import { type Backlog, type BacklogKind, backlogNode, backlogOf, type WaitsFor } from './backlog.ts';
import { awayAgain, retryAt } from './retry.ts';

/** What is to wait for a model: a message by its id, or an event. */
export type Waiting =
  | { readonly messageId: string; readonly conversationId: string | null; readonly flow: string | null }
  | { readonly event: Event; readonly conversationId: string | null };

/** Lets a message or an event wait for a model. `made`: what the rules have made of it. `turnsMs`: how long it waits for more turns. */
export function waitingNode(
  kind: BacklogKind,
  waiting: Waiting,
  { made, waitsFor, turnsMs = 0 }: Pick<Backlog, 'made' | 'waitsFor'> & { readonly turnsMs?: number },
  now: number,
): NodeWrite {
  const subject =
    'event' in waiting
      ? { messageId: null, event: waiting.event, flow: flowOf(waiting.event) }
      : { messageId: waiting.messageId, event: null, flow: waiting.flow };
  const backlog = { ...subject, made, waitsFor, since: new Date(now).toISOString(), attempts: waitsFor === 'model' ? 1 : 0 };
  return backlogNode(kind, backlog, waiting.conversationId, dueAt(backlog, turnsMs, now), undefined, now);
}

/** Lets what waits wait on, at the end of its pause. */
export async function postpone(
  rows: readonly GraphNode[],
  waitsFor: WaitsFor,
  { clock, graph, scope }: Pick<EventContext<unknown>, 'clock' | 'graph' | 'scope'>,
): Promise<void> {
  const now = clock.now();
  const nodes = rows.map((row) => {
    const seen = backlogOf(row);
    const since = seen.waitsFor === waitsFor ? seen.since : new Date(now).toISOString();
    const backlog = waitsFor === 'model' ? awayAgain(seen, now) : { ...seen, waitsFor, since, attempts: 0 };
    // The kind of what is read here is one of them.
    return backlogNode(row.kind as BacklogKind, backlog, row.conversationId, dueAt(backlog, 0, now), row, now);
  });
  if (nodes.length > 0) await graph.commit(scope, { nodes });
}

function dueAt({ waitsFor, attempts }: Backlog, turnsMs: number, now: number): number {
  if (waitsFor === 'turns') return now + turnsMs;
  return waitsFor === 'model' ? retryAt(attempts, now) : (Math.floor(now / dayMs) + 1) * dayMs;
}
