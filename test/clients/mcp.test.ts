import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findProgram, findTool } from '../live/tools.ts';
import { verifies } from '../verifies.ts';

const run = promisify(execFile);
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const main = file('../../services/fleet/main.ts');

/** What each client sees, whatever it speaks. */
const expected = {
  tools: [
    ...['store_memory', 'retrieve_memory', 'search_memory', 'retrieve_facts'],
    ...['store_fact', 'recall_episodes', 'correct', 'forget'],
  ],
  stored: { fact_id: expect.stringMatching(/^fact_/), created: true },
  recalled: ['Anne lives in Lyon'],
  text: expect.stringMatching(/^- Anne lives in Lyon \[fact_/),
  refused: [true, 'fact_content: is required'],
  unlisted: { conversation_id: 'talk' },
  templates: [
    'memory://facts/{fact_id}',
    'memory://conversations/{conversation_id}',
    'memory://details/{memory_key}',
    'memory://nodes/{id}',
  ],
  resource: 'Anne lives in Lyon',
  prompt: expect.stringContaining('Anne lives in Lyon'),
  unknown: -32_602,
};

/** What a client's program prints, on a fleet of its own over HTTP. */
async function overHttp(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  await using fleet = await startFleet({ http: true });
  const { stdout } = await run(program, [...args, 'http', `${fleet.httpUrl}/mcp`], { env: { ...process.env, ...environment } });
  return JSON.parse(stdout);
}

/** The same of one that starts `agent-mem mcp`. */
async function overStdio(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  await using data = await temporaryDirectory();
  const env = { ...process.env, ...environment, DATA_DIR: data.path, LOG_LEVEL: 'error' };
  const { stdout } = await run(program, [...args, 'stdio', process.execPath, main, 'mcp'], { env });
  return JSON.parse(stdout);
}

describeLive("PyPI's mcp", findTool('mcp/python/bin/python'), (python) => {
  const script = file('mcp_client.py');

  it.each(['auto', 'legacy', '2026-07-28'])('by HTTP, in the mode %s', verifies('mcp.http'), async (mode) => {
    expect(await overHttp(python(), [script, mode])).toEqual(expected);
  });

  it.each(['legacy', '2026-07-28'])('by standard input and output, in the mode %s', verifies('mcp.stdio'), async (mode) => {
    expect(await overStdio(python(), [script, mode])).toEqual(expected);
  });
});

describeLive("Version 1 of MCP's SDK for TypeScript", findTool('mcp/node_modules'), (modules) => {
  const script = file('mcp-v1-client.mjs');

  it('by HTTP', verifies('mcp.http'), async () => {
    expect(await overHttp(process.execPath, [script], { MCP_MODULES: modules() })).toEqual(expected);
  });

  it('by standard input and output', verifies('mcp.stdio'), async () => {
    expect(await overStdio(process.execPath, [script], { MCP_MODULES: modules() })).toEqual(expected);
  });
});

describeLive("MCP's inspector", findTool('mcp/node_modules'), (modules) => {
  const inspect = async (...args: readonly string[]) => {
    const program = join(modules(), '.bin/mcp-inspector');
    const { stdout } = await run(process.execPath, [program, '--cli', ...args, '--format', 'json']);
    return JSON.parse(stdout).result;
  };

  it.each(['legacy', 'modern'])('by HTTP, in the era %s', verifies('mcp.http'), async (era) => {
    await using fleet = await startFleet({ http: true });
    const url = [`${fleet.httpUrl}/mcp`, '--protocol-era', era];
    const { tools } = await inspect(...url, '--method', 'tools/list');
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(expected.tools);
    const call = ['--method', 'tools/call', '--tool-name', 'store_fact', '--tool-arg', 'fact_content=Anne lives in Lyon'];
    expect((await inspect(...url, ...call)).structuredContent).toEqual(expected.stored);
  });
});

describeLive('curl', findProgram('curl'), (curl) => {
  it('is answered JSON without a handshake', verifies('mcp.http'), async () => {
    await using fleet = await startFleet({ http: true });
    const post = async (name: string, args: object) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
      const { stdout } = await run(curl(), ['-sf', `${fleet.httpUrl}/mcp`, '-H', 'Content-Type: application/json', '-d', body]);
      return JSON.parse(stdout).result.structuredContent;
    };
    expect(await post('store_fact', { fact_content: 'Anne lives in Lyon' })).toEqual(expected.stored);
    expect((await post('retrieve_facts', { query: 'Where does Anne live?' })).facts[0].content).toBe('Anne lives in Lyon');
  });
});
