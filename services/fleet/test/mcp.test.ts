import { PassThrough } from 'node:stream';
import { createLogger } from '@agent-mem/runtime';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../src/command-line/command-line.ts';
import { openFleet } from '../src/fleet.ts';

let data: TemporaryDirectory;
beforeEach(async () => {
  data = await temporaryDirectory();
});
afterEach(() => data[Symbol.asyncDispose]());

// biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for.
type Answer = any;

/** The command `mcp`, as a client starts it. */
function startMcp(words: readonly string[] = [], environment: Record<string, string> = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const [lines, complaints]: [Answer[], string[]] = [[], []];
  let rest = '';
  output.on('data', (bytes: Buffer) => {
    const parts = (rest + bytes.toString()).split('\n');
    rest = parts.pop() ?? '';
    // What is no JSON fails the test: standard output is the protocol's.
    lines.push(...parts.map((line) => JSON.parse(line)));
  });
  const ended = run(['mcp', ...words], {
    environment: { DATA_DIR: data.path, LOG_LEVEL: 'error', ...environment },
    input,
    output,
    print: (line) => void output.write(`${line}\n`),
    complain: (line) => void complaints.push(line),
    untilStopped: () => new Promise<void>(() => {}),
  });
  let id = 0;
  return {
    lines,
    complaints,
    input,
    ended,
    async ask(method: string, params: object = {}): Promise<Answer> {
      id += 1;
      const own = id;
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id: own, method, params })}\n`);
      await expect.poll(() => lines.find((line) => line.id === own)).toBeDefined();
      return lines.find((line) => line.id === own).result;
    },
    async call(name: string, args: object): Promise<Answer> {
      return (await this.ask('tools/call', { name, arguments: args })).structuredContent;
    },
    end() {
      input.end();
      return ended;
    },
  };
}

const question = { query: 'Where does Anne live?' };

describe('agent-mem mcp', () => {
  it('remembers from one process to the next, and writes nothing but the protocol', async () => {
    const first = startMcp();
    const { serverInfo } = await first.ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(serverInfo.name).toBe('agent-mem');
    expect((await first.ask('tools/list')).tools).toHaveLength(8);
    expect((await first.call('store_fact', { fact_content: 'Anne lives in Lyon' })).created).toBe(true);
    expect([await first.end(), first.complaints]).toEqual([0, []]);
    const second = startMcp();
    expect((await second.call('retrieve_facts', question)).facts[0].content).toBe('Anne lives in Lyon');
    expect(await second.end()).toBe(0);
  });

  it('answers what was asked before its input ended', async () => {
    const mcp = startMcp();
    const params = { name: 'store_fact', arguments: { fact_content: 'Anne lives in Lyon' } };
    mcp.input.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`);
    expect(await mcp.ended).toBe(0);
    expect(mcp.lines.map(({ id, result }) => [id, result.structuredContent.created])).toEqual([[1, true]]);
  });

  it('goes on with the process that owns the data, and without it', async () => {
    const environment = { DATA_DIR: data.path, HTTP_PORT: '0', GRPC_PORT: '0', AUTH: 'required' };
    const fleet = await openFleet({ services: [], environment, log: createLogger({ level: 'silent' }) });
    const [one, two] = [startMcp(), startMcp()];
    await one.call('store_fact', { fact_content: 'Anne lives in Lyon' });
    expect((await two.call('retrieve_facts', question)).facts).toHaveLength(1);
    expect((await fleet.host.caller.call('facts', 'list', {})).facts).toHaveLength(1);
    await fleet[Symbol.asyncDispose]();
    // One of the two becomes the owner, and the other attaches to it.
    expect((await one.call('retrieve_facts', question)).facts).toHaveLength(1);
    await two.call('store_fact', { fact_content: 'Ben lives in Rome' });
    expect((await one.call('retrieve_facts', { query: 'Where does Ben live?' })).facts[0].content).toBe('Ben lives in Rome');
    expect(await one.end()).toBe(0);
    expect((await two.call('retrieve_facts', question)).facts[0].content).toBe('Anne lives in Lyon');
    expect(await two.end()).toBe(0);
  });

  it('serves the scope and the tools that its environment or its flags say', async () => {
    const anne = startMcp([], { MCP_USER: 'anne', MCP_COLLECTION: 'work', MCP_TOOLS: 'graph,store_fact' });
    const { tools } = await anne.ask('tools/list');
    expect(tools.map(({ name }: Answer) => name)).toEqual([
      'agrama_updateEntityWeight',
      'agrama_triggerCompaction',
      'agrama_createSummaryNode',
      'get_neighbors',
      'find_similar_nodes',
      'store_fact',
    ]);
    await anne.call('store_fact', { fact_content: 'Anne lives in Lyon' });
    const [same, other] = [startMcp(['--user', 'anne', '--collection', 'work']), startMcp()];
    expect((await same.call('retrieve_facts', question)).facts).toHaveLength(1);
    expect((await other.call('retrieve_facts', question)).facts).toHaveLength(0);
    await Promise.all([same.end(), other.end(), anne.end()]);
  });

  it('is used wrongly with tools that there are not', async () => {
    const mcp = startMcp([], { MCP_TOOLS: 'wrong' });
    expect([await mcp.ended, mcp.complaints[0]]).toEqual([
      2,
      expect.stringMatching(/^agent-mem: MCP_TOOLS: there is no set of tools and no tool "wrong"; sets are memory, /),
    ]);
  });
});

describe('where keys are required', () => {
  it('a key may call the tools that it has the permissions for, in its own scope', async () => {
    const environment = { DATA_DIR: data.path, HTTP_PORT: '0', GRPC_PORT: '0', AUTH: 'required' };
    await using fleet = await openFleet({ services: [], environment, log: createLogger({ level: 'silent' }) });
    const printed: string[] = [];
    await run(['keys', 'create', '--name', 'reader', '--users', 'anne', '--permissions', 'read'], {
      environment: { DATA_DIR: data.path, LOG_LEVEL: 'error' },
      input: new PassThrough(),
      output: new PassThrough(),
      print: (line) => void printed.push(line),
      complain: () => undefined,
      untilStopped: () => new Promise<void>(() => {}),
    });
    const post = async (path: string, authorization: string | null, name: string, args: object) => {
      const response = await fetch(`${fleet.httpUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(authorization !== null && { authorization }) },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
      });
      return {
        status: response.status,
        challenge: response.headers.get('www-authenticate'),
        body: (await response.json()) as Answer,
      };
    };
    await fleet.host.caller.call('facts', 'store', { content: 'Anne lives in Lyon', user: 'anne' });
    const nobody = await post('/mcp', null, 'retrieve_facts', question);
    expect([nobody.status, nobody.challenge, nobody.body.error.message]).toEqual([
      401,
      'Bearer',
      expect.stringMatching(/^Authorization: is required/),
    ]);
    const key = `Bearer ${printed.at(-1)}`;
    const { result } = (await post('/mcp', key, 'retrieve_facts', question)).body;
    expect(result.structuredContent.facts[0].content).toBe('Anne lives in Lyon');
    const other = (await post('/mcp?user=ben', key, 'retrieve_facts', question)).body.result;
    expect([other.isError, other.content[0].text]).toEqual([true, expect.stringMatching(/^user: is not this credential's/)]);
    const write = (await post('/mcp', key, 'store_fact', { fact_content: 'x' })).body.result;
    expect([write.isError, write.content[0].text]).toEqual([true, expect.stringMatching(/needs the permission write/)]);
  });
});
