import { type AuthorizedRequest, openAccess, type Visitor } from '@agent-mem/access';
import { turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { askingMemory } from './asking-memory.ts';

const asked = { user: 'anne', signal: new AbortController().signal };

async function visiting(authorize: Visitor['authorize']) {
  const clock = turnedClock();
  // Of its configuration nothing else is read, and no service is asked.
  const context = { clock, caller: null as never, config: { MEMORY_DEADLINE_MS: 300 } as never };
  const open = await openAccess.authenticate({ authorization: null, actingFor: null, from: '127.0.0.1', door: 'http' });
  return { clock, context, visitor: { ...open, authorize } };
}

test('a request that may begin only when memory is late is said to have ended, so that it counts no longer', async () => {
  const begins = Promise.withResolvers<AuthorizedRequest>();
  const { clock, context, visitor } = await visiting(() => begins.promise);
  const work = vi.fn(async () => ({}));
  const late = expect(askingMemory(context, visitor, asked, work)).rejects.toMatchObject({ message: 'Memory took over 300 ms' });
  await clock.advance(300);
  await late;
  const ended = vi.fn<AuthorizedRequest['ended']>();
  begins.resolve({ request: { user: 'anne' }, ended });
  await vi.waitFor(() => expect(ended.mock.calls).toMatchObject([[{ error: { message: 'Memory took over 300 ms' } }]]));
  expect(work).not.toHaveBeenCalled();
});

test('the scope is the one that the credential has, whatever the request says', async () => {
  const { context, visitor } = await visiting(async () => ({ request: { user: 'bob', workspace: 'w' }, ended: () => undefined }));
  const { scope } = await askingMemory(context, visitor, asked, async ({ scope }) => ({ scope }));
  expect(scope).toEqual({ workspace: 'w', user: 'bob', collection: 'default' });
});
