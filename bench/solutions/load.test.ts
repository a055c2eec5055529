import { expect, it } from 'vitest';
import { parseJsonLines } from '../json-lines.ts';
import { halves, loadTraces, traceSchema } from './load.ts';

it.each(halves)('the %s traces are thirty, with errors that were got over and errors that were not', async (half) => {
  const traces = await loadTraces(half);
  expect(traces).toHaveLength(30);
  expect(new Set(traces.map(({ id }) => id)).size).toBe(30);
  const errors = traces.flatMap((trace) => trace.errors);
  expect(errors.filter(({ solution }) => solution.length > 0).length).toBeGreaterThanOrEqual(20);
  expect(errors.filter(({ solution }) => solution.length === 0).length).toBeGreaterThanOrEqual(5);
});

it('refuses an error that is none, one that is not listed, and a solution before its error', () => {
  const step = (success: boolean) => ({ tool: 'make', args: {}, observation: 'x', success });
  const read = (success: readonly boolean[], errors: readonly object[]) => () =>
    parseJsonLines(
      JSON.stringify({ id: 'dev-001', goal: 'Make it', status: 'success', steps: success.map(step), errors }),
      traceSchema,
      'traces.jsonl',
    );
  expect(read([false, true], [{ failed: 0, solution: [1] }])).not.toThrow();
  expect(read([true, true], [{ failed: 0, solution: [1] }])).toThrow('step 0 has not failed');
  expect(read([false, true], [])).toThrow('step 0 has failed and is not listed');
  expect(read([true, false], [{ failed: 1, solution: [0] }])).toThrow('step 0 cannot have got over step 1');
  expect(read([false, true], [{ failed: 0, solution: [7] }])).toThrow('step 7 cannot');
});
