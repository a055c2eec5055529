import { expect, vi } from 'vitest';
import type { Ask } from './ask.ts';

/** A conversation of fewer than 100 tokens has no summary. */
const report = `AuthService.login checks the token in src/auth.ts, lines 10 to 24. It reads the key once, when the process starts, and
keeps it for as long as the process lives. The build of OPS-4711 fails because its runner has a process that started on Friday, and the key was changed on
Saturday. The test that failed is LoginTest.expired, which expects that a token of the old key is refused. Two ways are open: the service reads the key
again when a signature does not fit, or we rotate the key while no build runs.`;

/** Every operation of a conversation, once at least, as somebody uses them who has one agent and reads what it did. */
export async function conversationsStory(askAs: (user: string) => Ask): Promise<readonly string[]> {
  const asked = new Set<string>();
  const asking = (user: string) => {
    const ask = askAs(user);
    return (operation: string, request: object) => {
      asked.add(operation);
      return ask('conversations', operation, request);
    };
  };
  const ask = asking('author');
  const conversation_id = 'review';
  const contents = async (id: string) => {
    const { messages } = await ask('history', { conversation_id: id });
    return messages.map(({ content }: { content: string }) => content);
  };

  expect((await ask('create', { conversation_id, tags: ['work'] })).conversation.title).toBe('New Conversation');
  const question = 'Where does AuthService check the token? The build of OPS-4711 fails.';
  const first = await ask('append_message', {
    ...{ conversation_id, role: 'user', content: question },
    tool_calls: [{ tool_name: 'grep', arguments: '{"pattern":"token"}', success: true }],
  });
  expect(first.ordinal).toBe(1);
  const answers = [report, 'Then we decided to rotate the key on Monday.'];
  const { messages } = await ask('append_messages', {
    conversation_id,
    messages: answers.map((content, index) => ({ role: index === 0 ? 'assistant' : 'user', content })),
  });
  const [second, third] = messages.map(({ message_id }: { message_id: string }) => message_id);
  expect(await contents(conversation_id)).toEqual([question, ...answers]);
  expect((await ask('tool_calls', { conversation_id, tool_name: 'grep' })).tool_calls).toHaveLength(1);
  expect((await ask('search', { query: 'When is the key rotated?', limit: 1 })).messages[0].id).toBe(third);
  const { text } = await ask('build_context', { conversation_id, query: 'Who checks the token?' });
  expect(text).toContain('## Recent Messages\n\n**user**: Where does AuthService check the token?');

  await ask('update', {
    conversation_id,
    invocation_summary: { query: 'Why does the build fail?', summary: 'read the log', result: 'a stale key' },
  });
  expect((await ask('get', { conversation_id })).conversation.invocations).toHaveLength(1);

  await vi.waitFor(async () => expect((await ask('summarize', { conversation_id })).summary).toContain('rotate the key'));
  const similar = { query: 'rotation of the key', score_threshold: 0 };
  await vi.waitFor(async () => expect((await ask('find_similar', similar)).conversations[0]?.id).toBe(conversation_id));
  await vi.waitFor(async () => expect((await ask('insights', { conversation_id })).main_topic).not.toBe(''));

  expect((await ask('references', { reference: 'src/auth.ts#AuthService.login', message_ids: [second] })).code_unit_id).toMatch(
    /^code_/,
  );
  expect((await ask('references', { reference: 'AuthService' })).conversations.map(({ id }: { id: string }) => id)).toEqual([
    conversation_id,
  ]);

  const branch = await ask('branch', { conversation_id, from_message_id: second, title: 'Another way' });
  const branched = branch.conversation_id;
  await ask('append_message', { conversation_id: branched, role: 'user', content: 'Or we revoke it at once.' });
  const diff = await ask('diff', { conversation_id, other_conversation_id: branched });
  expect(diff.common_message_id).toBe(second);
  expect([diff.only_in_conversation, diff.only_in_other].map(([one]) => one.content)).toEqual([
    answers[1],
    'Or we revoke it at once.',
  ]);
  expect((await ask('merge', { conversation_id, branch_id: branched })).message_count).toBe(1);
  const merged = await contents(conversation_id);
  expect(merged).toEqual([question, ...answers, 'Or we revoke it at once.']);

  const { chunk } = await ask('export', { conversation_id });
  const reader = asking('reader');
  expect((await reader('import', { import_id: 'copy', sequence: 0, chunk, end: true })).conversation_id).toBe(conversation_id);
  expect((await reader('export', { conversation_id })).chunk).toBe(chunk);

  await ask('end', { conversation_id });
  await ask('archive', { conversation_id });
  expect((await ask('list', { status: 'archived', tags: ['work'] })).conversations).toHaveLength(1);
  expect((await ask('restore', { id: conversation_id })).conversation.id).toBe(conversation_id);
  await ask('delete', { conversation_id });
  await expect(ask('history', { conversation_id })).rejects.toThrow(/not found/i);
  await ask('restore', { id: conversation_id });
  expect(await contents(conversation_id)).toEqual(merged);
  expect((await ask('purge', { conversation_id })).erased).toBeGreaterThan(0);
  await expect(ask('history', { conversation_id })).rejects.toThrow(/not found/i);
  return [...asked];
}
