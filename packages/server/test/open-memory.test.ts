import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { memoryTypes, memoryTypesFile } from '../scripts/memory-types.ts';
import { type Memory, type OperationError, openMemory, type ToolFunction } from '../src/index.ts';
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

test('a stream is its last frame, or every frame', async () => {
  await using memory = await inMemory();
  const { answer, conversation_id, receipt } = await memory.agent.invoke({ question: 'My wife is Anne' });
  expect([answer, conversation_id]).toEqual([expect.any(String), expect.stringMatching(/^conv_/)]);
  expect(receipt).not.toBeNull();
  const frames = await Array.fromAsync(memory.agent.invokeStream({ question: 'Who is my wife?' }));
  expect(frames.length).toBeGreaterThan(1);
  expect(frames.findIndex(({ end_of_dialog }) => end_of_dialog)).toBe(frames.length - 1);
});

test('context is what memory has on a query, as a text that is bounded, with a receipt to be read later', async () => {
  await using memory = await inMemory();
  await memory.facts.store({ content: 'The ferry to Ischia leaves at nine' });
  const { text, receipt } = await memory.context('When does the ferry leave?', { format: 'roles', max_tokens: 50 });
  expect(text).toBe('[memory] The ferry to Ischia leaves at nine');
  const found = await memory.agent.getReceipt({ receipt_id: receipt?.id ?? '' });
  expect(found.receipt).toMatchObject({ operation: 'agent.Recall', query: 'When does the ferry leave?' });
  await expect(memory.context('')).rejects.toThrow(/^query: /);
});

test('what is added is learned from, and is in the context', async () => {
  await using memory = await inMemory();
  const said = [{ role: 'user', content: 'My sister Anne lives in Ischia' }] as const;
  const { messages, learned } = await memory.add(said, { conversation_id: 'c', wait_ms: 5_000 });
  expect(messages).toHaveLength(1);
  const home = learned.find(({ content }) => content.includes('Ischia'));
  expect(home).toMatchObject({ kind: 'fact', message_id: messages[0]?.message_id });
  const { text } = await memory.context('Who lives in Ischia?', { format: 'roles' });
  expect(text).toContain(`[memory] ${home?.content}`);
});

test('a refusal names the field by its path in the request', async () => {
  await using memory = await inMemory();
  const refusal: OperationError = await memory.facts.store({ content: '' }).catch((error) => error);
  expect(refusal).toMatchObject({ name: 'OperationError', type: 'invalid-argument', retryable: false });
  expect(refusal.message).toMatch(/^content: /);
  const stream = memory.agent.invokeStream({ question: '' });
  await expect(Array.fromAsync(stream)).rejects.toThrow(/^question: /);
});

test('a member that is not known is refused, and operations are called as a program calls them', async () => {
  await using memory = await inMemory({ MEMORY: 'off' });
  const bob = { content: 'Bob likes beer', user_id: 'bob' };
  await expect(memory.facts.store(bob)).rejects.toThrow('user_id: is not known; did you mean user?');
  const purge = { everything: true, user_id: 'bob' };
  await expect(memory.graph.purge(purge)).rejects.toThrow('user_id: is not known; did you mean user?');
  const strange = { question: 'Who?', colour: 'red' };
  await expect(Array.fromAsync(memory.agent.invokeStream(strange))).rejects.toThrow(/^colour: is not known/);
  await expect(memory.facts.store({ content: 'c' })).rejects.toThrow('(memory.graph.updateSettings turns it on)');
});

test('an operation is there if it has a handler, in camel case', async () => {
  await using memory = await inMemory();
  expect(Object.keys(memory)).toEqual([
    'facts',
    'episodes',
    'conversations',
    'workingMemory',
    'graph',
    'agent',
    'add',
    'context',
  ]);
  expect(memory.conversations).toHaveProperty('appendMessage');
  expect(memory.graph).toHaveProperty('triggerCompaction');
});

test('a malformed variable is refused, and nothing stays open', async () => {
  await expect(inMemory({ LOG_LEVEL: 'loud' })).rejects.toThrow(/LOG_LEVEL/);
});

test('the types are made from the proto as it is', async () => {
  // Else: npm run generate.
  expect(await readFile(memoryTypesFile, 'utf8')).toBe(await memoryTypes());
});

test('a call holds the process until it is answered', async () => {
  await using folder = await temporaryDirectory();
  const program = fileURLToPath(new URL('ask-absent-model.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder.path]);
  expect(stdout).toBe('unavailable\n');
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
