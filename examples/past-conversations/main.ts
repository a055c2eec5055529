/** Looks for past conversations like a question; fails unless the right ones are found, and one is the same for the user that it is carried to. */
import assert from 'node:assert/strict';
import { ConversationAgent, openMemory } from '@agent-mem/client';
import { exampleFleet } from '../example-fleet.ts';
import { planningModel } from '../planning-model.ts';

await using fleet = await exampleFleet();
const user = `example-${Date.now()}`;
await using client = await openMemory({ url: fleet.url, user });
const agent = new ConversationAgent({ client, llmProvider: planningModel });

for (const topic of ['refactoring authentication', 'cooking lentil soup']) {
  const conversation = await agent.createConversation({ title: topic });
  for (const question of [`How do we go about ${topic}`, `What comes first in ${topic}`])
    await conversation.sendMessage(question);
  await conversation.summarize();
}

const find = () => agent.findSimilarConversations('refactoring authentication', 3);
// A summary is found once it is indexed.
await fleet.until(async () => (await find()).length > 0);
const similar = await find();
assert.equal(similar[0]?.title, 'refactoring authentication');

const exported = await (await agent.loadConversation(similar[0]?.id ?? '')).export();
await using elsewhere = await openMemory({ url: fleet.url, user: `${user}-colleague` });
const imported = await new ConversationAgent({ client: elsewhere }).importConversation(exported);
assert.equal((await imported.getHistory()).messages.length, 4);
console.log(similar.map(({ title, similarity }) => `${title}: ${similarity}`).join('\n'));
