import { conversationEvents, deadLetterTopic } from '@agent-mem/contract';
import { defaultScope, startFleet, turnedClock } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { startAwayModel } from '../process/away-model.ts';
import { verifies } from '../verifies.ts';

describe.each([
  ['that fails', 500],
  ['whose key is wrong', 401],
])('a model server %s', (_, status) => {
  it('costs no memory: rules learn at once, and it reads the same when it is back', verifies('learning.away'), async () => {
    await using model = await startAwayModel(status);
    const clock = turnedClock();
    const environment = { LLM_URL: model.url, LLM_MODEL: 'any' };
    await using fleet = await startFleet({ services: ['conversations', 'facts'], clock, environment });
    const { call } = fleet.caller;
    const dead: string[] = [];
    const letters = { name: 'test', type: 'shared' } as const;
    await using _ = await fleet.ports.bus.subscribe(
      deadLetterTopic(conversationEvents, 'facts'),
      letters,
      async ({ payload }) => {
        dead.push(payload);
      },
    );
    const messages = [{ role: 'user', content: 'I live in Porto, by the river' } as const];
    await call('conversations', 'append_messages', { conversation_id: 'c1', messages });
    await fleet.settled();
    const facts = async () => (await call('facts', 'list', {})).facts.map(({ content }) => content);
    expect(model.prompts).not.toEqual([]);
    expect([await facts(), dead]).toEqual([['The user lives in Porto, by the river'], []]);

    model.comeBack(() => '[{"message":1,"fact":"The user lives in Porto, by the river Douro"}]');
    await clock.advance(60_000);
    await vi.waitFor(async () => expect(await facts()).toEqual(['The user lives in Porto, by the river Douro']));
    await fleet.settled();
    expect(await fleet.ports.graph.count(defaultScope, { kinds: ['FactBacklog'] })).toBe(0);
    expect(dead).toEqual([]);
  });
});
