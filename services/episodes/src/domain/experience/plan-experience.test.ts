import type { InvocationStep } from '@agent-mem/contract';
import { storedNode } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { errorId, metErrorNode } from './error-node.ts';
import { experienceOf } from './experience.ts';
import { planExperience } from './plan-experience.ts';
import { solutionId, solutionNode } from './solution-node.ts';
import { newlySolved } from './solved-by.ts';
import { solvedByEdge } from './solved-by-edge.ts';

const now = '2026-05-07T09:30:00.000Z';
const made = { episodeId: 'epi_1', conversationId: 'c1' };
const step = (action: string, success: boolean, observation = 'done') =>
  ({ thought: '', action, arguments: '{}', observation, success }) as InvocationStep;
const nothing = { nodes: new Map(), pairs: [], like: [] };

/** A solution that is known. */
function pair(key: string, attempt: string) {
  const error = storedNode(metErrorNode({ key, text: key }, 'c0', undefined, now), 7);
  const solution = storedNode(solutionNode(attempt, 'c0', undefined, now));
  const edge = {
    version: 1,
    weight: null,
    properties: {},
    ...solvedByEdge(error.id, solution.id, newlySolved('model'), undefined, now),
  };
  return { error, solution, edge };
}

test('an error and what got over it are written with the edges that join them to the episode', () => {
  const plan = planExperience(
    experienceOf([step('Deploy', false, 'disk is full'), step('Clean', true), step('Deploy', true)]),
    nothing,
    made,
    now,
  );
  const [error, solution] = [errorId('disk is full'), solutionId('Clean')];
  expect(plan.nodes.map(({ id, kind, conversationId, expectedVersion }) => [id, kind, conversationId, expectedVersion])).toEqual([
    [error, 'Error', 'c1', 0],
    [solution, 'Solution', 'c1', 0],
  ]);
  expect(plan.edges.map(({ kind, from, to, weight }) => [kind, from, to, weight])).toEqual([
    ['met_error', 'epi_1', error, undefined],
    ['solved_by', error, solution, 0.55],
  ]);
  expect(plan.nodes.map(({ id }) => id)).toEqual([
    expect.stringMatching(/^err_[0-9a-f]{8}-/),
    expect.stringMatching(/^sol_[0-9a-f]{8}-/),
  ]);
});

test('a solution whose error was not met is weighed under the version of that error', () => {
  const known = pair('disk is full', 'Clean');
  const plan = planExperience(
    experienceOf([step('Clean', true), step('Deploy', true)]),
    { ...nothing, pairs: [known] },
    made,
    now,
  );
  expect(plan.nodes).toMatchObject([
    { id: known.error.id, expectedVersion: 7, properties: known.error.properties },
    {
      kind: 'WeightChange',
      expectedVersion: 0,
      properties: { entity_id: known.edge.id, old_weight: 0.7, changed_by: 'episodes' },
    },
  ]);
  expect(plan.edges).toMatchObject([{ id: known.edge.id, properties: { helped: 2, failed: 0 } }]);
});

test('what was not tried is not weighed', () => {
  const plan = planExperience(
    experienceOf([step('Deploy', true)]),
    { ...nothing, pairs: [pair('disk is full', 'Clean')] },
    made,
    now,
  );
  expect(plan).toEqual({ nodes: [], edges: [] });
});

test('an error that is known is met once more, under its version', () => {
  const known = pair('disk is full', 'Clean');
  const nodes = new Map([[known.error.id, known.error]]);
  const plan = planExperience(experienceOf([step('Deploy', false, 'Disk is FULL')]), { ...nothing, nodes }, made, now);
  expect(plan.nodes).toMatchObject([
    { id: known.error.id, expectedVersion: 7, conversationId: 'c1', properties: { met: 2, text: 'Disk is FULL' } },
  ]);
});
