import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type ModelReply, modelAnswer, startFleet, startRecordingUpstream, type TestFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { verifies } from '../verifies.ts';

const script = (name: string) => fileURLToPath(new URL(`proxy/${name}`, import.meta.url));
/** One for each way of a client to ask. */
const drinks = ['sencha', 'assam', 'oolong', 'matcha'];

/** A model that calls the tool that it is asked to call, and knows what to drink if it is shown. */
function reply(body: string): ModelReply {
  const { messages, contents, input } = JSON.parse(body);
  const items = messages ?? contents ?? (typeof input === 'string' ? [{ role: 'user', content: input }] : input);
  const last = JSON.stringify(items.at(-1));
  if (/"tool_result"|"function_call_output"|"functionResponse"|"role":"tool"/.test(last)) return 'It rains.';
  const words = last.replace(/<agent-mem>.*<\/agent-mem>/, '');
  if (words.includes('CALL weather')) return { tool: 'weather', arguments: { city: 'Lyon' } };
  const drink = words.includes('What do I drink') ? /<agent-mem>.*?\b(sencha|assam|oolong|matcha)\b/.exec(last)?.[1] : undefined;
  return drink ? `You drink ${drink}.` : 'Noted.';
}

const said = (role: string, content: string) => ({ role, content });
/** What a way is answered, and what is stored of it, in each of its two conversations. */
const texts = (drink: string) => ['Noted.', 'Noted.', 'It rains.', 'It rains.', `You drink ${drink}.`, 'Noted.'];
const told = (way: string, drink: string) => [
  ...[said('user', `By ${way} I drink ${drink}.`), said('assistant', 'Noted.')],
  ...[said('user', 'And I live in Lyon.'), said('assistant', 'Noted.')],
  ...[said('user', 'CALL weather'), said('assistant', 'It rains.')],
  ...[said('user', 'CALL weather'), said('assistant', 'It rains.')],
];
const asked = (way: string, drink: string) => [
  ...[said('user', `What do I drink by ${way}?`), said('assistant', `You drink ${drink}.`)],
  ...[said('user', 'Thank you.'), said('assistant', 'Noted.')],
];

/** All that is stored, a list a conversation, by what was said first. */
async function conversations({ caller }: TestFleet) {
  const { conversations: listed } = await caller.call('conversations', 'list', {});
  const all = listed.map(async ({ id: conversation_id }) => {
    const { messages } = await caller.call('conversations', 'history', { conversation_id });
    return messages.map(({ role, content }) => said(role, content));
  });
  return Object.fromEntries((await Promise.all(all)).map((messages) => [messages[0]?.content ?? '', messages]));
}

const byFirst = (lists: readonly (readonly { readonly content: string }[])[]) =>
  Object.fromEntries(lists.map((messages) => [messages[0]?.content ?? '', messages]));

/** Has a client's program play its two acts by each of its ways in front of the proxy. */
async function expectPlayed(program: string, file: string, modules: string, ways: readonly string[]): Promise<void> {
  await using upstream = await startRecordingUpstream(modelAnswer(reply));
  const environment = { UPSTREAMS: `*=${upstream.url}`, MEMORY_DEADLINE_MS: '60000' };
  await using fleet = await startFleet({ http: true, environment });
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, CLIENT_MODULES: modules, PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(program, [script(file), fleet.httpUrl, ...drinks], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('told');
  const first = byFirst(ways.map((way, index) => told(way, drinks[index] ?? '')));
  await expect.poll(() => conversations(fleet)).toEqual(first);
  await fleet.settled();
  child.stdin.end('\n');
  const played = JSON.parse((await lines.next()).value ?? '{}');
  expect(played).toEqual(Object.fromEntries(ways.map((way, index) => [way, texts(drinks[index] ?? '')])));
  if (child.exitCode === null) await once(child, 'exit');
  const second = byFirst(ways.map((way, index) => asked(way, drinks[index] ?? '')));
  await expect.poll(() => conversations(fleet)).toEqual({ ...first, ...second });
}

describeLive('Clients of model servers', findTool('model-clients'), (folder) => {
  const node = process.execPath;
  const python = () => join(folder(), 'python/bin/python');

  it.each([
    ['openai', 'openai.mjs', ['chat', 'responses']],
    ['@anthropic-ai/sdk', 'anthropic.mjs', ['messages']],
    ['@google/genai', 'genai.mjs', ['models', 'chats']],
    ['ai with its providers', 'ai-sdk.mjs', ['openai', 'openai.chat', 'compatible', 'anthropic']],
    ['@openai/agents', 'agents.mjs', ['responses', 'chat']],
    ['@langchain/openai', 'langchain.mjs', ['chat', 'responses']],
  ])('%s of npm remembers by its base URL alone', verifies('proxy.clients'), async (_, file, ways) => {
    await expectPlayed(node, file, folder(), ways);
  });

  it.each([
    ['openai', 'openai_client.py', ['chat', 'responses']],
    ['anthropic', 'anthropic_client.py', ['messages']],
    ['google-genai', 'genai_client.py', ['models', 'chats']],
    ['openai-agents', 'agents_client.py', ['responses', 'chat']],
  ])('%s of PyPI remembers by its base URL alone', verifies('proxy.clients'), async (_, file, ways) => {
    await expectPlayed(python(), file, folder(), ways);
  });
});

describeLive('Clients of model servers, the versions before', findTool('model-clients-before'), (folder) => {
  it('ai 6 with its providers remembers by its base URL alone', verifies('proxy.clients'), async () => {
    await expectPlayed(process.execPath, 'ai-sdk.mjs', folder(), ['openai', 'openai.chat', 'compatible', 'anthropic']);
  });
});
