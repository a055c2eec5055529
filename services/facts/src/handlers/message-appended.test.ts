import type { AppendMessagesRequest, Init } from '@agent-mem/contract';
import { type ChatModel, hashEmbedder, scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { defaultScope, invocationCompleted, startFleet, type TestFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';

/** Conversations and facts in one process; without a model, by the local rules. */
async function start(options: { chatModel?: ChatModel; environment?: Record<string, string> } = {}) {
  const fleet = await startFleet({ services: ['conversations', 'facts'], embedder: hashEmbedder(), ...options });
  const { call } = fleet.caller;
  return {
    fleet,
    call,
    append: (messages: Init<AppendMessagesRequest>['messages'], wait_ms = 30_000) =>
      call('conversations', 'append_messages', { conversation_id: 'c1', messages, wait_ms }),
    say: (content: string, metadata: Record<string, string> = {}) =>
      call('conversations', 'append_message', { conversation_id: 'c1', role: 'user', content, metadata }),
    facts: () => factsOf(fleet),
    async end() {
      await call('conversations', 'end', { conversation_id: 'c1' });
      await fleet.settled();
    },
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

const factsOf = async (fleet: TestFleet) =>
  (await fleet.caller.call('facts', 'list', {})).facts.map(({ content }) => content).toSorted();

const user = (content: string) => ({ role: 'user', content }) as const;

/** A model that answers each question about messages with a fact of each: "<content>!" */
function echoing() {
  return scriptedChatModel(({ template, variables }) => {
    if (template !== 'conversation-facts') return '[]';
    const { messages } = variables as { readonly messages: readonly { readonly number: number; readonly content: string }[] };
    return JSON.stringify(messages.map(({ number, content }) => ({ message: number, fact: `The user says ${content}` })));
  });
}

test('what a user says is learned when it is appended, and what it replaces is reported', async () => {
  await using world = await start();
  const first = await world.append([user('I live in Lisbon'), { role: 'assistant', content: 'Noted.' }, user('Hello')]);
  expect(first).toMatchObject({
    messages: [{ ordinal: 1 }, { ordinal: 2 }, { ordinal: 3 }],
    learned: [{ kind: 'fact', content: 'The user lives in Lisbon', message_id: first.messages[0]?.message_id, reason: null }],
    changed: [],
    refused: [{ kind: 'fact', id: '', message_id: first.messages[2]?.message_id, reason: 'no-statement' }],
  });
  const second = await world.append([user('I moved to Porto'), user('I live in Porto')]);
  expect(second.changed).toMatchObject([
    {
      id: first.learned[0]?.id,
      content: 'The user lives in Lisbon',
      message_id: second.messages[0]?.message_id,
      reason: 'superseded',
    },
  ]);
  expect(await world.facts()).toEqual(second.learned.map(({ content }) => content));
});
