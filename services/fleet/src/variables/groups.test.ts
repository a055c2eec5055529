import { flag, integer } from '@agent-mem/runtime';
import { expect, it } from 'vitest';
import { variableGroups } from './groups.ts';

it('a variable that several services read is listed once, with all of them', () => {
  const deadline = integer({ meaning: 'Longest wait for a tier', unit: 'ms', min: 1, max: 1_000, default: 300 });
  const recording = flag({ meaning: 'Whether episodes are recorded', default: true });
  const agent = { name: 'agent', variables: { MEMORY_DEADLINE_MS: deadline, ENABLE_EPISODE_RECORDING: recording } };
  const episodes = { name: 'episodes', variables: { ENABLE_EPISODE_RECORDING: recording } };
  const groups = variableGroups({ services: [agent, episodes], httpPlugins: [], connectors: [] });
  expect(groups.map(({ readers, variables }) => [readers, Object.keys(variables)]).slice(1)).toEqual([
    [['agent'], ['MEMORY_DEADLINE_MS']],
    [['agent', 'episodes'], ['ENABLE_EPISODE_RECORDING']],
  ]);
});
