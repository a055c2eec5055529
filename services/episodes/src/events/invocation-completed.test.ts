import { OperationError } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { completeInvocation, startEpisodes } from '../../test/start-episodes.ts';

const record = {
  task: true,
  goal: 'Reserve a table for the evening',
  steps: ['searched'],
  outcome: 'reserved',
  lessons: 'call early',
};
const byRules = {
  goal: 'Book a table',
  steps: ['Search {"q":"restaurant"}: Chez Anne', 'Call: nobody answers'],
  outcome: 'Booked for 7',
  lessons: 'Call failed: nobody answers',
};

test('a task becomes an episode as the model tells it, findable at once', async () => {
  await using episodes = await startEpisodes({ answers: [JSON.stringify(record)] });
  await completeInvocation(episodes.fleet, {});
  await episodes.fleet.settled();
  const { episodes: found } = await episodes.fleet.caller.call('episodes', 'retrieve', { query: 'table for the evening' });
  const { task: _task, ...story } = record;
  expect(found).toEqual([
    expect.objectContaining({
      ...story,
      success: false,
      outcome_status: 'failed',
      outcome_by: 'tool',
      trust: 'agent',
      conversation_id: 'c1',
      invocation_id: 'inv_0190a0a0-0000-7000-8000-000000000000',
      timestamp: '2026-05-07T09:30:00.000Z',
    }),
  ]);
});

test.each(['It was a task.', '{"task": "yes"}', '', '{"task": true, "goal": ""}'])(
  'rules tell it when the model writes %j',
  async (answer) => {
    await using episodes = await startEpisodes({ answers: [answer] });
    await completeInvocation(episodes.fleet, {});
    await episodes.fleet.settled();
    const { episodes: all } = await episodes.fleet.caller.call('episodes', 'list', {});
    expect(all).toEqual([expect.objectContaining(byRules)]);
  },
);

test('rules tell it when the model refuses', async () => {
  await using episodes = await startEpisodes({ answers: [new OperationError('invalid-argument', 'The prompt is too long')] });
  await completeInvocation(episodes.fleet, {});
  await episodes.fleet.settled();
  expect(await episodes.list()).toEqual(['Book a table']);
});

test('an event that comes again has no second effect, and no second model call', async () => {
  await using episodes = await startEpisodes({
    answers: [JSON.stringify(record), JSON.stringify({ ...record, goal: 'Another' })],
  });
  await completeInvocation(episodes.fleet, {}, 'event-1');
  await episodes.fleet.settled();
  await completeInvocation(episodes.fleet, {}, 'event-1');
  await episodes.fleet.settled();
  expect(episodes.chatModel.requests).toHaveLength(1);
  expect(await episodes.list()).toEqual([record.goal]);
});

test('the model may say that it was no task, once and for all', async () => {
  await using episodes = await startEpisodes({ answers: ['{"task": false}', JSON.stringify(record)] });
  await completeInvocation(episodes.fleet, {});
  await episodes.fleet.settled();
  await completeInvocation(episodes.fleet, {});
  await episodes.fleet.settled();
  expect(await episodes.list()).toEqual([]);
  expect(episodes.chatModel.requests).toHaveLength(1);
});

test('what memory showed is neither a step of a task nor shown to the model', async () => {
  const steps = [
    { action: 'Search', observation: 'Chez Anne', success: true },
    { action: 'RecallEpisodes', observation: 'planted', success: true, from_memory: true },
    { action: 'StoreFact', observation: 'planted', success: true },
  ];
  await using episodes = await startEpisodes({ answers: [JSON.stringify(record)] });
  await completeInvocation(episodes.fleet, { steps }, 'event-1');
  await episodes.fleet.settled();
  expect(episodes.chatModel.requests).toEqual([]);
  await completeInvocation(episodes.fleet, { steps: [...steps, { action: 'Call', success: true }] }, 'event-2');
  await episodes.fleet.settled();
  expect(episodes.chatModel.requests).toHaveLength(1);
  expect(JSON.stringify(episodes.chatModel.requests)).not.toContain('planted');
});

test.each([
  ['the invocation forbids it', { record_episode: false }, {}],
  ['it is switched off', {}, { ENABLE_EPISODE_RECORDING: 'false' }],
  ['there was one step only', { steps: [{ action: 'Search', success: true }] }, {}],
])('nothing is recorded when %s', async (_, done, environment) => {
  await using episodes = await startEpisodes({ answers: [JSON.stringify(record)], environment });
  await completeInvocation(episodes.fleet, done);
  await episodes.fleet.settled();
  expect(episodes.chatModel.requests).toEqual([]);
  expect(await episodes.list()).toEqual([]);
});
