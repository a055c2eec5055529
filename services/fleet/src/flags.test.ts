import { flag, integer } from '@agent-mem/service-kit';
import { describe, expect, it } from 'vitest';
import { flagsOf, type VariableGroup, variableGroups, withFlags } from './flags.ts';

const variables = {
  MEMORY_DEADLINE_MS: integer({ meaning: 'Longest wait for a tier', unit: 'ms', min: 1, max: 1_000, default: 300 }),
  ENABLE_EPISODE_RECORDING: flag({ meaning: 'Whether episodes are recorded', default: true }),
};
const group: VariableGroup = { readers: ['agent'], variables };

describe('variableGroups', () => {
  it('lists a variable that several services read once, with all of them', () => {
    const { MEMORY_DEADLINE_MS, ENABLE_EPISODE_RECORDING } = variables;
    const agent = { name: 'agent', variables: { MEMORY_DEADLINE_MS, ENABLE_EPISODE_RECORDING } };
    const episodes = { name: 'episodes', variables: { ENABLE_EPISODE_RECORDING } };
    const groups = variableGroups({ services: [agent, episodes], doors: [] });
    expect(groups.map(({ readers, variables }) => [readers, Object.keys(variables)]).slice(1)).toEqual([
      [['agent'], ['MEMORY_DEADLINE_MS']],
      [['agent', 'episodes'], ['ENABLE_EPISODE_RECORDING']],
    ]);
  });
});

describe('flags of variables', () => {
  it('are named as the variable in kebab-case, with its meaning, unit and default', () => {
    expect(flagsOf(group).map(({ flags, description }) => [flags, description])).toEqual([
      ['--memory-deadline-ms <value>', 'Longest wait for a tier (MEMORY_DEADLINE_MS, in ms, default 300)'],
      ['--enable-episode-recording <value>', 'Whether episodes are recorded (ENABLE_EPISODE_RECORDING, default true)'],
    ]);
  });

  it('win over the environment', () => {
    const environment = { MEMORY_DEADLINE_MS: '500', ENABLE_EPISODE_RECORDING: 'false', PATH: '/bin' };
    expect(withFlags(environment, { memoryDeadlineMs: '100', unrelated: 'x' }, [group])).toEqual({
      ...environment,
      MEMORY_DEADLINE_MS: '100',
    });
  });
});
