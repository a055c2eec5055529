/** Plans a refactoring in a conversation; fails unless its summary is about it, and a branch goes its own way. */
import assert from 'node:assert/strict';
import { ConversationAgent, openMemory } from '@agent-mem/client';
import { exampleFleet } from '../example-fleet.ts';
import { planningModel } from '../planning-model.ts';

await using fleet = await exampleFleet();
await using client = await openMemory({ url: fleet.url, user: `example-${Date.now()}` });
const agent = new ConversationAgent({ client, llmProvider: planningModel });

const planning = await agent.createConversation({
  title: 'Refactor UserService',
});

await planning.sendMessage('Analyze UserService complexity');
await planning.sendMessage('What are the main issues?');
await planning.sendMessage('Suggest refactoring strategy');

const summary = await planning.summarize();
assert.match(summary, /UserService/);

const { messages } = await planning.getHistory();
const branch = await planning.branch({ fromMessageId: messages[1]?.id ?? '', title: 'Alternative approach' });
await branch.sendMessage('What if UserService stays whole?');
assert.equal((await branch.getHistory()).messages.length, 4);
assert.equal((await planning.getHistory()).messages.length, 6);
console.log(summary);
