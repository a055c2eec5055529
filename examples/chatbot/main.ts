/** Chats with two users; fails unless the model is shown what each said in an earlier chat, and nothing of the other. */
import assert from 'node:assert/strict';
import { MemoryClient, type ModelRequest, openMemory } from '@agent-mem/client';
import { exampleFleet } from '../example-fleet.ts';

/** A model that repeats what it is shown of memory. */
const llmProvider = async ({ messages }: ModelRequest) => ({
  content: messages.find(({ role }) => role === 'system')?.content ?? 'I remember nothing.',
});

await using fleet = await exampleFleet();
const stamp = Date.now();

async function chat(user: string, conversation_id: string, content: string): Promise<string> {
  await using client = await openMemory({ url: fleet.url, user: `${user}-${stamp}` });
  const memory = new MemoryClient({ client, llmProvider });
  return (await memory.chat({ messages: [{ role: 'user', content }], conversation_id, wait_ms: 10_000 })).content;
}

await chat('anne', 'monday', 'I live in Ischia');
await chat('bob', 'monday', 'I live in Oslo');
const answer = await chat('anne', 'tuesday', 'Where do I live?');
assert.match(answer, /Ischia/);
assert.doesNotMatch(answer, /Oslo/);
console.log(answer);
