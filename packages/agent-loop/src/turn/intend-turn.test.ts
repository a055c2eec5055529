import { expect, test } from 'vitest';
import type { Run } from '../run.ts';
import type { Tool } from '../tools/tool.ts';
import { type CallingStep, intendTurn } from './intend-turn.ts';

const query = { name: 'query', type: 'string', description: '' };
const look: Tool = { name: 'look', description: '', arguments: [query], run: async () => '' };
const mail: Tool = { ...look, name: 'mail', needsApproval: true };

/** The calls that come of these, of a run that may wait. */
function intended(calls: readonly { readonly action: string; readonly args: Readonly<Record<string, unknown>> }[]) {
  // It looks at no more of a run.
  const run = {
    invocation: { invocationId: 'inv_1' },
    context: { config: { APPROVE_TOOLS: '' } },
    mayWait: true,
  } as Partial<Run> as Run;
  const step: CallingStep = { kind: 'calls', thought: '', calls: calls.map((call) => ({ ...call, problem: null })) };
  return intendTurn(run, [look, mail], step, { state: '', recalledIds: [], timestamp: '', position: 0 }).calls;
}

test('of many calls of a turn the first sixteen are made, and no more than sixty-four are answered', () => {
  const calls = intended(Array.from({ length: 70 }, () => ({ action: 'look', args: { query: 'q' } })));
  expect(calls).toHaveLength(64);
  expect(calls.findIndex(({ problem }) => problem !== null)).toBe(16);
  expect(calls.at(-1)?.problem).toContain('at most 16 calls');
  expect(new Set(calls.map(({ callId }) => callId)).size).toBe(64);
});

test('nobody is asked to approve arguments that the tool would refuse', () => {
  const [right, wrong] = intended([
    { action: 'mail', args: { query: 'q' } },
    { action: 'mail', args: {} },
  ]);
  expect(right).toMatchObject({ problem: null, awaits: 'approval' });
  expect(wrong).toMatchObject({ problem: expect.stringContaining('"query" is missing'), awaits: null });
});
