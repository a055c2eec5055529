import { readConfig } from '@agent-mem/runtime';
import { expect, it } from 'vitest';
import { recallVariables } from './variables.ts';

it('reads parameters by their names', () => {
  const { RECALL_PARAMETERS, RECALL_PRESET } = readConfig(recallVariables, {
    RECALL_PARAMETERS: 'mmr_lambda=0.7, recency_weight=0.2 top_k=5',
  });
  expect(RECALL_PARAMETERS).toEqual({ mmr_lambda: 0.7, recency_weight: 0.2, top_k: 5 });
  expect(RECALL_PRESET).toBe('default');
});

it.each([
  [{ RECALL_PARAMETERS: 'mmr_lambda' }, 'RECALL_PARAMETERS must be name=value, got "mmr_lambda"'],
  [{ RECALL_PARAMETERS: 'mmr=1' }, /^RECALL_PARAMETERS mmr: is no parameter of recall/],
  [{ RECALL_PARAMETERS: 'mmr_lambda=much' }, 'RECALL_PARAMETERS mmr_lambda: must be from 0 to 1, got NaN'],
  [{ RECALL_PRESET: 'best' }, 'RECALL_PRESET must be one of default, agent-cli, got "best"'],
])('refuses %o', (environment, message) => {
  expect(() => readConfig(recallVariables, environment as Record<string, string>)).toThrow(message);
});
