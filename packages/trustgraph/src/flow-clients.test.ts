import { createMemoryTopics } from '@agent-mem/messaging';
import { turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { openFlowClients } from './flow-clients.ts';
import { literal, triple } from './messages/triples.ts';

const own = { request: 'request:tg:agent:w:f', response: 'response:tg:agent:w:f' };
const pair = (name: string) => ({
  [`${name}-request`]: `request:tg:${name}:w:f`,
  [`${name}-response`]: `response:tg:${name}:w:f`,
});
const names = [
  'prompt',
  'text-completion',
  'mcp-tool',
  'graph-rag',
  'structured-query',
  'embeddings',
  'row-embeddings-query',
  'librarian',
];
const flowWith = (queues: Record<string, string>) => ({
  workspace: 'w',
  flow: 'f',
  topics: { ...own, ...queues },
  parameters: {},
});

it('has a client of each service that the flow names', async () => {
  const topics = createMemoryTopics();
  const queues = Object.assign({ explainability: 'flow:tg:triples-store:w:f' }, ...names.map(pair));
  const clients = await openFlowClients({ topics, clock: turnedClock() }, flowWith(queues));
  expect(Object.values(clients)).not.toContain(null);
  const statement = triple('urn:u', 'urn:p', literal('x'), 'urn:graph:retrieval');
  await clients.explainability?.({ metadata: { id: 'urn:u', root: '', collection: 'default' }, triples: [statement] });
  expect(topics.sent).toMatchObject([{ topic: 'persistent://tg/flow/triples-store:w:f', properties: {} }]);
  await clients[Symbol.asyncDispose]();
  expect(names.flatMap((name) => topics.subscriptions(`non-persistent://tg/response/${name}:w:f`))).toEqual([]);
});

it('goes without what the flow does not name, half a pair too', async () => {
  const topics = createMemoryTopics();
  const queues = { ...pair('prompt'), ...pair('embeddings'), 'mcp-tool-request': 'request:tg:mcp-tool:w:f' };
  await using clients = await openFlowClients({ topics, clock: turnedClock() }, flowWith(queues));
  expect(clients.prompt).not.toBeNull();
  const { textCompletion, mcpTool, graphRag, structuredQuery, rowEmbeddings, explainability } = clients;
  expect([textCompletion, mcpTool, graphRag, structuredQuery, rowEmbeddings, explainability]).toEqual(Array(6).fill(null));
});

it('opens a tool service once, on the queues its configuration names, and closes it with the flow', async () => {
  const topics = createMemoryTopics();
  const queues = { request: 'request:tg:joke', response: 'response:tg:joke' };
  const clients = await openFlowClients({ topics, clock: turnedClock() }, flowWith({}));
  expect(await clients.toolService(queues)).toBe(await clients.toolService(queues));
  expect(topics.subscriptions('non-persistent://tg/response/joke')).toHaveLength(1);
  await clients[Symbol.asyncDispose]();
  expect(topics.subscriptions('non-persistent://tg/response/joke')).toEqual([]);
  await expect(clients.toolService({ ...queues, request: 'request:tg:late' })).rejects.toMatchObject({ type: 'unavailable' });
  expect(topics.subscriptions('non-persistent://tg/response/joke')).toEqual([]);
});
