/** Debugs with tools in one conversation and takes it up later; fails unless the model knows from the context what was meant. */
import assert from 'node:assert/strict';
import { ConversationAgent, type ModelAnswer, type ModelRequest, openMemory, type ToolDefinition } from '@agent-mem/client';
import { exampleFleet } from '../example-fleet.ts';

const code: Readonly<Record<string, string>> = {
  validatePassword: 'return password.length > 0; // the bug: any password will do',
  createSession: 'return sessions.create(user);',
};

const CODE_SEARCH_TOOLS: readonly ToolDefinition[] = [
  { name: 'search_functions', description: 'Finds functions by topic', run: () => Object.keys(code) },
  { name: 'read_function', description: 'Reads a function by its name', run: ({ name }) => code[String(name)] ?? 'unknown' },
];

/** A model by rules. Of what was meant it knows no more than its context says. */
async function rulesProvider({ messages }: ModelRequest): Promise<ModelAnswer> {
  const context = messages[0]?.content ?? '';
  const question = messages.find(({ role }) => role === 'user')?.content ?? '';
  const last = messages.at(-1);
  if (last?.role === 'tool') return { content: `I found ${last.content}`, reasoning: 'The tool says it.' };
  if (question.startsWith('Find'))
    return { content: '', tool_calls: [{ name: 'search_functions', arguments: { topic: question } }] };
  const meant = /validate\w+/.exec(context)?.[0] ?? 'unknown';
  if (question.startsWith('Show')) return { content: '', tool_calls: [{ name: 'read_function', arguments: { name: meant } }] };
  if (question.startsWith('Which')) return { content: `${meant} does` };
  return {
    content: context.includes('the bug: any password will do') ? `No: ${meant} still takes any password` : 'I do not know',
  };
}

await using fleet = await exampleFleet();
await using client = await openMemory({ url: fleet.url, user: `example-${Date.now()}` });
const agent = new ConversationAgent({ client, llmProvider: rulesProvider, tools: CODE_SEARCH_TOOLS });

let sessionId: string;
{
  const session = await agent.createConversation({
    title: 'Debug authentication bug',
    tags: ['debugging', 'auth'],
  });
  sessionId = session.id;

  // User can ask follow-up questions
  const found = await session.sendMessage('Find authentication functions');
  // Agent uses tools, stores results
  assert.deepEqual(found.tool_calls[0]?.result, Object.keys(code));

  const which = await session.sendMessage('Which one handles password validation?');
  // Agent has context from previous message
  assert.equal(which.content, 'validatePassword does');

  const shown = await session.sendMessage('Show me its implementation');
  // Agent knows which function we're talking about
  assert.deepEqual(shown.tool_calls[0]?.arguments, { name: 'validatePassword' });
}

// Later, resume
const session = await agent.loadConversation(sessionId);
const { content } = await session.sendMessage('Did we fix that bug?');
assert.equal(content, 'No: validatePassword still takes any password');

const { messages } = await session.getHistory({ limit: 50, includeToolCalls: true, includeReasoning: true });
assert.equal(messages.length, 8);
assert.equal((await session.getToolCalls({ toolName: 'read_function', success: true, limit: 5 })).length, 1);
console.log(content);
