import { publishEvent } from '@agent-mem/messaging';
import { defaultScope, invocationCompleted } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { completeInvocation, startEpisodes } from '../../test/start-episodes.ts';

/** A model that says nothing of use: rules write what is recorded. */
const answers = Array.from({ length: 20 }, () => 'Hm.');
const story = { goal: 'Book a table', steps: ['called'], outcome: 'booked' };

test('feedback sets the outcome, and each change stands in the history with its reason', async () => {
  await using episodes = await startEpisodes();
  const { caller } = episodes.fleet;
  const episode_id = await episodes.store(story);
  const set = (outcome: 'succeeded' | 'failed', reason = '') =>
    caller.call('episodes', 'set_outcome', { episode_id, outcome, reason });
  const { episode } = await set('failed', 'the table was taken');
  expect(episode).toMatchObject({
    outcome: 'booked',
    outcome_status: 'failed',
    success: false,
    outcome_by: 'feedback',
    version: 2,
  });
  expect((await set('failed', 'the table was taken')).episode.version).toBe(2);
  await set('succeeded', 'they found another');
  const { versions } = await caller.call('episodes', 'history', { episode_id });
  expect(versions.map(({ change, episode }) => [change, episode.outcome_status, episode.outcome_reason])).toEqual([
    ['stored', 'unknown', null],
    ['updated', 'failed', 'the table was taken'],
    ['updated', 'succeeded', 'they found another'],
  ]);
  // A caller that does not know the contract.
  await expect(set('maybe' as 'failed')).rejects.toMatchObject({ type: 'invalid-argument' });
  await caller.call('episodes', 'delete', { episode_id });
  await expect(set('failed')).rejects.toMatchObject({ type: 'failed-precondition' });
});

test('an episode begins as unknown, and as its tools left it where they changed something', async () => {
  await using episodes = await startEpisodes({ answers });
  const { caller, ports } = episodes.fleet;
  const step = (action: string, success: boolean) => ({ action, arguments: '{}', observation: 'x', success });
  const cases = [
    { question: 'looked', success: true, steps: [step('Read', true), step('Search', true)] },
    { question: 'ended by an error', success: false, error: 'too long', steps: [step('Read', true), step('Search', true)] },
    { question: 'done', success: true, steps: [step('Deploy', false), step('Deploy', true), step('Read', true)] },
    { question: 'not done', success: true, steps: [step('Read', true), step('Deploy', false)] },
  ];
  for (const [n, done] of cases.entries())
    await publishEvent(
      ports.bus,
      invocationCompleted({ ...done, answer: 'Done.', record_episode: true, invocation_id: `inv_${n}` }, { id: `e${n}` }),
    );
  await episodes.fleet.settled();
  const { episodes: recorded } = await caller.call('episodes', 'list', {});
  const outcomes = recorded.map(({ goal, outcome_status, outcome_by, success }) => [goal, outcome_status, outcome_by, success]);
  expect(outcomes.toReversed()).toEqual([
    ['looked', 'unknown', null, null],
    ['ended by an error', 'failed', 'ending', false],
    ['done', 'succeeded', 'tool', true],
    ['not done', 'failed', 'tool', false],
  ]);
});

test('what an earlier version recorded is read: an answer is no success, what a caller said is one', async () => {
  await using episodes = await startEpisodes({ answers });
  const { caller, ports } = episodes.fleet;
  await completeInvocation(episodes.fleet, {});
  await episodes.fleet.settled();
  const { episodes: recorded } = await caller.call('episodes', 'list', {});
  const [node] = await ports.graph.get(defaultScope, [recorded[0]?.id ?? '']);
  if (!node) throw new Error('the episode is not there');
  const { outcome_status: _, outcome_reason: __, outcome_by: ___, ...properties } = node.properties;
  await ports.graph.commit(defaultScope, { nodes: [{ ...node, properties: { ...properties, success: true } }] });
  const read = await caller.call('episodes', 'get', { episode_id: node.id });
  expect(read.episode).toMatchObject({ success: true, outcome_status: 'unknown', trust: 'agent' });
  const episode_id = await episodes.store({ ...story, success: true });
  expect((await caller.call('episodes', 'get', { episode_id })).episode).toMatchObject({
    success: true,
    outcome_status: 'succeeded',
  });
});
