import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type Memory, openMemory, type ToolFunction } from '../src/index.ts';
import { startRefusingServer } from './refusing-server.ts';
import { startScriptedServer } from './scripted-server.ts';

test('what is stored is there when the folder is opened again', async () => {
  await using folder = await temporaryDirectory();
  const dataDir = join(folder.path, 'memory');
  {
    await using memory = await openMemory({ dataDir, environment: {} });
    await memory.facts.store({ content: 'The ferry to Ischia leaves at nine' });
  }
  await using memory = await openMemory({ dataDir, environment: {} });
  const { facts } = await memory.facts.retrieve({ query: 'When does the ferry leave?', top_k: 1 });
  expect(facts.map(({ content }) => content)).toEqual(['The ferry to Ischia leaves at nine']);
});

async function inMemory(
  environment: Readonly<Record<string, string>> = {},
  tools: readonly ToolFunction[] = [],
): Promise<Memory> {
  const urls = ['BUS', 'GRAPH', 'SEARCH', 'KEYVALUE', 'DETAILS'].map((name) => [`${name}_URL`, 'memory:']);
  return await openMemory({ environment: { ...Object.fromEntries(urls), LOG_LEVEL: 'silent', ...environment }, tools });
}

test('a malformed variable is refused, and nothing stays open', async () => {
  await expect(inMemory({ LOG_LEVEL: 'loud' })).rejects.toThrow(/LOG_LEVEL/);
});

test('a call holds the process until it is answered', async () => {
  await using folder = await temporaryDirectory();
  const program = fileURLToPath(new URL('ask-absent-model.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder.path]);
  expect(stdout).toBe('unavailable\n');
});

test('opening holds the process until its broker is there', async () => {
  await using folder = await temporaryDirectory();
  await using broker = await startRefusingServer();
  const program = fileURLToPath(new URL('open-without-broker.ts', import.meta.url));
  const child = spawn(process.execPath, [program, folder.path, `ws://127.0.0.1:${broker.port}`]);
  const exited = once(child, 'exit');
  // The second attempt comes after a wait in which the process has nothing else to do.
  expect(await Promise.race([broker.connected(2).then(() => 'waits'), exited.then(([code]) => `exited: ${code}`)])).toBe('waits');
  child.kill('SIGKILL');
  await exited;
});

test('functions of the program are tools of the agent: their arguments are checked by the JSON Schema, and a bad one is refused at once', async () => {
  const answers = ['{"day": 7}', '{"day": "monday"}'].map((args) => `Thought: I look\nAction: ferry_times\nArgs: ${args}`);
  await using model = await startScriptedServer([...answers, 'Thought: I know it\nFinal Answer: at nine']);
  const asked: unknown[] = [];
  const ferryTimes: ToolFunction<{ day: string }> = {
    name: 'ferry_times',
    description: 'When ferries leave',
    parameters: { type: 'object', properties: { day: { type: 'string', enum: ['monday'] } }, required: ['day'] },
    run: ({ day }, { user }) => asked.push([day, user]) && { leaves: 'at nine' },
  };
  await using memory = await inMemory({ LLM_URL: model.url, LLM_MODEL: 'scripted' }, [ferryTimes]);
  const frames = await Array.fromAsync(memory.agent.invokeStream({ question: 'When does the ferry leave?' }));
  const observed = frames.filter(({ type }) => type === 'observation').map(({ content }) => content);
  expect(observed).toEqual([expect.stringContaining('the argument "day" must be one of "monday"'), '{"leaves":"at nine"}']);
  expect(asked).toEqual([['monday', 'default']]);
  expect(frames.at(-1)?.answer).toBe('at nine');
  const wrong = { ...ferryTimes, parameters: { type: 'object', properties: { day: { type: 'txt' } } } };
  await expect(inMemory({}, [wrong])).rejects.toThrow('tools.0.parameters: its schema cannot be read');
});
