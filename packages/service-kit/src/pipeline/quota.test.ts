import { conversationEvents, newId } from '@agent-mem/contract';
import type { Delivery } from '@agent-mem/messaging';
import { createRequestObserver } from '@agent-mem/observability';
import { integer } from '@agent-mem/runtime';
import type { NodeWrite } from '@agent-mem/storage';
import { eventOf, incoming, loneService, memoryPorts, repliesTo, scope } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { defineService, type EventHandler } from '../service.ts';
import { eventPipeline } from './events.ts';

const ended = eventOf({ type: 'conversation-ended', data: { conversation_ended: { reason: 'signal' } } });
const message = { id: 'm1', topic: conversationEvents, payload: '', properties: {}, key: 'c1', attempt: 1, publishedAt: 0 };
const delivery = (): Delivery => ({ ...message, signal: new AbortController().signal });

const variables = { FACTS_MOST: integer({ meaning: 'Most facts of a scope', unit: 'facts', min: 0, max: 100, default: 2 }) };
const newFact = (): NodeWrite => {
  const at = '2026-01-01T12:00:00.000Z';
  return { id: newId('fact'), kind: 'Fact', createdAt: at, updatedAt: at, properties: {}, expectedVersion: 0 };
};
const handle = vi.fn<EventHandler<object>>(async (_event, { graph }) => {
  await graph.commit(scope, { nodes: [newFact()] }, {});
});
const limited = defineService({
  name: 'facts',
  owns: ['Fact'],
  variables,
  quotas: [{ kind: 'Fact', variable: 'FACTS_MOST' }],
  handlers: {
    /** In the place of the fact that the key names. */
    async store({ key }, { graph }) {
      const fact = newFact();
      const answer = { fact_id: fact.id, created: true };
      const replaced = (await graph.get(scope, [key ?? ''])).map(
        (old): NodeWrite => ({ ...old, status: 'SUPERSEDED', expectedVersion: old.version }),
      );
      await graph.commit(scope, { nodes: [fact, ...replaced] }, answer);
      return answer;
    },
  },
  events: { 'conversation-ended': handle },
});

/** A process of the service on a Graph that others may share. */
function opened({ graph } = memoryPorts()) {
  const { context, dispatch, metrics } = loneService(limited, { graph });
  const store = async (content: string, key: string | null = null) => {
    const [reply] = await repliesTo(dispatch, incoming({ store: { content, key, user: 'u1' } }, { transport: 'command' }));
    return reply;
  };
  const held = () => graph.count(scope, { kinds: ['Fact'] });
  return { graph, store, held, take: eventPipeline(limited, context, createRequestObserver(context.log, metrics)) };
}

test('a write over a quota is refused by the name of its variable, and is not to be repeated', async () => {
  const { store, held } = opened();
  for (const content of ['one', 'two']) expect((await store(content))?.error ?? null).toBeNull();
  expect((await store('three'))?.error).toMatchObject({
    type: 'resource-exhausted',
    retryable: false,
    message: expect.stringMatching(/^FACTS_MOST: default\/u1\/default holds 2 of at most 2 \(Fact\);/),
  });
  expect(await held()).toBe(2);
});

test('a full scope takes a fact in the place of another', async () => {
  const { graph, store, held } = opened();
  for (const content of ['one', 'two']) await store(content);
  const [old] = (await graph.find(scope, { kinds: ['Fact'], order: 'createdAt', limit: 1 })).items;
  expect((await store('three', old?.id))?.error ?? null).toBeNull();
  expect(await held()).toBe(2);
});

test('processes that write at once do not go over a quota together', async () => {
  const ports = memoryPorts();
  // Each process has its own object for the same Graph.
  const processes = Array.from({ length: 4 }, () => opened({ ...ports, graph: { ...ports.graph } }));
  const replies = await Promise.all(processes.map(({ store }, index) => store(`fact ${index}`)));
  expect(replies.filter((reply) => reply?.error)).toHaveLength(2);
  expect(await ports.graph.count(scope, { kinds: ['Fact'] })).toBe(2);
});

test('an event that a full scope lets go of is over: delivered again it teaches nothing', async () => {
  const { graph, store, held, take } = opened();
  for (const content of ['one', 'two']) await store(content);
  await take(ended, delivery());
  expect(handle).toHaveBeenCalledOnce();
  const [fact] = (await graph.find(scope, { kinds: ['Fact'], order: 'createdAt', limit: 1 })).items;
  await graph.purge(scope, { ids: [fact?.id ?? ''] });
  await take(ended, delivery());
  expect(handle).toHaveBeenCalledOnce();
  expect(await held()).toBe(1);
});
