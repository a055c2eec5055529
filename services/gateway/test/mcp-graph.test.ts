import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let fleet: TestFleet;
let edge: string;
const ids: Record<string, string> = {};
/** What the summarising service was sent. */
const delegated: string[] = [];
const summarizer = createServer((request, response) => {
  delegated.push(request.url ?? '');
  request.resume().on('end', () => response.writeHead(202).end());
});
beforeAll(async () => {
  await once(summarizer.listen(0, '127.0.0.1'), 'listening');
  const { port } = summarizer.address() as AddressInfo;
  fleet = await startFleet({ http: true, environment: { SUMMARIZER_URL: `http://127.0.0.1:${port}/summarize` } });
  const made = async (kind: 'Error' | 'Solution', content: string) => {
    const { node } = await fleet.caller.call('graph', 'create_node', { kind, content });
    return node?.id ?? '';
  };
  ids.error = await made('Error', 'null pointer exception in auth.zig');
  ids.solution = await made('Solution', 'Check the token before it is read');
  const linked = await fleet.caller.call('graph', 'link', { from: ids.error, to: ids.solution, kind: 'solved_by', weight: 0.4 });
  edge = linked.edge?.id ?? '';
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  summarizer.close();
});

// biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for.
type Answer = any;

async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${fleet.httpUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function call(name: string, args: object): Promise<Answer> {
  return (await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })).result;
}

describe("Agrama's tools", () => {
  it('have the descriptions of their specification under both kinds of names', async () => {
    const listed = async (set: string) =>
      (await post(`/mcp/${set}`, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).result.tools;
    const said = (tools: Answer) => Object.fromEntries(tools.map(({ name, description }: Answer) => [name, description]));
    const descriptions = {
      updateEntityWeight:
        'Updates the learned numerical weight of a specific node or edge in the graph. Intended for use by RL or other evaluation systems.',
      triggerCompaction:
        'Initiates an asynchronous memory compaction process for a given set of nodes. Agrama will delegate the summarization task to a configured external service.',
      createSummaryNode:
        'Creates a new SummaryNode and archives the original nodes. To be called by the trusted memory summarization service.',
    };
    const named = (sign: string) =>
      Object.fromEntries(Object.entries(descriptions).map(([name, text]) => [`agrama${sign}${name}`, text]));
    expect(said(await listed('graph'))).toMatchObject(named('_'));
    expect(said(await listed('agrama'))).toEqual(named('/'));
  });

  it("answer the specification's own request, sent as it stands but for the id", async () => {
    const request = JSON.parse(await readFile(new URL('./fixtures/update-entity-weight.json', import.meta.url), 'utf8'));
    expect(request.params.arguments.entity_id).toBe('edge-uuid-solution-to-error');
    request.params.arguments.entity_id = edge;
    const answer = await post('/mcp', request);
    expect([answer.jsonrpc, answer.id]).toEqual(['2.0', 123]);
    expect(answer.result.structuredContent).toEqual({ status: 'success', entity_id: edge, new_weight: 0.85 });
    expect(JSON.parse(answer.result.content[0].text)).toEqual(answer.result.structuredContent);
  });

  it('refuse what the specification does not allow, by the name of the argument', async () => {
    const refused = await call('agrama_updateEntityWeight', { entity_id: edge, entity_type: 'LINE', weight: 1 });
    expect([refused.isError, refused.content[0].text]).toEqual([
      true,
      expect.stringMatching(/^entity_type: must be one of NODE, EDGE$/),
    ]);
    const missing = await call('agrama_updateEntityWeight', {
      entity_id: 'edge_00000000-0000-7000-8000-000000000000',
      entity_type: 'EDGE',
      weight: 1,
    });
    expect([missing.isError, missing.content[0].text]).toEqual([true, expect.stringContaining('edge_00000000')]);
  });

  it('hand nodes to a service that summarises, and take its summary', async () => {
    const stored = ['The build broke', 'The parser was rebuilt'].map((content) =>
      fleet.caller.call('facts', 'store', { content }),
    );
    // The specification speaks of UUIDs: an id without its prefix is one.
    const node_ids = (await Promise.all(stored)).map(({ fact_id }) => fact_id.slice('fact_'.length));
    const begun = await call('agrama/triggerCompaction', { node_ids });
    expect(begun.structuredContent).toEqual({
      status: 'success',
      message: 'Compaction process initiated for 2 nodes.',
      job_id: expect.stringMatching(/^job_/),
    });
    await expect.poll(() => delegated).toHaveLength(1);
    const summary = await call('agrama_createSummaryNode', {
      summary_content: 'The build was mended',
      original_node_ids: node_ids,
      generating_model: 'test-model',
    });
    expect(summary.structuredContent).toEqual({ status: 'success', summary_node_id: expect.stringMatching(/^sum_/) });
    const { node } = await fleet.caller.call('graph', 'get', { id: node_ids[0] ?? '' });
    expect(node).toMatchObject({ status: 'ARCHIVED', archived_by: 'compaction' });
  });
});

it('what solved an error is recalled with the edge by which its weight is changed', async () => {
  const query = 'null pointer exception in auth.zig';
  const recalled = async () => (await call('recall_episodes', { query })).structuredContent.solutions;
  const [solution] = await recalled();
  expect(solution).toMatchObject({ error: query, solution: 'Check the token before it is read', edge_id: edge });
  const weighed = { entity_id: solution.edge_id, entity_type: 'EDGE', weight: solution.weight / 2 };
  expect((await call('agrama_updateEntityWeight', weighed)).isError).toBeUndefined();
  await expect.poll(recalled).toEqual([expect.objectContaining({ edge_id: edge, weight: solution.weight / 2 })]);
  await call('agrama_updateEntityWeight', { ...weighed, weight: solution.weight });
});

it('neighbours and similar nodes show their weights where that is asked for', async () => {
  const { structuredContent } = await call('get_neighbors', { id: ids.error, kinds: ['solved_by'], include_weights: true });
  expect(structuredContent.neighbors).toEqual([
    {
      edge: expect.objectContaining({ id: edge, kind: 'solved_by', weight: 0.85 }),
      node: expect.objectContaining({ id: ids.solution }),
      depth: 1,
    },
  ]);
  const without = await call('get_neighbors', { id: ids.error });
  expect(without.structuredContent.neighbors[0].edge.weight).toBeUndefined();
  const { fact_id } = await fleet.caller.call('facts', 'store', { content: 'The ferry to Ischia leaves at nine' });
  const similar = await call('find_similar_nodes', { query: 'When does the ferry leave?', kinds: ['Fact'] });
  expect(similar.structuredContent.nodes[0]).toMatchObject({ id: fact_id, kind: 'Fact' });
});

it('search and fetch answer what ChatGPT expects', async () => {
  const { fact_id } = await fleet.caller.call('facts', 'store', { content: 'The museum of Cuma opens at ten' });
  const found = (await call('search', { query: 'When does the museum open?' })).structuredContent.results[0];
  expect(found).toEqual({ id: fact_id, title: 'The museum of Cuma opens at ten', url: `memory://nodes/${fact_id}` });
  const opened = await call('fetch', { id: found.id });
  expect(JSON.parse(opened.content[0].text)).toMatchObject({
    id: fact_id,
    text: 'The museum of Cuma opens at ten',
    url: found.url,
  });
  const log = (await call('store_memory', { content: 'line 1\nline 2', description: 'a log of two lines' })).structuredContent;
  const stored = (await call('search', { query: 'a log of two lines' })).structuredContent.results;
  const detail = stored.find(({ id }: Answer) => id.startsWith('det_'));
  expect((await call('fetch', { id: detail.id })).structuredContent.text).toBe('line 1\nline 2');
  expect(log.placeholder).toContain('a log of two lines');
});

it('an error is found, and fetch answers it with what solved it', async () => {
  const { results } = (await call('search', { query: 'null pointer exception' })).structuredContent;
  expect(results.map(({ id }: Answer) => id)).toContain(ids.error);
  const { text } = (await call('fetch', { id: ids.error })).structuredContent;
  expect(text).toBe('null pointer exception in auth.zig\nSolution: Check the token before it is read');
});

it('fetch says of stored output that is no text what it is, and of long output where it ends', async () => {
  const store = (output: object) => fleet.caller.call('working-memory', 'store_detail', output);
  await store({ content: '/9j/', encoding: 'base64', content_type: 'image/jpeg', description: 'photo of the port' });
  const text = 'a line of the log\n'.repeat(5_000);
  await store({ content: text, description: 'log of the ferries' });
  const fetched = async (description: string) => {
    const { results } = (await call('search', { query: description })).structuredContent;
    const { id } = results.find(({ title }: Answer) => title === description);
    return { id, text: (await call('fetch', { id })).structuredContent.text };
  };
  const photo = await fetched('photo of the port');
  expect(photo.text).toBe(
    `${photo.id} is no text and cannot be shown: photo of the port (image/jpeg, 3 bytes). Use this description, or search for texts about it.`,
  );
  const log = await fetched('log of the ferries');
  const [shown, note] = log.text.split('\n[');
  expect(text.startsWith(shown)).toBe(true);
  expect(note).toBe(
    `fetch ends here, at 64 KiB; retrieve_memory, where you have it, goes on with memory_key ${log.id}, offset ${shown.length}.]`,
  );
});

it('a conversation is stored, listed, read, searched and shown', async () => {
  const { conversation_id } = (await call('create_conversation', { title: 'The parser' })).structuredContent;
  for (const [role, content] of [
    ['user', 'How do we rebuild the parser?'],
    ['assistant', 'By make parser in the folder tools.'],
  ] as const)
    await call('append_message', { conversation_id, role, content });
  await fleet.settled();
  const listed = (await call('list_conversations', {})).structuredContent.conversations;
  expect(listed).toContainEqual(expect.objectContaining({ id: conversation_id, title: 'The parser', message_count: 2 }));
  const history = (await call('get_history', { conversation_id })).structuredContent.messages;
  expect(history.map(({ role, ordinal }: Answer) => [role, ordinal])).toEqual([
    ['user', 1],
    ['assistant', 2],
  ]);
  const found = (await call('search_messages', { query: 'rebuild the parser', limit: 1 })).structuredContent.messages;
  expect(found[0].conversation_id).toBe(conversation_id);
  const context = await call('build_context', { conversation_id, query: 'the parser' });
  expect(context.structuredContent).toMatchObject({ message_count: 2, text: expect.stringContaining('make parser') });
  const summarised = await call('summarize_conversation', { conversation_id });
  expect(summarised.structuredContent.job_id).toMatch(/^job_/);
  expect((await call('find_similar_conversations', { query: 'rebuilding the parser' })).isError).toBeUndefined();
  expect((await call('get_history', { conversation_id: 'conv_none' })).content[0].text).toMatch(
    /^Conversation conv_none not found/,
  );
});
