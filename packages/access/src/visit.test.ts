import { OperationError } from '@agent-mem/contract';
import { expect, it, vi } from 'vitest';
import { noteEnd } from './visit.ts';

it('the end of a request is noted once, by its answer, or by its error, which its caller gets too', async () => {
  const ended = vi.fn();
  const answer = { fact_id: 'fact_1' };
  expect(await noteEnd({ ended }, async () => answer)).toBe(answer);
  expect(ended.mock.calls).toEqual([[{ answer }]]);
  const bug = new Error('a bug');
  await expect(noteEnd({ ended }, () => Promise.reject(bug))).rejects.toBe(bug);
  expect(ended.mock.calls.slice(1)).toEqual([[{ error: expect.any(OperationError) }]]);
});
