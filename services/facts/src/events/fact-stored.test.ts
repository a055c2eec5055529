import { OperationError, parseRequest } from '@agent-mem/contract';
import type { ChatRequest } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { settingsId } from '@agent-mem/policy';
import { defaultScope, type TurnedClock, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { type Facts, startFacts } from '../../test/start-facts.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { newFactOf } from '../domain/fact/new-fact.ts';
import { planStore } from '../domain/reconciliation/plan-store.ts';

const loves = 'The user loves pizza';
const hates = 'The user hates pizza';

/** A second fact beside a first, both compared. */
async function twoFacts(facts: Facts, first = loves, second = hates): Promise<readonly [string, string]> {
  const one = await facts.store({ content: first });
  await facts.fleet.settled();
  const other = await facts.store({ content: second });
  await facts.fleet.settled();
  return [one, other];
}

async function factOf({ fleet }: Facts, fact_id: string) {
  return (await fleet.caller.call('facts', 'get', { fact_id, include_deleted: true })).fact;
}

/** Half a minute after the other, until it holds. */
async function turnedUntil({ fleet }: Facts, clock: TurnedClock, holds: () => unknown): Promise<void> {
  const turn = async () => {
    await clock.advance(30_000);
    await fleet.settled();
    await holds();
  };
  await vi.waitFor(turn, { timeout: 60_000 });
}

test('a fact with nothing near it stays, and no model is asked', async () => {
  await using facts = await startFacts();
  await facts.store({ content: loves });
  await facts.store({ content: 'Water boils at 100 degrees' });
  await facts.fleet.settled();
  expect(facts.chatModel.requests).toEqual([]);
  expect((await facts.fleet.caller.call('facts', 'list', {})).facts.map(({ unreconciled }) => unreconciled)).toEqual([
    false,
    false,
  ]);
});

test('the same text stored again is asked of no model', async () => {
  await using facts = await startFacts();
  const [one, other] = await twoFacts(facts, loves, loves);
  expect(other).toBe(one);
  expect(facts.chatModel.requests).toEqual([]);
});

test('the model is shown what is near, numbered, and what it replaces is superseded', async () => {
  await using facts = await startFacts({ answers: ['[{"id":0,"event":"UPDATE"},{"id":1,"event":"ADD"}]'] });
  const [old, fresh] = await twoFacts(facts);
  const [request] = facts.chatModel.requests;
  expect(request?.template).toBe('reconcile-facts');
  expect(request?.variables).toMatchObject({
    memories: [{ number: 0, content: loves }],
    facts: [{ number: 1, content: hates }],
    refused: '',
  });
  expect(await facts.list()).toEqual([hates]);
  expect(await facts.retrieve({ query: 'pizza' })).toEqual([hates]);
  const { timestamp } = await factOf(facts, fresh);
  expect(await factOf(facts, old)).toMatchObject({ status: 'SUPERSEDED', replaced_by: fresh, valid_to: timestamp, version: 2 });
  const { versions } = await facts.fleet.caller.call('facts', 'history', { fact_id: fresh });
  expect(versions.map(({ change, fact }) => [change, fact.id])).toEqual([
    ['stored', old],
    ['stored', fresh],
    ['superseded', old],
  ]);
});

test('what is contradicted becomes a tombstone', async () => {
  await using facts = await startFacts({ answers: ['[{"id":0,"event":"DELETE","by":1},{"id":1,"event":"ADD"}]'] });
  const [old, fresh] = await twoFacts(facts);
  expect(await factOf(facts, old)).toMatchObject({ status: 'DELETED', replaced_by: fresh });
  const { versions } = await facts.fleet.caller.call('facts', 'history', { fact_id: old });
  expect(versions.map(({ change }) => change)).toEqual(['stored', 'deleted']);
});

test('what is said already goes; what is unrelated stays', async () => {
  await using facts = await startFacts({
    answers: ['[{"id":0,"event":"NONE"},{"id":1,"event":"NONE","by":0}]', '[{"id":0,"event":"NONE"},{"id":1,"event":"ADD"}]'],
  });
  const [old, repeat] = await twoFacts(facts, loves, 'The user loves pizza a lot');
  expect(await factOf(facts, repeat)).toMatchObject({ status: 'SUPERSEDED', replaced_by: old });
  await facts.store({ content: 'The user loves pizza ovens' });
  await facts.fleet.settled();
  expect((await facts.list()).toSorted()).toEqual([loves, 'The user loves pizza ovens']);
});

test('what a model has make room for a fact about something else is believed still', async () => {
  const [bern, rex] = ['User lives in Bern', "User's dog lives in Bern too"];
  await using facts = await startFacts({ answers: ['[{"id":0,"event":"UPDATE","by":1},{"id":1,"event":"ADD"}]'] });
  await twoFacts(facts, bern, rex);
  expect(facts.chatModel.requests).toHaveLength(1);
  expect((await facts.list()).toSorted()).toEqual([bern, rex]);
});

test('an update may say both: a fact of its own takes the place of the two', async () => {
  const both = 'The user loves pizza with olives';
  await using facts = await startFacts({
    answers: [
      JSON.stringify([
        { id: 0, event: 'UPDATE', by: 1, text: both },
        { id: 1, event: 'NONE' },
      ]),
    ],
  });
  const old = await facts.store({ content: loves });
  await facts.fleet.settled();
  const fresh = await facts.store({ content: 'The user has olives on pizza', trust: 'tool', confidence: 0.5 });
  // The tool is trusted less than the user: what the two make may not replace the user's.
  await facts.fleet.settled();
  expect((await facts.list()).toSorted()).toEqual(['The user has olives on pizza', loves]);
  await facts.fleet.caller.call('facts', 'delete', { fact_id: old });
  await facts.fleet.caller.call('facts', 'delete', { fact_id: fresh });
});

test.each([["The user's wife is named Anne"], ['The user hates vegetables']])(
  'what neither of two facts says takes the place of none: the rules compare them; %s',
  async (text) => {
    const answer = JSON.stringify([
      { id: 0, event: 'UPDATE', by: 1, text },
      { id: 1, event: 'NONE' },
    ]);
    await using facts = await startFacts({ answers: [answer, answer] });
    await facts.store({ content: loves });
    await facts.fleet.settled();
    await facts.store({ content: 'The user loves pizza ovens' });
    await facts.fleet.settled();
    expect((await facts.list()).toSorted()).toEqual([loves, 'The user loves pizza ovens']);
  },
);

test('what two facts of the user make has the evidence of the new one, and is asked of no model again', async () => {
  const both = 'The user loves pizza with olives';
  await using facts = await startFacts({
    answers: [
      JSON.stringify([
        { id: 0, event: 'UPDATE', by: 1, text: both },
        { id: 1, event: 'NONE' },
      ]),
    ],
  });
  const old = await facts.store({ content: loves, confidence: 0.9 });
  await facts.fleet.settled();
  const evidence = { message_id: '', invocation_id: 'inv_1', quote: 'with olives' };
  const fresh = await facts.store({ content: 'The user has olives on pizza', evidence });
  await facts.fleet.settled();
  const [merged, ...others] = (await facts.fleet.caller.call('facts', 'list', {})).facts;
  expect(others).toEqual([]);
  expect(merged).toMatchObject({ content: both, confidence: 0.9, evidence, trust: 'user' });
  for (const id of [old, fresh]) expect(await factOf(facts, id)).toMatchObject({ status: 'SUPERSEDED', replaced_by: merged?.id });
  expect(facts.chatModel.requests).toHaveLength(1);
});

test('an answer that leaves one out is asked for again, once', async () => {
  const good = '[{"id":0,"event":"UPDATE"},{"id":1,"event":"ADD"}]';
  await using facts = await startFacts({ answers: ['[{"id":0,"event":"UPDATE"}]', good] });
  await twoFacts(facts);
  expect(await facts.list()).toEqual([hates]);
  const [, second] = facts.chatModel.requests;
  expect(second?.messages.slice(-2)).toEqual([
    { role: 'assistant', content: '[{"id":0,"event":"UPDATE"}]' },
    { role: 'user', content: expect.stringContaining('left-out') },
  ]);
});

test.each([
  ['gives no answer that can be used', () => '[{"id":0,"event":"NONE"},{"id":1,"event":"ADD"},{"id":2,"event":"ADD"}]', 2],
  ['refuses', () => new OperationError('invalid-argument', 'No'), 1],
])('where a model %s the rules decide, once and for all', async (_, answer, asked) => {
  const clock = turnedClock();
  await using facts = await startFacts({ answers: answer, clock });
  const [old, fresh] = await twoFacts(facts);
  expect(await factOf(facts, old)).toMatchObject({ status: 'DELETED', replaced_by: fresh });
  expect(await factOf(facts, fresh)).toMatchObject({ status: 'ACTIVE', unreconciled: false });
  await clock.advance(3_600_000);
  await facts.fleet.settled();
  expect(facts.chatModel.requests).toHaveLength(asked);
});

test('while a model is away the facts stay, and are marked', async () => {
  await using facts = await startFacts({ answers: () => new OperationError('unavailable', 'The server is down') });
  const [old, fresh] = await twoFacts(facts);
  expect(facts.chatModel.requests).toHaveLength(1);
  expect(await factOf(facts, old)).toMatchObject({ status: 'ACTIVE', unreconciled: false });
  expect(await factOf(facts, fresh)).toMatchObject({ status: 'ACTIVE', unreconciled: true });
  expect((await facts.retrieve({ query: 'pizza' })).length).toBe(2);
});

test('a periodic job comes back to what was not decided, later each time', async () => {
  const clock = turnedClock();
  let answer: () => string | Error = () => new OperationError('unavailable', 'The server is down');
  await using facts = await startFacts({ answers: () => answer(), clock });
  const [, fresh] = await twoFacts(facts);
  await turnedUntil(facts, clock, () => expect(facts.chatModel.requests).toHaveLength(2));
  await clock.advance(60_000);
  await facts.fleet.settled();
  expect(facts.chatModel.requests).toHaveLength(2);
  answer = () => '[{"id":0,"event":"DELETE"},{"id":1,"event":"ADD"}]';
  await turnedUntil(facts, clock, async () => expect(await facts.list()).toEqual([hates]));
  expect(await factOf(facts, fresh)).toMatchObject({ status: 'ACTIVE', unreconciled: false });
});

test('a fact whose event was lost is compared all the same', async () => {
  const clock = turnedClock();
  await using facts = await startFacts({ byRules: true, clock });
  await facts.store({ content: loves });
  await facts.fleet.settled();
  const draft = newFactOf(parseRequest('facts', 'store', { content: hates }), new Date(clock.now()).toISOString());
  const { nodes } = planStore([draft], [], clock.now());
  await facts.fleet.ports.graph.commit(defaultScope, { nodes: nodes.map(({ expectedVersion: _, ...node }) => node) });
  await facts.fleet.settled();
  expect(await facts.list()).toHaveLength(2);
  await turnedUntil(facts, clock, async () => expect(await facts.list()).toEqual([hates]));
});

test('a decision on what has changed in the meantime is made again, on what there is now', async () => {
  const eats = 'The user eats pizza';
  let facts: Facts | null = null;
  const answers = async ({ variables }: ChatRequest) => {
    const { memories, facts: fresh } = variables as { memories: { number: number }[]; facts: { number: number }[] };
    return JSON.stringify([
      ...memories.map(({ number }) => ({ id: number, event: 'UPDATE' })),
      ...fresh.map(({ number }) => ({ id: number, event: 'ADD' })),
    ]);
  };
  const asked: ChatRequest[] = [];
  await using started = await startFacts({
    answers: [],
    chatModel: {
      id: 'slow',
      async generate(request) {
        asked.push(request);
        if (asked.length === 2) await facts?.fleet.caller.call('facts', 'delete', { fact_id: old });
        return answers(request);
      },
      async *stream() {},
    },
  });
  facts = started;
  const old = await started.store({ content: loves });
  await started.fleet.settled();
  await started.store({ content: eats });
  await started.fleet.settled();
  const stored = await started.store({ content: hates });
  await started.fleet.settled();
  expect(asked.length).toBeGreaterThanOrEqual(2);
  expect(await factOf(started, stored)).toMatchObject({ status: 'ACTIVE', unreconciled: false });
  expect(await started.list()).toEqual([hates]);
});

test('a fact does not give way to one that is gone by the time of the decision', async () => {
  let known = '';
  let facts: Facts | null = null;
  await using started = await startFacts({
    chatModel: {
      id: 'slow',
      async generate() {
        await facts?.fleet.caller.call('facts', 'delete', { fact_id: known });
        return '[{"id":0,"event":"NONE"},{"id":1,"event":"NONE","by":0}]';
      },
      async *stream() {},
    },
  });
  facts = started;
  known = await started.store({ content: loves });
  await started.fleet.settled();
  await started.store({ content: 'The user loves pizza a lot' });
  await started.fleet.settled();
  expect(await started.list()).toEqual(['The user loves pizza a lot']);
});

test('of two facts the second finds the first, though that could not be indexed before', async () => {
  await using facts = await startFacts({
    answers: ['[{"id":0,"event":"UPDATE"},{"id":1,"event":"ADD"}]'],
    clock: turnedClock(),
  });
  const put = vi.spyOn(facts.fleet.ports.searchIndex, 'put').mockRejectedValue(new Error('The index is down'));
  await facts.store({ content: 'The user bought a red bicycle' });
  await facts.fleet.settled();
  expect(put).toHaveBeenCalled();
  put.mockRestore();
  await facts.store({ content: 'By now the bicycle of the user is blue' });
  await facts.fleet.settled();
  expect(await facts.list()).toEqual(['By now the bicycle of the user is blue']);
});

test('what was compared is compared no more, by no event and no periodic job', async () => {
  const clock = turnedClock();
  const answers = ['[{"id":0,"event":"NONE"},{"id":1,"event":"ADD"}]'];
  await using facts = await startFacts({ answers, clock });
  const [, fresh] = await twoFacts(facts);
  expect(facts.chatModel.requests).toHaveLength(1);
  await publishEvent(facts.fleet.ports.bus, factStored(defaultScope, fresh, null, clock.now()));
  await clock.advance(7_200_000);
  await facts.fleet.settled();
  expect(facts.chatModel.requests).toHaveLength(1);
  expect(await facts.list()).toHaveLength(2);
});

test('the periodic job leaves a scope alone whose memory is off', async () => {
  const clock = turnedClock();
  await using facts = await startFacts({ answers: () => new OperationError('unavailable', 'The server is down'), clock });
  await twoFacts(facts);
  const now = new Date(clock.now()).toISOString();
  const settings = {
    id: settingsId(null),
    kind: 'Settings',
    createdAt: now,
    updatedAt: now,
    properties: { memory: 'off' },
  } as const;
  await facts.fleet.ports.graph.commit(defaultScope, { nodes: [settings] });
  await clock.advance(3_600_000);
  await facts.fleet.settled();
  expect(facts.chatModel.requests).toHaveLength(1);
});

test('what a tool says takes nothing from what the user said', async () => {
  await using facts = await startFacts({ answers: ['[{"id":0,"event":"DELETE"},{"id":1,"event":"ADD"}]'] });
  const old = await facts.store({ content: loves });
  await facts.fleet.settled();
  await facts.store({ content: hates, trust: 'tool' });
  await facts.fleet.settled();
  expect(await factOf(facts, old)).toMatchObject({ status: 'ACTIVE' });
});

test('what was said before takes nothing from what was said after it, whichever is stored first', async () => {
  await using facts = await startFacts({ byRules: true });
  await facts.store({ content: 'The user lives in Basel', timestamp: '2026-05-01T00:00:00Z' });
  await facts.store({ content: 'The user lives in Bern', timestamp: '2024-05-01T00:00:00Z' });
  await facts.fleet.settled();
  expect(await facts.list()).toEqual(['The user lives in Basel']);
});

test('what one conversation keeps to itself and what the scope believes leave each other alone', async () => {
  await using facts = await startFacts({ byRules: true });
  await facts.store({ content: loves });
  await facts.store({ content: hates, visibility: 'conversation', conversation_id: 'c1' });
  await facts.store({ content: hates, visibility: 'conversation', conversation_id: 'c2' });
  await facts.fleet.settled();
  expect(await facts.list()).toHaveLength(3);
  await facts.store({ content: loves.replace('loves', 'likes'), visibility: 'conversation', conversation_id: 'c1' });
  await facts.fleet.settled();
  expect(await facts.list()).toHaveLength(3);
});

test('what was true before can be said again', async () => {
  const clock = turnedClock();
  await using facts = await startFacts({ byRules: true, clock });
  const homes = ['The user lives in Bern', 'The user lives in Basel', 'The user lives in Bern'];
  const ids: string[] = [];
  for (const content of homes) {
    ids.push(await facts.store({ content }));
    await facts.fleet.settled();
    expect(await facts.list()).toEqual([content]);
    await clock.advance(1_000);
  }
  expect(new Set(ids).size).toBe(3);
  const { versions } = await facts.fleet.caller.call('facts', 'history', { fact_id: ids[2] ?? '' });
  expect(versions.map(({ change, fact }) => [change, ids.indexOf(fact.id)])).toEqual([
    ['stored', 0],
    ['stored', 1],
    ['superseded', 0],
    ['stored', 2],
    ['superseded', 1],
  ]);
});

test('by subject and predicate, whatever the words are', async () => {
  await using facts = await startFacts({ byRules: true });
  const home = { subject: 'user', predicate: 'lives_in' };
  await facts.store({ content: 'Bern has been home for years', ...home, object: 'Bern' });
  await facts.store({ content: 'These days: Basel', ...home, object: 'Basel' });
  await facts.store({ content: 'Tea it is', subject: 'user', predicate: 'likes', object: 'tea' });
  await facts.store({ content: 'Also coffee', subject: 'user', predicate: 'likes', object: 'coffee' });
  await facts.fleet.settled();
  expect((await facts.list()).toSorted()).toEqual(['Also coffee', 'Tea it is', 'These days: Basel']);
});
