import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { tokenLimit, windowVariable } from './model-variables.ts';

const variables = { ...windowVariable, LIMIT: tokenLimit({ meaning: 'room', min: 100, max: 10_000, default: 2_000 }) };

describe('a limit of tokens', () => {
  it.each([
    [{}, 2_000],
    [{ LIMIT: '500' }, 500],
    [{ LIMIT: '50%', LLM_CONTEXT_TOKENS: '8192' }, 4_096],
    [{ LIMIT: '12.5 %', LLM_CONTEXT_TOKENS: '8192' }, 1_024],
    [{ LIMIT: '100%', LLM_CONTEXT_TOKENS: '8192' }, 8_192],
    [{ LLM_CONTEXT_TOKENS: '8192' }, 2_000],
  ])('%o is %d tokens', (environment, limit) => {
    expect(readConfig(variables, environment).LIMIT).toBe(limit);
  });

  it.each([
    [{ LIMIT: '50%' }, "LIMIT is a share (50%) of the model's window: set LLM_CONTEXT_TOKENS"],
    [{ LIMIT: '0%', LLM_CONTEXT_TOKENS: '8192' }, 'LIMIT must be a share from 1% to 100%'],
    [{ LIMIT: '101%', LLM_CONTEXT_TOKENS: '8192' }, 'LIMIT must be a share from 1% to 100%'],
    [{ LIMIT: '1%', LLM_CONTEXT_TOKENS: '8192' }, 'LIMIT 1% of LLM_CONTEXT_TOKENS are 81 tokens; it must be from 100 to 10000'],
    [{ LIMIT: 'half' }, 'LIMIT must be a whole number from 100 to 10000'],
    [{ LIMIT: '50%', LLM_CONTEXT_TOKENS: 'big' }, 'LLM_CONTEXT_TOKENS must be a whole number'],
  ])('%o stops the start', (environment, sentence) => {
    expect(() => readConfig(variables, environment)).toThrow(sentence);
  });
});
