import { flag, integer } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { flagsOf, type VariableGroup, valuesOfFlags } from './flags.ts';

const variables = {
  MEMORY_DEADLINE_MS: integer({ meaning: 'Longest wait for a tier', unit: 'ms', min: 1, max: 1_000, default: 300 }),
  ENABLE_EPISODE_RECORDING: flag({ meaning: 'Whether episodes are recorded', default: true }),
};
const group: VariableGroup = { readers: ['agent'], variables };

describe('flags of variables', () => {
  it('are named as the variable in kebab-case, with its meaning, unit and default', () => {
    expect(flagsOf(group).map(({ flags, description }) => [flags, description])).toEqual([
      ['--memory-deadline-ms <value>', 'Longest wait for a tier (MEMORY_DEADLINE_MS, in ms, default 300)'],
      ['--enable-episode-recording <value>', 'Whether episodes are recorded (ENABLE_EPISODE_RECORDING, default true)'],
    ]);
  });

  it('give the variables their values, by name', () => {
    expect(valuesOfFlags({ memoryDeadlineMs: '100', unrelated: 'x' }, [group])).toEqual({ MEMORY_DEADLINE_MS: '100' });
  });
});
