import { conversationNodeId } from '@agent-mem/contract';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startConversations } from './start-conversations.ts';

const at = '2026-01-01T12:00:00.000Z';

test('conversations, messages, calls and invocations are stored as every version has stored them', async () => {
  await using conversations = await startConversations({ clock: turnedClock() });
  const { call, fleet } = conversations;
  const tool_calls = [{ tool_name: 'count', success: true, iteration: 1, tool_result: { success: true, result: '[1,2]' } }];
  const message = { role: 'user', content: 'one two', speaker: 'Anne', metadata: { mood: 'calm' }, tool_calls } as const;
  await call('create', { conversation_id: 'c1', title: 'Plans', tags: ['work'], metadata: { a: 'b' } });
  const { message_id } = await call('append_message', { conversation_id: 'c1', ...message });
  const invocation_summary = { query: 'q', summary: 's', result: 'r', invocation_id: 'inv_0190a6e8-0000-7000-8000-000000000000' };
  await call('update', { conversation_id: 'c1', invocation_summary });
  await call('end', { conversation_id: 'c1' });

  const kinds = ['Message', 'ToolCall', 'ToolResult', 'Invocation'] as const;
  const page = { conversationId: 'c1', order: 'createdAt', limit: 10 } as const;
  const found = await Promise.all(kinds.map((kind) => fleet.ports.graph.find(defaultScope, { kinds: [kind], ...page })));
  const conversation = await fleet.ports.graph.get(defaultScope, [conversationNodeId('c1')]);
  const nodes = [...conversation, ...found.flatMap(({ items }) => items)];
  const [callId, resultId] = ['ToolCall', 'ToolResult'].map((kind) => nodes.find((node) => node.kind === kind)?.id);

  expect(nodes.map(({ properties }) => JSON.stringify(properties))).toEqual([
    `{"state":"ended","title":"Plans","summary":null,"tags":["work"],"metadata":{"a":"b"},"ended_at":"${at}","message_count":1,` +
      `"invocation_count":1,"message_base":0,"invocation_base":0,"told_messages":1,"told_invocations":1,"branch_of":null,"branched_at":null}`,
    `{"role":"user","content":"one two","reasoning":null,"timestamp":"${at}","token_count":2,"ordinal":1,"speaker":"Anne",` +
      `"metadata":{"mood":"calm"},"tool_call_ids":["${callId}"],"tool_result_ids":["${resultId}"]}`,
    `{"message_id":"${message_id}","tool_name":"count","arguments":"{}","timestamp":"${at}","duration_ms":0,"success":true,"iteration":1}`,
    `{"tool_call_id":"${callId}","success":true,"result":"[1,2]","error":null,"timestamp":"${at}","result_size_bytes":5}`,
    `{"query":"q","summary":"s","result":"r","timestamp":"${at}","message_ids":null,"ordinal":1,"learns":false}`,
  ]);
});
