import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tool, ToolSource } from '@agent-mem/agent-loop';
import { describe, expect, test, vi } from 'vitest';
import type { McpSettings } from '../src/settings/index.ts';
import { called, opened } from './tool-call.ts';

const hostile = fileURLToPath(new URL('hostile-server.mjs', import.meta.url));
const signal = new AbortController().signal;

/** A server that does this deed, with its tools. */
function server(
  deed: string,
  rest: Partial<McpSettings> & { readonly note?: string } = {},
  environment?: Record<string, string>,
) {
  const { note = '', ...settings } = rest;
  const mcp = { it: { command: process.execPath, args: [hostile, deed, note], ...settings } };
  const tools = opened({ mcp }, environment ? { environment } : {});
  const source = tools.origins[0] as ToolSource;
  return {
    ...tools,
    available: () => source.available(signal),
    async tool(name = 'it__good'): Promise<Tool> {
      const all = await source.available(signal);
      return all.find((tool) => tool.name === name) ?? expect.fail(`no ${name} among ${all.map((tool) => tool.name)}`);
    },
    [Symbol.asyncDispose]: () => tools[Symbol.asyncDispose](),
  };
}

test('a server of another project is started, and gives its tools, arguments and hints', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-'));
  await writeFile(join(folder, 'ferry.txt'), 'The ferry leaves at nine');
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json');
  const args = [join(dirname(manifest), 'dist/index.js'), folder];
  await using tools = opened({ mcp: { files: { command: process.execPath, args, tools: { write_file: { approval: true } } } } });
  const all = await (tools.origins[0] as ToolSource).available(signal);
  const named = (name: string) => all.find((tool) => tool.name === `files__${name}`) as Tool;
  expect(named('read_text_file')).toMatchObject({ source: 'files', isIdempotent: true, needsApproval: false });
  expect(named('read_text_file').arguments).toContainEqual(
    expect.objectContaining({ name: 'path', type: 'string', required: true }),
  );
  expect(named('write_file')).toMatchObject({ needsApproval: true });
  expect(all.filter(({ description }) => description.includes('left out'))).toEqual([]);
  expect(await called(named('read_text_file'), { path: join(folder, 'ferry.txt') })).toMatchObject({
    text: 'The ferry leaves at nine',
  });
  expect((await called(named('read_text_file'), { path: '/etc/passwd' })).failure).toContain('Access denied');
});

test('only what is listed is offered, by the rules of each tool', async () => {
  await using it = server('well', { only: ['writes'], approval: true, tools: { writes: { idempotent: true, groups: ['w'] } } });
  expect(await it.available()).toMatchObject([{ name: 'it__writes', needsApproval: true, isIdempotent: true, groups: ['w'] }]);
});

test('a server that dies is started again after a wait, and has no tools in between', async () => {
  await using it = server('dies');
  const tool = await it.tool();
  expect((await called(tool)).failure).toMatch(/closed/i);
  expect(await it.available()).toEqual([]);
  await vi.waitFor(async () => expect(await it.available()).toHaveLength(1), { timeout: 20_000, interval: 20 });
  expect(it.lines.join()).toContain('an MCP server is away; the agent goes on without its tools');
});

test('a server that cannot be started costs its tools alone, and the log says why', async () => {
  await using it = server('well', { command: 'no-such-server' });
  expect(await it.available()).toEqual([]);
  expect(it.lines.join()).toContain('ENOENT');
});

test('a server reaches other machines as this process does, and has no other variable of it', async () => {
  const says = "process.stderr.write([process.env.HTTPS_PROXY, process.env.OTHER, process.env.PATH].join(' ')); process.exit(1)";
  const environment = { HTTPS_PROXY: 'proxy.example:3128', OTHER: 'of-the-process', PATH: '/somewhere' };
  await using it = server('well', { args: ['-e', says] }, environment);
  expect(await it.available()).toEqual([]);
  expect(it.lines.join()).toContain(`proxy.example:3128  ${dirname(process.execPath)}:/somewhere`);
});

describe('a hostile server', () => {
  test('an output schema that backtracks for ever holds nothing up', async () => {
    await using it = server('frozen');
    expect(await called(await it.tool())).toMatchObject({ text: 'x', failure: null });
  });

  test('one tool that is wrong costs no other', async () => {
    await using it = server('bad-schemas');
    expect((await it.available()).map(({ name }) => name)).toEqual(['it__slow', 'it__orders', 'it__good']);
    expect(it.lines.join()).toMatch(
      /ref: its schema cannot be read.*pattern: its schema cannot be read.*huge: its schema is longer/,
    );
  });

  test('a description that gives orders is not shown, and the log names its tool', async () => {
    await using it = server('bad-schemas');
    const { description } = await it.tool('it__orders');
    expect(description).toBe('(what it says of itself reads like instructions and is left out)');
    expect(it.lines.join()).toContain('orders: its description reads like instructions');
  });

  test('a call that never ends is ended by the signal, and the next is answered', async () => {
    await using it = server('never');
    const abort = new AbortController();
    const calling = called(await it.tool(), {}, abort.signal);
    abort.abort(new Error('too late'));
    expect((await calling).failure).toBe('too late');
    expect(await it.available()).toHaveLength(1);
  });

  test('a flood of notifications ends the connection', async () => {
    await using it = server('flood');
    expect((await called(await it.tool())).failure).toBe('The server floods its client with messages');
  });

  test('an answer without an end ends the connection', async () => {
    await using it = server('endless', { max_bytes: 1_000_000 });
    expect((await called(await it.tool())).failure).toBe('The server sent more than 1000000 bytes at once');
  });

  test('of a list without an end the beginning counts', async () => {
    await using many = server('many');
    expect(await many.available()).toHaveLength(256);
    await using pages = server('endless-pages');
    expect((await pages.available()).length).toBeLessThanOrEqual(256);
  });

  test('a result that is none is empty', async () => {
    await using it = server('nonsense');
    expect(await called(await it.tool())).toMatchObject({ text: '', failure: null });
  });

  test('secrets that it sends back reach neither the output, the error nor the log', async () => {
    const note = 'the key is key-of-the-server-1';
    await using it = server(
      'says',
      { note, env: { MCP_KEY: { secret: 'MCP_KEY' } } },
      { ...env(), MCP_KEY: 'key-of-the-server-1' },
    );
    expect(await called(await it.tool(), {})).toMatchObject({ text: 'the key is ***' });
    expect((await called(await it.tool(), { a: 'fail' })).failure).toBe('the key is ***');
    expect(it.lines.join()).not.toContain('key-of-the-server-1');
  });
});

test('a server ends with the process that hosts it', async () => {
  const it = server('env', { env: { MCP_KEY: 'open' } });
  const pid = Number((await called(await it.tool())).text.split(' ')[1]);
  await it[Symbol.asyncDispose]();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

function env(): Record<string, string> {
  return { PATH: process.env.PATH ?? '' };
}
