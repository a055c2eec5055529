import type { ListToolCallsResponse } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { startConversations } from '../../test/start-conversations.ts';

test('tool calls come oldest first with their results, page by page, by name and outcome', async () => {
  await using conversations = await startConversations();
  const { call } = conversations;
  const calls = [
    [
      { tool_name: 'grep', success: true, tool_result: { result: '"a"', success: true } },
      { tool_name: 'ls', success: false },
    ],
    [],
    [
      { tool_name: 'grep', success: false },
      { tool_name: 'grep', success: true },
    ],
  ];
  for (const tool_calls of calls) {
    await call('append_message', { conversation_id: 'c1', role: 'assistant', content: 'done', tool_calls });
  }
  const asked = async (request: object) => (await call('tool_calls', { conversation_id: 'c1', ...request })).tool_calls;
  const named = (found: ListToolCallsResponse['tool_calls']) => found.map(({ tool_name, success }) => `${tool_name} ${success}`);
  const all = ['grep true', 'ls false', 'grep false', 'grep true'];
  expect(named(await asked({}))).toEqual(all);
  expect((await asked({}))[0]).toMatchObject({
    id: expect.stringMatching(/^call_/),
    tool_result: { result: '"a"', success: true },
  });
  expect(named(await asked({ tool_name: 'grep' }))).toEqual(['grep true', 'grep false', 'grep true']);
  expect(named(await asked({ success: false }))).toEqual(['ls false', 'grep false']);
  expect(named(await asked({ tool_name: 'grep', success: true, limit: 1 }))).toEqual(['grep true']);

  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: ListToolCallsResponse = await call('tool_calls', { conversation_id: 'c1', limit: 1, cursor });
    seen.push(...named(page.tool_calls));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(all);
  await expect(asked({ cursor: 'nonsense' })).rejects.toMatchObject({ type: 'invalid-argument' });
  await expect(call('tool_calls', { conversation_id: 'nobody' })).rejects.toMatchObject({ type: 'not-found' });
});
