import { defaultScope } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { exported, startConversations } from '../../test/start-conversations.ts';

test('an export writes to the file of its conversation what waits for that, before its first piece and no other', async () => {
  await using conversations = await startConversations();
  for (const part of ['one', 'two']) await conversations.say('c1', `${part} ${'word '.repeat(13_000)}`);
  for (let index = 0; index < 14; index += 1) await conversations.say('c1', `${index} ${'word '.repeat(12_000)}`);
  const saved = vi.spyOn(conversations.fleet.ports.graph, 'saveConversation');
  expect((await exported(conversations, 'c1')).length).toBeGreaterThan(1);
  expect(saved.mock.calls).toEqual([[defaultScope, 'c1']]);
});
