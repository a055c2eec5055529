import { OperationError } from '@agent-mem/contract';
import { publishEvent } from '@agent-mem/messaging';
import { invocationCompleted, startFleet, type TestFleet } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';

async function refusalOf(work: Promise<unknown>): Promise<OperationError | null> {
  return work.then(
    () => null,
    (error: unknown) => OperationError.from(error),
  );
}

/** What a caller does with an answer that says to try again. */
async function stored(fleet: TestFleet, content: string): Promise<OperationError | null> {
  for (;;) {
    const error = await refusalOf(fleet.caller.call('facts', 'store', { content }, { timeoutMs: 60_000 }));
    if (!error?.retryable) return error;
  }
}

describe.each(['memory', 'sqlite'] as const)('quotas on %s', (bus) => {
  it(
    'fifty that store at once never come over the limit, and those that are refused are told which and how many',
    verifies('limits.quota'),
    async () => {
      await using fleet = await startFleet({ bus, environment: { MAX_FACTS: '10' } });
      const errors = await Promise.all(Array.from({ length: 50 }, (_, n) => stored(fleet, `Fact number ${n}`)));
      const { facts } = await fleet.caller.call('facts', 'list', { limit: 100 });
      expect(facts).toHaveLength(10);
      const refused = errors.filter((error) => error !== null);
      expect(refused).toHaveLength(40);
      expect(new Set(refused.map(({ type, retryable }) => `${type} ${retryable}`))).toEqual(
        new Set(['resource-exhausted false']),
      );
      expect(refused[0]?.message).toMatch(/^MAX_FACTS: default\/default\/default holds 10 of at most 10/);
    },
  );
});

describe('quotas', () => {
  it('the same text again is no more, a deletion makes room, and a restore takes it', async () => {
    await using fleet = await startFleet({ environment: { MAX_FACTS: '2', MAX_EPISODES: '1' } });
    const { caller } = fleet;
    const first = await caller.call('facts', 'store', { content: 'One' });
    await caller.call('facts', 'store', { content: 'Two' });
    expect(await stored(fleet, 'One')).toBeNull();
    expect(await stored(fleet, 'Three')).toMatchObject({ type: 'resource-exhausted' });
    // Another scope has room of its own.
    await caller.call('facts', 'store', { content: 'Three', user: 'other' });
    await caller.call('facts', 'delete', { fact_id: first.fact_id });
    expect(await stored(fleet, 'Three')).toBeNull();
    const restored = await refusalOf(caller.call('facts', 'restore', { fact_id: first.fact_id }));
    expect(restored).toMatchObject({ type: 'resource-exhausted', retryable: false });
    await caller.call('episodes', 'store', { goal: 'Deploy', outcome: 'done' });
    const second = await refusalOf(caller.call('episodes', 'store', { goal: 'Deploy again', outcome: 'done' }));
    expect(second?.message).toMatch(/^MAX_EPISODES: /);
  });

  it('what is learned over it is let go, counted, and its event is done with', async () => {
    await using fleet = await startFleet({
      services: ['facts'],
      http: true,
      environment: { MAX_FACTS: '1' },
    });
    await fleet.caller.call('facts', 'store', { content: 'The only one' });
    const done = { question: 'My wife is Anne', extract_facts: true };
    await publishEvent(fleet.ports.bus, invocationCompleted(done));
    await fleet.settled();
    const { facts } = await fleet.caller.call('facts', 'list', {});
    expect(facts.map(({ content }) => content)).toEqual(['The only one']);
    const metrics = await (await fetch(`${fleet.httpUrl}/metrics`)).text();
    expect(metrics).toMatch(/agentmem_memories_left_out_total\{service="facts",kind="Fact",reason="quota"\} 1/);
    expect(metrics).not.toMatch(/agentmem_errors_total\{[^}]*door="event"[^}]*\} [1-9]/);
  });
});
