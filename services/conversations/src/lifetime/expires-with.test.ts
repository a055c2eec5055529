import { readConfig } from '@agent-mem/runtime';
import { storedInvocation } from '@agent-mem/service-kit';
import { edgeIdOf } from '@agent-mem/storage';
import { defaultScope } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startConversations } from '../../test/start-conversations.ts';
import { variables } from '../config.ts';
import { emptySummary, summarises, summaryNode } from '../domain/summary/summary-node.ts';
import { expiresWith } from './expires-with.ts';

test('summaries made of a message expire with it, and not one that was made again without it', async () => {
  await using conversations = await startConversations();
  const { clock, graph } = conversations.fleet.ports;
  const { message_id } = await conversations.say('c1', 'hello');
  const now = new Date(clock.now()).toISOString();
  const madeOf = [
    { id: 'part', from: message_id, sources: [message_id] },
    { id: 'whole', from: 'part', sources: ['part'] },
    { id: 'made again', from: message_id, sources: ['another'] },
  ];
  await graph.commit(defaultScope, {
    nodes: madeOf.map(({ id, sources }) => summaryNode(id, 'c1', { ...emptySummary, sources }, undefined, now)),
    edges: madeOf.map(({ id, from }) => ({
      id: edgeIdOf(summarises, id, from),
      kind: summarises,
      from: id,
      to: from,
      createdAt: now,
    })),
  });
  const [message] = await graph.get(defaultScope, [message_id]);
  if (!message) throw new Error('it was stored');
  const reading = { clock, graph, scope: defaultScope, config: readConfig(variables, {}) };
  expect((await expiresWith(message, reading)).retired.map(({ id }) => id)).toEqual(['part', 'whole']);
});

test.each([
  ['ACTIVE', ['inv_1']],
  ['DELETED', []],
] as const)('an invocation that is %s expires with its message: %j', async (status, expired) => {
  await using conversations = await startConversations();
  const { clock, graph } = conversations.fleet.ports;
  const { message_id } = await conversations.say('c1', 'hello');
  const now = new Date(clock.now()).toISOString();
  const properties = storedInvocation.write({ message_ids: [message_id] });
  await graph.commit(defaultScope, {
    nodes: [{ id: 'inv_1', kind: 'Invocation', conversationId: 'c1', createdAt: now, updatedAt: now, status, properties }],
  });
  const [stored] = await graph.get(defaultScope, [message_id]);
  if (!stored) throw new Error('it was stored');
  const message = { ...stored, properties: { ...stored.properties, metadata: { invocation_id: 'inv_1' } } };
  const reading = { clock, graph, scope: defaultScope, config: readConfig(variables, {}) };
  expect((await expiresWith(message, reading)).retired.map(({ id }) => id)).toEqual(expired);
});
