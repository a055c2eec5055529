import { conversationEvents } from '@agent-mem/contract';
import type { Delivery } from '@agent-mem/messaging';
import { createRequestObserver } from '@agent-mem/observability';
import { purgeMarkId } from '@agent-mem/policy';
import type { Graph } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { eventOf, incoming, loneService, notesService, repliesTo, scope } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { type AnyService, defineService } from '../service.ts';
import { eventPipeline } from './events.ts';

/** Says that the scope, or one conversation of it, was purged then. */
async function markPurge(graph: Graph, conversationId: string | null, purged_before: number): Promise<void> {
  const at = new Date(purged_before).toISOString();
  const mark = { id: purgeMarkId(conversationId), kind: 'PurgeMark', createdAt: at, updatedAt: at } as const;
  await graph.commit(scope, { nodes: [{ ...mark, properties: { purged_before, met_at: 0 } }] });
}

const ended = eventOf({ type: 'conversation-ended', data: { conversation_ended: { reason: 'signal' } } });

function taking(service: AnyService) {
  const { context, ports, metrics } = loneService(service);
  const signal = new AbortController().signal;
  const message = { id: 'm1', topic: conversationEvents, payload: '', properties: {}, key: 'c1', attempt: 1, publishedAt: 0 };
  const delivery: Delivery = { ...message, signal };
  const take = eventPipeline(service, context, createRequestObserver(context.log, metrics));
  return { ports, take: (event: typeof ended) => take(event, delivery) };
}

const endedAt = Date.parse(ended.timestamp);

test.each([
  ['was purged after it', null, endedAt + 1, 0],
  ['was purged before it', null, endedAt, 1],
  ['has a conversation that was purged after it', 'c1', endedAt + 1, 0],
  ['has another conversation that was purged after it', 'c2', endedAt + 1, 1],
])(
  'what an event says of a scope that %s comes back only where it is newer',
  async (_what, conversationId, purged_before, effects) => {
    const { take, ports } = taking(notesService);
    const at = new Date(purged_before).toISOString();
    const properties = { purged_before, met_at: 0 };
    const id = purgeMarkId(conversationId);
    await ports.graph.commit(scope, { nodes: [{ id, kind: 'PurgeMark', createdAt: at, updatedAt: at, properties }] });
    await take(ended);
    expect(await ports.graph.count(scope, { kinds: ['Fact'] })).toBe(effects);
  },
);

test('an invocation whose question is older than a purge teaches nothing, though it ended after it', async () => {
  const handle = vi.fn(async () => undefined);
  const { take, ports } = taking(defineService({ ...notesService, events: { 'invocation-completed': handle } }));
  await markPurge(ports.graph, null, endedAt - 1_000);
  const completed = (started_at: string) =>
    eventOf({ type: 'invocation-completed', data: { invocation_completed: { question: 'Who is Anne?', started_at } } });
  await take(completed(new Date(endedAt - 2_000).toISOString()));
  expect(handle).not.toHaveBeenCalled();
  await take(completed(ended.timestamp));
  expect(handle).toHaveBeenCalledOnce();
});

test.each([
  ['in the scope', null, {}],
  ['in its conversation', 'c1', { conversation_id: 'c1' }],
  ['in the conversation that is its source', 'c1', { source: 'c1' }],
])('a command that was sent before a purge %s writes nothing, and one that was sent since does', async (_where, purged, of) => {
  const clock = turnedClock();
  const { dispatch, ports } = loneService(notesService, { clock });
  const purged_before = clock.now();
  await markPurge(ports.graph, purged, purged_before);
  const store = async (sentAt: number) => {
    const asked = incoming({ store: { content: 'Anne likes tea', user: 'u1', ...of } }, { transport: 'command', sentAt });
    return (await repliesTo(dispatch, asked))[0];
  };
  expect((await store(purged_before - 1))?.error).toMatchObject({
    type: 'failed-precondition',
    message: expect.stringContaining('was purged after the request was sent: nothing is written'),
  });
  expect(await ports.graph.count(scope, { kinds: ['Fact'] })).toBe(0);
  expect((await store(purged_before))?.error).toBeNull();
  expect(await ports.graph.count(scope, { kinds: ['Fact'] })).toBe(1);
});
