import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FleetProcess, spawnFleet, startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory[Symbol.asyncDispose]());

const start = (options: { readonly args?: readonly string[]; readonly environment?: Record<string, string> } = {}) =>
  startFleetProcess({ directory: directory.path, ...options });

/** Runs the program until it ends by itself. */
async function runToEnd(
  args: readonly string[],
  options: { readonly input?: string; readonly environment?: Record<string, string> } = {},
) {
  await using fleet = spawnFleet({ directory: directory.path, args, environment: options.environment });
  fleet.child.stdin?.end(options.input ?? '');
  const [code] = await once(fleet.child, 'close');
  return { code, output: fleet.output(), errors: fleet.errors() };
}

describe('a start', () => {
  it('prints where it listens and a request to try, which works', verifies('start.tells'), async () => {
    await using fleet = await start();
    await vi.waitFor(() => expect(fleet.output()).toContain('Try: curl'));
    expect(fleet.output()).toContain(`agent-mem listens on ${fleet.httpUrl} (HTTP)`);
    expect(fleet.output()).toContain('Reasoning by rules');
    const [, url, body] = /Try: curl (\S+) .* -d '(.*)'/.exec(fleet.output()) ?? [];
    const response = await fetch(url ?? '', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      answer: 'I will remember: Your wife is named Anne.',
      receipt: expect.any(Object),
    });
  });

  it('ends with 0 when it is told to, and gives the directory back', verifies('stop.drained'), async () => {
    await using fleet = await start();
    expect(await fleet.stop()).toBe(0);
    expect(fleet.errors()).toBe('');
    await expect(readFile(join(directory.path, 'agent-mem.lock'))).rejects.toThrow();
  });

  it('ends with 0 by Ctrl-C too', async () => {
    await using fleet = await start();
    fleet.child.kill('SIGINT');
    expect((await once(fleet.child, 'exit'))[0]).toBe(0);
  });

  it('is refused on data that another process has, and names that one', verifies('start.owner'), async () => {
    await using fleet = await start();
    const second = await runToEnd([]);
    expect(second.code).toBe(1);
    expect(second.errors.trim().split('\n')).toHaveLength(1);
    expect(second.errors).toContain(`process ${fleet.child.pid} at ${fleet.adminUrl}`);
  });

  it('is refused on a port that is taken, by the name of the variable', verifies('start.port-taken'), async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    for (const variable of ['HTTP_PORT', 'GRPC_PORT']) {
      const refused = await runToEnd([], { environment: { [variable]: port } });
      expect([refused.code, refused.errors]).toEqual([
        1,
        `agent-mem: ${variable} ${port} is taken on 127.0.0.1 (set another, or 0 for any free one)\n`,
      ]);
    }
    taken.close();
  });

  it('is refused on an address that this machine does not have', verifies('start.port-taken'), async () => {
    const refused = await runToEnd([], { environment: { HOST: '192.0.2.1', AUTH: 'off' } });
    expect([refused.code, refused.errors]).toEqual([
      1,
      'agent-mem: HOST 192.0.2.1 is no address of this machine (set another; 127.0.0.1 is reached from this machine only)\n',
    ]);
  });

  it('recalls after kill -9 what it was told before', verifies('recall.kill', 'write.durable'), async () => {
    {
      await using fleet = await start();
      await rest(fleet.httpUrl, 'facts', 'store', { content: 'The ferry to Ischia leaves at nine' });
      await fleet.kill();
    }
    await using fleet = await start();
    const { facts } = await rest(fleet.httpUrl, 'facts', 'retrieve', { query: 'When does the ferry leave?' });
    expect(facts.map(({ content }) => content)).toEqual(['The ferry to Ischia leaves at nine']);
  });

  it('hosts the services it is told to, and says what is missing', verifies('start.some'), async () => {
    await using fleet = await start({ args: ['facts', 'gateway'] });
    await vi.waitFor(() => expect(fleet.output()).toContain('Not hosted: episodes, conversations, working-memory, graph, agent'));
    await rest(fleet.httpUrl, 'facts', 'store', { content: 'The sky is blue' });
    for (const path of ['episodes/list', 'agent/invoke']) {
      const response = await fetch(`${fleet.httpUrl}/v1/${path}`, { method: 'POST', headers: { 'x-timeout-ms': '600000' } });
      expect(response.status).toBe(503);
      expect(await response.text()).toContain('is not hosted by this process');
    }
  });
});

it('data that is no database is refused with one sentence that names the file', async () => {
  await writeFile(join(directory.path, 'agent-mem.sqlite'), 'not a database '.repeat(100));
  const { code, errors } = await runToEnd([]);
  const file = join(directory.path, 'agent-mem.sqlite');
  expect(errors).toMatch(`agent-mem: ${file} is no SQLite file, or its first page is damaged: put it back, `);
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

describe('what is used wrongly', () => {
  it.each([
    ['a malformed variable', [], { MAX_ITERATIONS: 'ten' }, /^agent-mem: MAX_ITERATIONS must be a whole number/],
    [
      'a flag, which wins over the variable',
      ['--http-port', '70000'],
      {},
      /^agent-mem: HTTP_PORT must be a whole number from 0 to 65535/,
    ],
    ['a service that is none', ['fact'], {}, /^agent-mem: There is no command or service "fact"; did you mean facts\?$/m],
    ['a flag that is none', ['--colour', 'red'], {}, /unknown option '--colour'/],
    ['a URL that no adapter takes', [], { GRAPH_URL: 'oracle://db' }, /^agent-mem: GRAPH_URL must start with memory: or sqlite:/],
    [
      'a model server without a model',
      [],
      { LLM_URL: 'http://127.0.0.1:1/v1' },
      /^agent-mem: LLM_MODEL is required with LLM_URL/,
    ],
    ['a file of prompts that is not there', [], { PROMPTS_FILE: '/nowhere' }, /^agent-mem: PROMPTS_FILE \/nowhere: ENOENT/],
    ['an unknown log level', [], { LOG_LEVEL: 'loud' }, /^agent-mem: LOG_LEVEL must be one of/],
  ] as [string, string[], Record<string, string>, RegExp][])(
    'ends with 2 and one sentence: %s',
    verifies('start.used-wrongly'),
    async (_name, args, environment, sentence) => {
      const ended = await runToEnd(args, { environment });
      expect(ended.errors).toMatch(sentence);
      expect(ended.errors.trim().split('\n')).toHaveLength(1);
      expect(ended.code).toBe(2);
    },
  );
});

describe('--help', () => {
  it('tells every variable with its default', verifies('start.help'), async () => {
    const { code, output } = await runToEnd(['--help', '--all']);
    expect(code).toBe(0);
    for (const text of [
      'chat',
      '--http-port <value>',
      'HTTP_PORT, default 8700',
      '--max-iterations <value>',
      'MEMORY_DEADLINE_MS, in ms, default 300',
    ])
      expect(output.replace(/\s+/g, ' ')).toContain(text);
  });
});

describe('chat', () => {
  const story = 'My wife is Anne\n/new\nWho is my wife?\n/quit\n';

  it('starts the fleet where none runs, and ends with its input', verifies('chat.starts'), async () => {
    const { code, output, errors } = await runToEnd(['chat'], { input: 'My wife is Anne\nWho is my wife?\n' });
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain('agent-mem runs here, on http://127.0.0.1:');
    expect(output.split('\n').at(-2)).toContain('Anne');
  });

  it('attaches to the fleet that owns the data', verifies('chat.attaches'), async () => {
    await using fleet: FleetProcess = await start();
    const { code, output } = await runToEnd(['chat'], { input: story });
    expect(code).toBe(0);
    expect(output).toContain(`Attached to process ${fleet.child.pid} at ${fleet.adminUrl}`);
    expect(output).toContain('A new conversation.');
    // An answer comes before its exchange is stored.
    await vi.waitFor(async () => {
      const { conversations } = await rest(fleet.httpUrl, 'conversations', 'list', {});
      expect(conversations).toHaveLength(2);
    });
  });

  it('stops the fleet it has started when it is told to stop, and ends with 0', async () => {
    await using chat = spawnFleet({ directory: directory.path, args: ['chat'] });
    await vi.waitFor(() => expect(chat.output()).toContain('agent-mem runs here'), { timeout: 20_000 });
    expect(await chat.stop()).toBe(0);
  });

  it('says so when the agent cannot answer, and goes on', async () => {
    const environment = { LLM_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'nobody' };
    const { code, output } = await runToEnd(['chat'], { input: 'Who is my wife?\n/new\n/quit\n', environment });
    expect(code).toBe(0);
    expect(output).toMatch(/The agent failed: .*\nA new conversation\./);
  });
});
