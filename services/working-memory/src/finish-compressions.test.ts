import { OperationError } from '@agent-mem/contract';
import { defaultScope as scope, turnedClock } from '@agent-mem/testing';
import { loneService } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { compressions } from './compressions.ts';
import { finishCompressions } from './finish-compressions.ts';
import type { Request, StartContext } from './handler.ts';
import { workingMemoryService } from './service.ts';

/** A start that finds one compression of a trace that has gone, in a store whose first look fails by this. */
async function starting(failure: Error) {
  const clock = turnedClock();
  const { context } = loneService(workingMemoryService, { clock });
  const { keyValue } = context;
  // Of the request nothing else is read: there is no trace.
  const run = { invocation_id: 'inv_gone' } as Request<'compress'>;
  await compressions.write(keyValue, { scope, id: 'inv_gone', run }, 600_000);
  vi.spyOn(keyValue, 'entries').mockImplementationOnce(() => {
    throw failure;
  });
  const noted = () => compressions.read(keyValue, scope, 'inv_gone');
  return { clock, context: context as StartContext, noted };
}

test('a start does not wait for a store that is down, and what was left is finished when it is there', async () => {
  const { clock, context, noted } = await starting(new OperationError('unavailable', 'the store is down'));
  await finishCompressions(context);
  expect(await noted()).not.toBeNull();
  await clock.advance(5_000);
  await vi.waitFor(async () => expect(await noted()).toBeNull());
});

test('a start fails by what no later look would mend', async () => {
  const { context } = await starting(new OperationError('permission-denied', 'wrong password'));
  await expect(finishCompressions(context)).rejects.toThrow('wrong password');
});
