import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { limitMs } from '../src/hook/run-event.ts';
import { beforeCompaction, documented } from './documented.ts';
import { type HookRun, hookFile, runHook, writePatientHook } from './run-hook.ts';

const silent = { exitCode: 0, output: '', errors: '' };
const { start, prompt, reply } = documented['claude-code'];
const transcript = fileURLToPath(new URL('transcripts/claude-code.jsonl', import.meta.url));
const inputs = [start('s'), prompt('s', 'a', 'I like rain.'), reply('s', 'a', 'Noted.'), beforeCompaction('s', transcript)];

/** Every event of a session, with a fleet at this address. */
const runAll = (url: string, hook = hookFile): Promise<readonly HookRun[]> =>
  Promise.all(inputs.map((input) => runHook(hook, 'claude-code', input, { AGENT_MEM_URL: url })));

async function listening(answer: RequestListener): Promise<Server & AsyncDisposable> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it('a fleet that is away does not disturb a tool', async () => {
  const server = await listening(() => undefined);
  const url = urlOf(server);
  await server[Symbol.asyncDispose]();
  expect(await runAll(url)).toEqual([silent, silent, silent, silent]);
});

it('a fleet that never answers does not hold a tool up: each request of the hook is aborted at its limit, which is 200 ms', async () => {
  expect(limitMs).toBe(200);
  const [begun, aborted]: [string[], string[]] = [[], []];
  await using server = await listening((request, response) => {
    begun.push(request.url ?? '');
    request.resume();
    response.once('close', () => aborted.push(request.url ?? ''));
  });
  await using folder = await temporaryDirectory();
  const hook = join(folder.path, 'hook.mjs');
  // Long enough for a busy machine to see the requests begin.
  await writePatientHook(hook, 3_000);
  expect(await runAll(urlOf(server), hook)).toEqual([silent, silent, silent, silent]);
  const [recall, append, history] = ['/v1/agent/recall', '/v1/conversations/append-messages', '/v1/conversations/history'];
  expect(begun.toSorted()).toEqual([recall, recall, append, append, history]);
  await expect.poll(() => aborted.toSorted()).toEqual(begun.toSorted());
});

it('a fleet that refuses does not disturb a tool', async () => {
  await using server = await listening((_request, response) => void response.writeHead(401).end('{"error":{}}'));
  expect(await runAll(urlOf(server))).toEqual([silent, silent, silent, silent]);
});

it.each(['nowhere', 'https://127.0.0.1', 'file:///etc/hosts'])('an address as %s does not disturb a tool', async (url) => {
  expect(await runAll(url)).toEqual([silent, silent, silent, silent]);
});

it.each([
  ['words that are no JSON', 'hello'],
  ['nothing', ''],
  ['JSON that is no object', '7'],
  ['another event', { ...start('s'), hook_event_name: 'PreToolUse' }],
  ['no session', { hook_event_name: 'UserPromptSubmit', prompt: 'hi' }],
  ['members of other types', { hook_event_name: 'UserPromptSubmit', session_id: 7, prompt: ['hi'] }],
])('%s on standard input disturbs no tool, and nobody is asked', async (_, input) => {
  const asked: string[] = [];
  await using server = await listening((request, response) => {
    asked.push(request.url ?? '');
    response.end('{}');
  });
  expect(await runHook(hookFile, 'claude-code', input, { AGENT_MEM_URL: urlOf(server) })).toEqual(silent);
  expect(asked).toEqual([]);
});

it('a key goes with each request', async () => {
  const shown: unknown[] = [];
  await using server = await listening((request, response) => {
    shown.push(request.headers.authorization);
    response.end('{}');
  });
  const env = { AGENT_MEM_URL: `${urlOf(server)}/`, AGENT_MEM_KEY: 'k1' };
  await using folder = await temporaryDirectory();
  const hook = join(folder.path, 'hook.mjs');
  await writePatientHook(hook);
  expect(await runHook(hook, 'claude-code', prompt('s', 'a', 'I like rain.'), env)).toEqual(silent);
  expect(shown).toEqual(['Bearer k1', 'Bearer k1']);
});
