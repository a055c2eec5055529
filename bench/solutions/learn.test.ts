import { expect, it } from 'vitest';
import { learn } from './learn.ts';
import { traceSchema } from './load.ts';

it('reads from memory what got over an error, in the scope of its trace', async () => {
  const step = (force: boolean, observation: string) => ({ tool: 'deploy', args: { force }, observation, success: force });
  const trace = (id: string, solution: readonly number[]) =>
    traceSchema.parse({
      id,
      goal: 'Deploy the shop',
      status: 'success',
      steps: [step(false, 'the lock is held'), step(true, 'deployed')],
      errors: [{ failed: 0, solution }],
    });
  const scored = await learn([trace('dev-001', [1]), trace('dev-002', [])]);
  expect(scored).toMatchObject([
    { named: 'deploy {"force":true}', verdict: 'right' },
    { named: 'deploy {"force":true}', verdict: 'wrong' },
  ]);
});
