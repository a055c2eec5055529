import { invoke, startFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';

it('what was answered stands in the conversation at once', verifies('agent.conversation'), async () => {
  await using fleet = await startFleet({ bus: 'sqlite' });
  const { caller } = fleet;
  for (let talk = 0; talk < 10; talk += 1) {
    const conversation_id = `talk-${talk}`;
    await invoke(caller, { question: 'My cat is called Tom', conversation_id });
    const { answer } = await invoke(caller, { question: 'What did I just say?', conversation_id });
    expect(answer).toBe('You wrote: "My cat is called Tom"');
    const { messages } = await caller.call('conversations', 'history', { conversation_id });
    expect(messages).toHaveLength(4);
    expect(await caller.call('conversations', 'end', { conversation_id })).toMatchObject({ success: true });
  }
});
