import { startFleet, type TestFleet } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let fleet: TestFleet;
beforeAll(async () => {
  fleet = await startFleet({ http: true });
});
afterAll(() => fleet[Symbol.asyncDispose]());

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

// biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for.
type Answer = any;

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${fleet.httpUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: '*/*', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const answer: Answer = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, answer };
}

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

/** Calls a tool as plain curl does: no handshake, no session, and nothing said of what is accepted. */
async function call(name: string, args: object, path = '/mcp'): Promise<Answer> {
  const { status, headers, answer } = await post(path, rpc('tools/call', { name, arguments: args }));
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
  return answer.result;
}

describe('without a handshake', () => {
  it('at most eight tools are listed, and each says what it does to memory', async () => {
    const { answer } = await post('/mcp', rpc('tools/list'));
    const { tools } = answer.result;
    expect(tools.map(({ name }: Answer) => name)).toEqual([
      'store_memory',
      'retrieve_memory',
      'search_memory',
      'retrieve_facts',
      'store_fact',
      'recall_episodes',
      'correct',
      'forget',
    ]);
    for (const { name, inputSchema, outputSchema, annotations } of tools) {
      expect([name, inputSchema.type, outputSchema.type, annotations.openWorldHint]).toEqual([name, 'object', 'object', false]);
    }
    const hints = (name: string) => tools.find((tool: Answer) => tool.name === name).annotations;
    expect(hints('retrieve_facts')).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    expect(hints('store_memory')).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: false });
    expect(hints('forget')).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
  });

  it('a fact is stored, recalled, corrected and forgotten', async () => {
    const stored = await call('store_fact', { fact_content: 'Anne lives in Lyon' });
    expect(stored.structuredContent).toEqual({ fact_id: expect.stringMatching(/^fact_/), created: true });
    const { fact_id } = stored.structuredContent;
    const recalled = await call('retrieve_facts', { query: 'Where does Anne live?' });
    expect(recalled.structuredContent.facts).toEqual([expect.objectContaining({ id: fact_id, content: 'Anne lives in Lyon' })]);
    expect(recalled.content).toEqual([{ type: 'text', text: `- Anne lives in Lyon [${fact_id}]` }]);
    const corrected = await call('correct', { fact_id, fact_content: 'Anne lives in Nice' });
    expect(corrected.structuredContent.replaced_id).toBe(fact_id);
    const forgotten = await call('forget', { fact_id: corrected.structuredContent.fact_id });
    expect(forgotten.structuredContent).toEqual({ fact_ids: [corrected.structuredContent.fact_id], remaining_ids: [] });
    expect((await call('retrieve_facts', { query: 'Where does Anne live?' })).structuredContent).toEqual({ facts: [] });
  });

  it('large output is stored, found and opened a page at a time', async () => {
    const content = Array.from({ length: 900 }, (_, line) => `line ${line} of the build of the parser`).join('\n');
    const stored = await call('store_memory', { content, description: 'log of npm run build', type: 'command_output' });
    const { memory_key, placeholder } = stored.structuredContent;
    expect(placeholder).toBe(`[MemoryRef: ${memory_key} - log of npm run build]`);
    const found = await call('search_memory', { query: 'build of the parser' });
    expect(found.structuredContent.details[0]).toMatchObject({ memory_key, description: 'log of npm run build' });
    const first = await call('retrieve_memory', { memory_key });
    const { next_page } = first.structuredContent;
    const second = await call('retrieve_memory', { memory_key: placeholder, page: next_page });
    expect(first.structuredContent.content + second.structuredContent.content).toBe(content.slice(0, 32_000));
    // Models write what they leave out as null, or as an empty text.
    const fitting = await call('retrieve_memory', { memory_key, pattern: 'line 899 ', query: '', page: null });
    expect(fitting.structuredContent.content).toContain('line 899 of the build');
  });

  it('a tool refuses by the name of the argument, and says what to do', async () => {
    const refused = async (name: string, args: object) => {
      const { isError, content, structuredContent } = await call(name, args);
      expect([isError, structuredContent]).toEqual([true, undefined]);
      return content[0].text;
    };
    expect(await refused('store_fact', {})).toBe('fact_content: is required');
    expect(await refused('retrieve_facts', { query: 'q', user: 'ben' })).toMatch(
      /^user: is not known; retrieve_facts takes query\. Whose memory it is, the URL says/,
    );
    expect(await refused('retrieve_memory', { memory_key: 'k', page: 0 })).toBe('page: must be >= 1');
    expect(await refused('store_fact', { fact_content: '' })).toBe('fact_content: must not be empty');
    const entities = [{ name: '', entityType: '', observations: [] }];
    const both = 'entities.0.name: must not be empty, entities.0.entityType: must not be empty';
    expect(await refused('create_entities', { entities })).toBe(both);
    expect(await refused('append_message', { conversation_id: 'c', role: 'robot', content: 'x' })).toBe(
      'role: must be one of user, assistant, system, tool',
    );
    expect(await refused('retrieve_memory', { memory_key: 'none_0000' })).toMatch(/none_0000/);
    expect(await refused('correct', { fact_id: 'fact_1', fact_content: 'c' })).toMatch(/^fact_id: /);
  });

  it('a name that no tool has is an error of the protocol', async () => {
    const { status, answer } = await post('/mcp', rpc('tools/call', { name: 'remember', arguments: {} }));
    expect([status, answer.error.code, answer.error.message]).toEqual([
      200,
      -32_602,
      'There is no tool "remember"; tools/list has those there are',
    ]);
  });
});

it('the newest revision is answered at the same place', async () => {
  const params = { name: 'retrieve_facts', arguments: { query: 'anything' }, _meta: modern };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'retrieve_facts' };
  const { status, answer } = await post('/mcp', rpc('tools/call', params), headers);
  expect([status, answer.result.structuredContent]).toEqual([200, { facts: [] }]);
  const discovered = await post('/mcp', rpc('server/discover', { _meta: modern }), {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'server/discover',
  });
  expect(discovered.answer.result.supportedVersions).toEqual(['2026-07-28']);
});

it('the older handshake begins no session', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const { status, headers, answer } = await post('/mcp', rpc('initialize', params));
  expect([status, answer.result.protocolVersion, headers.get('mcp-session-id')]).toEqual([200, '2025-11-25', null]);
  const listen = await fetch(`${fleet.httpUrl}/mcp`, { headers: { accept: 'text/event-stream' } });
  expect([listen.status, listen.headers.get('allow')]).toEqual([405, 'POST']);
});

describe('the URL says whose memory it is', () => {
  it('and which tools are listed; what it does not list may be called', async () => {
    const names = async (path: string) =>
      (await post(path, rpc('tools/list'))).answer.result.tools.map(({ name }: Answer) => name);
    expect(await names('/mcp?tools=store_fact,retrieve_facts')).toEqual(['store_fact', 'retrieve_facts']);
    const stored = await call('store_fact', { fact_content: 'Ben lives in Rome' }, '/mcp?user=ben&tools=retrieve_facts');
    expect(stored.structuredContent.created).toBe(true);
    const seen = async (path: string) =>
      (await call('retrieve_facts', { query: 'Where does Ben live?' }, path)).structuredContent;
    expect((await seen('/mcp?user=ben')).facts).toHaveLength(1);
    expect((await seen('/mcp?user=carl')).facts).toEqual([]);
    expect((await seen('/mcp')).facts).toEqual([]);
  });

  it('as the header X-User does, and not otherwise', async () => {
    const asked = rpc('tools/call', { name: 'retrieve_facts', arguments: { query: 'Where does Ben live?' } });
    const { answer } = await post('/mcp', asked, { 'x-user': 'ben' });
    expect(answer.result.structuredContent.facts).toHaveLength(1);
    const differing = await post('/mcp?user=carl', asked, { 'x-user': 'ben' });
    expect(differing.answer.result.content[0].text).toMatch(/^user: differs from X-User/);
  });

  it.each([
    ['/mcp?usr=ben', 'usr: is not known in the URL; it takes tools, workspace, user, collection'],
    ['/mcp?user=ben&user=carl', 'user: must come once in the URL'],
    ['/mcp/wrong', /^\/mcp\/wrong: there is no set of tools and no tool "wrong"; sets are memory/],
    ['/mcp/memory?tools=memory', 'tools: the path of the URL has chosen a set already'],
  ])('%s is refused', async (path, message) => {
    const { status, answer } = await post(path, rpc('tools/list'));
    expect([status, answer.jsonrpc, answer.error.code]).toEqual([400, '2.0', -32_600]);
    expect(answer.error.message).toMatch(message);
  });
});

describe('what the gateway refuses is refused as JSON-RPC has it', () => {
  it.each([
    ['a foreign page', rpc('tools/list'), { origin: 'https://evil.example' }, 403, -32_000],
    ['a body that is no JSON', '{', {}, 400, -32_600],
    ['a batch', '[]', {}, 400, -32_600],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 400, -32_600],
  ])('%s', async (_what, body, headers, status, code) => {
    const refused = await post('/mcp', body, headers);
    expect([refused.status, refused.answer.jsonrpc, refused.answer.error.code]).toEqual([status, '2.0', code]);
  });

  it('a body that is too large', async () => {
    const { status, answer } = await post('/mcp', rpc('tools/call', { name: 'x'.repeat(1024 * 1024) }));
    expect([400, 413]).toContain(status);
    expect(answer.error.message).toMatch(/^body: /);
  });
});
