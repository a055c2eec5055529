import { expect, it } from 'vitest';
import { withParameters } from './parameters.ts';
import { presetProfile } from './presets.ts';

const messages = presetProfile('default', 'messages');

it('changes single parameters and leaves the rest', () => {
  const changed = withParameters(messages, {
    mmr_lambda: 0.7,
    recency_weight: 0.2,
    session_gap_minutes: 30,
    weight_date: 2,
    window: 0,
  });
  expect(changed).toEqual({
    ...messages,
    mmrLambda: 0.7,
    recency: { ...messages.recency, weight: 0.2 },
    session: { ...messages.session, gapMs: 1_800_000 },
    weights: { ...messages.weights, date: 2 },
    weightsWithoutVector: { ...messages.weightsWithoutVector, date: 2 },
    window: [],
  });
});

it('gives vectors a weight only where there are some', () => {
  const { weights, weightsWithoutVector } = withParameters(messages, { weight_dense: 3 });
  expect([weights.dense, weightsWithoutVector.dense]).toEqual([3, undefined]);
});

it.each([
  [{ mmr_lamda: 1 }, /^mmr_lamda: is no parameter of recall; known are .*mmr_lambda/],
  [{ constructor: 1 }, /^constructor: is no parameter/],
  [{ mmr_lambda: 1.5 }, 'mmr_lambda: must be from 0 to 1, got 1.5'],
  [{ rerank: 51 }, 'rerank: must be a whole number from 0 to 50, got 51'],
  [{ top_k: 1.5 }, 'top_k: must be a whole number from 1 to 100, got 1.5'],
  [{ k1: Number.NaN }, /^k1: must be/],
])('refuses %o', (parameters, message) => {
  expect(() => withParameters(messages, parameters as Record<string, number>)).toThrow(message);
});

it('agent-cli has the parameters of its specification', () => {
  for (const use of ['messages', 'facts', 'episodes'] as const) {
    expect(presetProfile('agent-cli', use)).toMatchObject({
      topK: 5,
      lexicalLeg: false,
      denseLeg: true,
      candidates: 0,
      candidatesPerItem: 3,
      rerank: { weight: 1 },
      scoreThreshold: 0.35,
      recency: { form: 'additive', weight: 0.2, days: 30 },
      mmrLambda: 0.7,
    });
  }
});
