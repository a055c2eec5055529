import { readConfig } from '@agent-mem/runtime';
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
