/** Imports chats of another program, exports a user's memory and imports it elsewhere; fails unless all is there with its ids, once however often it is imported. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@agent-mem/client';
import { command } from '../command.ts';
import { exampleFleet } from '../example-fleet.ts';

const folder = await mkdtemp(join(tmpdir(), 'agent-mem-moves-'));
await using stack = new AsyncDisposableStack();
stack.defer(() => rm(folder, { recursive: true, force: true }));

const chats = join(folder, 'chats.json');
const chat = {
  messages: [
    { role: 'user', content: 'The boat is called Marlin' },
    { role: 'assistant', content: 'A fine name.' },
  ],
};
await writeFile(chats, JSON.stringify([chat]));

const archive = join(folder, 'anne.jsonl');
const scope = ['--user', 'anne'];
const here = { DATA_DIR: join(folder, 'here'), ADMIN_PORT: '0' };
const there = { DATA_DIR: join(folder, 'there'), ADMIN_PORT: '0' };

/** What a fleet has of the user. */
async function held(url: string) {
  await using memory = await openMemory({ url, user: 'anne' });
  const { facts } = await memory.facts.list();
  const { messages } = await memory.conversations.search({ query: 'What is the boat called?' });
  return { facts: facts.map(({ id, content }) => [id, content]), messages: messages.map(({ id, content }) => [id, content]) };
}

const old = stack.use(await exampleFleet(null, here));
for (const _ of ['once', 'again']) await command(here, 'import', chats, '--from', 'openai', ...scope);
await using memory = await openMemory({ url: old.url, user: 'anne' });
await memory.facts.store({ content: 'The boat lies in Porto' });
const before = await held(old.url);
assert.deepEqual(
  [before.facts[0]?.[1], before.messages[0]?.[1], before.messages.length],
  ['The boat lies in Porto', 'The boat is called Marlin', 2],
);
await command(here, 'export', ...scope, '--out', archive);

const moved = stack.use(await exampleFleet(null, there));
for (const _ of ['once', 'again']) await command(there, 'import', archive);
// The index of what is imported is made just after it.
await moved.until(async () => (await held(moved.url)).messages.length > 0);
assert.deepEqual(await held(moved.url), before);
console.log(before.messages[0]?.[1]);
