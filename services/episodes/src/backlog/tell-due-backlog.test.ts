import { type AppendMessagesRequest, type Init, OperationError } from '@agent-mem/contract';
import { hashEmbedder, type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import { defaultScope, startFleet, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { completeInvocation, startEpisodes } from '../../test/start-episodes.ts';

const down = new OperationError('unavailable', 'The server answers 500');
const story = {
  goal: 'Book a table at Chez Anne',
  steps: ['Search', 'Call'],
  outcome: 'Booked for 7',
  lessons: 'Call before noon',
};
const told = JSON.stringify({ task: true, ...story });

async function start(answers: readonly ScriptedAnswer[], environment: Record<string, string> = {}) {
  const clock = turnedClock();
  const episodes = await startEpisodes({ answers, clock, environment });
  return {
    episodes,
    all: async () => (await episodes.fleet.caller.call('episodes', 'list', {})).episodes,
    waiting: () => episodes.fleet.ports.graph.count(defaultScope, { kinds: ['EpisodeBacklog'] }),
    async later(ms: number) {
      await clock.advance(ms);
      await episodes.fleet.settled();
    },
    [Symbol.asyncDispose]: () => episodes[Symbol.asyncDispose](),
  };
}

test('a model that is away costs no episode: rules tell it at once, and the model tells the same one when it is back', async () => {
  await using world = await start([down, down, told]);
  await completeInvocation(world.episodes.fleet, {});
  await world.episodes.fleet.settled();
  const [byRules, ...others] = await world.all();
  expect([byRules?.goal, others]).toEqual(['Book a table', []]);
  await world.later(11_000);
  expect(world.episodes.chatModel.requests).toHaveLength(2);
  expect(await world.waiting()).toBe(1);
  await world.later(21_000);
  expect(await world.all()).toEqual([expect.objectContaining({ ...story, id: byRules?.id, trust: 'agent', success: false })]);
  expect(await world.waiting()).toBe(0);
  expect(await world.episodes.retrieve({ query: 'Call before noon' })).toEqual([story.goal]);
  await world.later(60_000);
  expect(world.episodes.chatModel.requests).toHaveLength(3);
});

test.each(['{"task": false}', 'no JSON'])('the episode of the rules is left where the model writes %j', async (answer) => {
  await using world = await start([down, answer, answer]);
  await completeInvocation(world.episodes.fleet, {});
  await world.episodes.fleet.settled();
  await world.later(11_000);
  expect([(await world.all()).map(({ goal }) => goal), await world.waiting()]).toEqual([['Book a table'], 0]);
});

test('one that was deleted since is not told again', async () => {
  await using world = await start([down, told]);
  await completeInvocation(world.episodes.fleet, {});
  await world.episodes.fleet.settled();
  const [episode] = await world.all();
  await world.episodes.fleet.caller.call('episodes', 'delete', { episode_id: episode?.id ?? '' });
  await world.later(11_000);
  expect([await world.all(), await world.waiting()]).toEqual([[], 0]);
});

test('nothing is asked after LEARN_RETRY_DAYS', async () => {
  await using world = await start([down, told], { LEARN_RETRY_DAYS: '0' });
  await completeInvocation(world.episodes.fleet, {});
  await world.episodes.fleet.settled();
  await world.later(11_000);
  expect([(await world.all()).map(({ goal }) => goal), await world.waiting()]).toEqual([['Book a table'], 0]);
  expect(world.episodes.chatModel.requests).toHaveLength(1);
});

test('a turn of messages, and the conversation as a whole, are told by the model when it is back', async () => {
  const clock = turnedClock();
  const answers = new Map<string, ScriptedAnswer>();
  const chatModel = scriptedChatModel(({ template }) => answers.get(template) ?? down);
  await using fleet = await startFleet({ services: ['conversations', 'episodes'], chatModel, embedder: hashEmbedder(), clock });
  const { call } = fleet.caller;
  const tool = (id: string) => ({ id, tool_name: id, arguments: '{}', tool_result: { success: true, result: '"done"' } });
  const messages: Init<AppendMessagesRequest>['messages'] = [
    { role: 'user', content: 'Ship it' },
    { role: 'assistant', content: 'Shipped', tool_calls: [tool('Build'), tool('Publish')] },
    { role: 'user', content: 'Announce it' },
  ];
  await call('conversations', 'append_messages', { conversation_id: 'c1', messages });
  await fleet.settled();
  await call('conversations', 'end', { conversation_id: 'c1' });
  await fleet.settled();
  const goals = async () => (await call('episodes', 'list', {})).episodes.map(({ goal }) => goal).toSorted();
  expect(await goals()).toEqual(['Ship it']);
  const record = { task: true, steps: [], outcome: 'Done', lessons: '' };
  answers.set('record-episode', JSON.stringify({ ...record, goal: 'Ship the release' }));
  answers.set('record-conversation', JSON.stringify({ ...record, goal: 'Ship and announce the release' }));
  await clock.advance(15_000);
  await fleet.settled();
  expect(await goals()).toEqual(['Ship and announce the release', 'Ship the release']);
  expect(await fleet.ports.graph.count(defaultScope, { kinds: ['EpisodeBacklog'] })).toBe(0);
});

const call = (action: string, success: boolean, observation = 'done') => ({ action, arguments: '{}', observation, success });
const full = call('Build', false, 'Error: ENOSPC: no space left on device');
const overcome = [full, call('Prune', true), call('Restart', true), call('Build', true)];
const naming = (step: number) =>
  JSON.stringify({ task: true, ...story, solutions: [{ error: 1, step, why: step === 0 ? '' : 'it frees room' }] });

/** What solved the error, best first. */
async function solved({ episodes: { fleet } }: Awaited<ReturnType<typeof start>>) {
  const { solutions } = await fleet.caller.call('episodes', 'retrieve', { error: full.observation });
  return solutions.map(({ solution, weight, why }) => [solution, weight, why]);
}

test.each([
  ['another', 1, [['Prune', 0.7, 'it frees room']]],
  ['the same', 2, [['Restart', 0.7, 'it frees room']]],
  ['none', 0, []],
])('the solution that the model names late takes the place of the one that rules took: %s', async (_, step, solutions) => {
  await using world = await start([down, naming(step)]);
  await completeInvocation(world.episodes.fleet, { steps: overcome });
  await world.episodes.fleet.settled();
  expect(await solved(world)).toEqual([['Restart', 0.4, null]]);
  await world.later(11_000);
  expect(await solved(world)).toEqual(solutions);
  expect((await world.all()).map(({ goal }) => goal)).toEqual([story.goal]);
});

test('what was tried again since is not taken back', async () => {
  await using world = await start([down, down, naming(1), naming(1)]);
  const { fleet } = world.episodes;
  await completeInvocation(fleet, { steps: overcome });
  await fleet.settled();
  const again = { invocation_id: 'inv_0190a0a0-0000-7000-8000-000000000001', question: 'Build it again' };
  await completeInvocation(fleet, { ...again, steps: [full, call('Restart', true), call('Build', true)] }, 'event-2');
  await fleet.settled();
  const [[, weight] = []] = await solved(world);
  await world.later(60_000);
  expect(await solved(world)).toEqual([
    ['Restart', weight, null],
    ['Prune', 0.7, 'it frees room'],
  ]);
});

test('an episode that was deleted since names no solution', async () => {
  await using world = await start([down, naming(1)]);
  await completeInvocation(world.episodes.fleet, { steps: overcome });
  await world.episodes.fleet.settled();
  const [episode] = await world.all();
  await world.episodes.fleet.caller.call('episodes', 'delete', { episode_id: episode?.id ?? '' });
  await world.later(11_000);
  expect(await solved(world)).toEqual([['Restart', 0.4, null]]);
});
