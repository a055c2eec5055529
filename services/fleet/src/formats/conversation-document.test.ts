import { scopeOf } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { chatgpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { conversationDocument } from './conversation-document.ts';
import { langgraph } from './langgraph.ts';
import { letta } from './letta.ts';
import { openai } from './openai.ts';
import type { JsonFormat } from './record.ts';
import { zep } from './zep.ts';

const messages = [{ role: 'user', content: 'When?' }];
const node = { parent: null, message: { author: { role: 'user' }, content: { parts: ['When?'] } } };

/** The id of the conversation that a value in a file is. */
function idIn(source: string, from: string, format: JsonFormat, value: object, at = '[0]'): string {
  const [record] = format.read(value, at);
  if (record?.kind !== 'conversation') throw new Error(`${from}: the value is no conversation`);
  const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
  return conversationDocument(record, { from, source, scope, at: '2026-01-01T00:00:00.000Z' }).id;
}

test.each([
  { from: 'chatgpt', format: chatgpt, value: { conversation_id: 'one', mapping: { a: node } } },
  { from: 'claude', format: claude, value: { uuid: 'one', chat_messages: [{ sender: 'human', text: 'When?' }] } },
  { from: 'langgraph', format: langgraph, value: { thread_id: 'one', messages } },
  { from: 'letta', format: letta, value: { id: 'one', messages: [{ message_type: 'user_message', content: 'When?' }] } },
  { from: 'zep', format: zep, value: { session_id: 'one', messages } },
])('$from: a conversation with an id of the source is the same in a file of another name and at another position', (each) => {
  const { from, format, value } = each;
  const id = idIn('conversations.json', from, format, value);
  expect(idIn('conversations (1).json', from, format, value, '[7]')).toBe(id);
  expect(id).not.toBe(
    idIn('conversations.json', from, format, { ...value, conversation_id: 'two', uuid: 'two', thread_id: 'two', id: 'two' }),
  );
});

test('without an id of the source a conversation is known by the name of its file and its position or id there', () => {
  const id = idIn('a.json', 'openai', openai, { messages });
  expect(idIn('a.json', 'openai', openai, { messages })).toBe(id);
  expect(idIn('b.json', 'openai', openai, { messages })).not.toBe(id);
  expect(idIn('a.json', 'openai', openai, { messages }, '[1]')).not.toBe(id);
  expect(idIn('a.json', 'openai', openai, { id: '0', messages })).not.toBe(
    idIn('b.json', 'openai', openai, { id: '0', messages }),
  );
});
