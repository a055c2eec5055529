import { expect, it } from 'vitest';
import { traceSchema } from './load.ts';
import { figuresOf, score } from './score.ts';

const trace = traceSchema.parse({
  id: 'dev-001',
  goal: 'Build it',
  status: 'success',
  steps: [
    { tool: 'shell', args: { command: 'build', at: 1 }, observation: 'Error: disk is full', success: false },
    { tool: 'shell', args: { command: 'ls' }, observation: 'dist', success: true },
    { tool: 'clean', args: {}, observation: 'freed', success: true },
    { tool: 'shell', args: { command: 'test' }, observation: 'it fails', success: false },
    { tool: 'http', args: {}, observation: 'timed out', success: false },
    { tool: 'http', args: {}, observation: 'ok', success: true },
  ],
  errors: [
    { failed: 0, solution: [2] },
    { failed: 3, solution: [] },
    { failed: 4, solution: [5], may_be_none: true },
  ],
});
const verdicts = (...learned: Parameters<typeof score>[1]) => score(trace, learned).map(({ verdict }) => verdict);

it('is right by the tool and its arguments, whatever is left out of the error', () => {
  expect(verdicts({ error: 'disk is full', solution: 'clean' })).toEqual(['right', 'none', 'none']);
  expect(verdicts({ error: 'disk is full', solution: 'shell {"command":"ls"}' })).toEqual(['wrong', 'none', 'none']);
  expect(verdicts({ error: 'timed out', solution: 'http' })).toEqual(['missed', 'none', 'right']);
});

it('is wrong where nothing got over the error, and where there was none', () => {
  expect(verdicts({ error: 'it fails', solution: 'clean' })).toEqual(['missed', 'wrong', 'none']);
  expect(verdicts({ error: 'nobody saw this', solution: 'clean' })).toEqual(['missed', 'none', 'none', 'wrong']);
  expect(verdicts({ error: 'nobody saw this', solution: null })).toEqual(['missed', 'none', 'none']);
});

it('counts', () => {
  const learned = [
    { error: 'disk is full', solution: 'clean' },
    { error: 'it fails', solution: 'clean' },
  ];
  const scored = [...score(trace, learned), ...score(trace, [])];
  expect(figuresOf(scored)).toEqual({ errors: 6, named: 2, right: 1, precision: 1 / 2, recall: 1 / 2, unfounded: 1 });
});
