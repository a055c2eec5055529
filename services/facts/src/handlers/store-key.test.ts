import { OperationError, parseRequest } from '@agent-mem/contract';
import { conflictsRetried, readConfig } from '@agent-mem/runtime';
import { bareContext } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startFacts } from '../../test/start-facts.ts';
import { variables } from '../config.ts';
import { store } from './store.ts';

test('a store with a known key changes that fact and answers its id', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  const first = await caller.call('facts', 'store', { content: 'Ann lives in Lisbon', key: 'home', tags: ['place'] });
  const second = await caller.call('facts', 'store', { content: 'Ann lives in Porto', key: 'home', confidence: 0.5 });
  expect(second).toMatchObject({ fact_id: first.fact_id, created: false, status: 'ACTIVE' });
  const { fact } = await caller.call('facts', 'get', { fact_id: first.fact_id });
  expect(fact).toMatchObject({ content: 'Ann lives in Porto', key: 'home', tags: ['place'], confidence: 0.5, version: 2 });
  const { versions } = await caller.call('facts', 'history', { fact_id: first.fact_id });
  expect(versions.map(({ change }) => change)).toEqual(['stored', 'updated']);
  expect(await facts.retrieve({ query: 'Porto', parameters: { dense: 0 } })).toEqual(['Ann lives in Porto']);
});

test('a purge of the conversation that a fact has left takes what the fact said there, and leaves the fact', async () => {
  await using facts = await startFacts();
  const { call } = facts.fleet.caller;
  const said = { key: 'home', visibility: 'scope' } as const;
  const fact_id = await facts.store({ ...said, content: 'Ann lives in Lisbon', conversation_id: 'c1' });
  await facts.store({ ...said, content: 'Ann lives in Porto', conversation_id: 'c2' });
  await facts.fleet.settled();
  await call('facts', 'purge', { conversation_id: 'c1' });
  const { versions } = await call('facts', 'history', { fact_id });
  expect(versions.map(({ fact }) => fact.content)).toEqual(['Ann lives in Porto']);
  expect(await facts.list()).toEqual(['Ann lives in Porto']);
});

test('the same text under its key changes nothing', async () => {
  await using facts = await startFacts();
  const fact_id = await facts.store({
    content: 'Ann lives in Lisbon',
    key: 'home',
    visibility: 'conversation',
    conversation_id: 'c1',
  });
  expect(await facts.store({ content: 'Ann lives in Lisbon', key: 'home' })).toBe(fact_id);
  const { fact } = await facts.fleet.caller.call('facts', 'get', { fact_id });
  expect(fact).toMatchObject({ version: 1, visibility: 'conversation', conversation_id: 'c1' });
});

test('a fact without a key takes that of a store with its text; one with another key does not', async () => {
  await using facts = await startFacts();
  const fact_id = await facts.store({ content: 'Ann lives in Lisbon' });
  expect(await facts.store({ content: 'Ann lives in Lisbon', key: 'home', tags: ['place'] })).toBe(fact_id);
  expect((await facts.fleet.caller.call('facts', 'get', { fact_id })).fact).toMatchObject({ key: 'home', tags: ['place'] });
  const taken = facts.store({ content: 'Ann lives in Lisbon', key: 'town' });
  await expect(taken).rejects.toMatchObject({ type: 'already-exists', message: expect.stringContaining(fact_id) });
});

test('a key whose fact has another text is not moved to the fact that has the text', async () => {
  await using facts = await startFacts();
  await facts.store({ content: 'Ann lives in Lisbon', key: 'home' });
  const other = await facts.store({ content: 'Ann lives in Porto' });
  const taken = facts.store({ content: 'Ann lives in Porto', key: 'home' });
  await expect(taken).rejects.toMatchObject({ type: 'already-exists', message: expect.stringContaining(other) });
});

test('a key is free once its fact is deleted, and restored only while it is', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  const fact_id = await facts.store({ content: 'Ann lives in Lisbon', key: 'home' });
  await caller.call('facts', 'delete', { fact_id });
  const other = await facts.store({ content: 'Ann lives in Porto', key: 'home' });
  expect(other).not.toBe(fact_id);
  const refused = caller.call('facts', 'restore', { fact_id });
  await expect(refused).rejects.toMatchObject({
    type: 'failed-precondition',
    message: expect.stringContaining(`key belongs to ${other}`),
  });
  await caller.call('facts', 'delete', { fact_id: other });
  await caller.call('facts', 'restore', { fact_id });
  expect(await facts.store({ content: 'Ann lives in Braga', key: 'home' })).toBe(fact_id);
});

test('keys are of a scope', async () => {
  await using facts = await startFacts();
  const ids = [
    await facts.store({ content: 'Ann lives in Lisbon', key: 'home', user: 'u1' }),
    await facts.store({ content: 'Bob lives in Porto', key: 'home', user: 'u2' }),
  ];
  expect(new Set(ids).size).toBe(2);
});

test('unique keys alone leave one fact of writers with one key that meet', async () => {
  await using facts = await startFacts();
  const context = bareContext(facts.fleet, readConfig(variables, {}));
  const requests = Array.from({ length: 20 }, (_, index) =>
    parseRequest('facts', 'store', { content: `Ann lives in house ${index}`, key: 'home' }),
  );
  const answers = await Promise.all(
    requests.map((request) => untilStored(() => conflictsRetried(context.signal, async () => store(request, context)))),
  );
  expect(new Set(answers.map(({ fact_id }) => fact_id)).size).toBe(1);
  expect(answers.filter(({ created }) => created)).toHaveLength(1);
  expect(await facts.list()).toHaveLength(1);
});

/** As any client does that is asked to come again. */
async function untilStored<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!OperationError.from(error).retryable) throw error;
    }
  }
}

test('a key that holds what looks like a secret is refused: redacted, two keys would be one', async () => {
  await using facts = await startFacts();
  const stored = facts.store({ content: 'Ann likes tea', key: 'card 4111 1111 1111 1111' });
  await expect(stored).rejects.toMatchObject({
    type: 'failed-precondition',
    message: expect.stringMatching(/^store\.key: .*payment-card/),
  });
  expect(await facts.list()).toEqual([]);
});

test('a fact that is superseded lets its key go', async () => {
  await using facts = await startFacts({ byRules: true });
  const { caller, settled } = facts.fleet;
  const fact_id = await facts.store({ content: 'The user lives in Lisbon', key: 'home' });
  await settled();
  await facts.store({ content: 'The user lives in Porto' });
  await settled();
  expect((await caller.call('facts', 'get', { fact_id })).fact.status).toBe('SUPERSEDED');
  const again = await facts.store({ content: 'The user lives in Braga', key: 'home' });
  expect(again).not.toBe(fact_id);
  await settled();
  expect(await facts.list()).toEqual(['The user lives in Braga']);
});
