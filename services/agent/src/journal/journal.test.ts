import { parseRequest, scopeOf, systemClock } from '@agent-mem/contract';
import { createMemoryKeyValue } from '@agent-mem/storage';
import { expect, test, vi } from 'vitest';
import { acceptInvocation } from './entries.ts';
import { askedByInvoke, newEntry } from './journal-entry.ts';
import { forgetUnfinished, unfinishedRuns } from './unfinished.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const caller = { clock: systemClock, requestId: 'r', replyTo: null };
const redacting = { sensitiveData: 'redact', personalData: 'allow' } as const;

test('an invocation whose acceptance was cut off is noted as unfinished by the repeat', async () => {
  const keyValue = createMemoryKeyValue({ clock: systemClock });
  const asked = askedByInvoke(parseRequest('agent', 'invoke', { question: 'q' }));
  const accept = () => acceptInvocation(keyValue, scope, newEntry('k', asked, redacting, caller), 'instance');
  vi.spyOn(keyValue, 'set').mockRejectedValueOnce(new Error('the process ends'));
  await expect(accept()).rejects.toThrow('the process ends');
  expect((await accept()).isNew).toBe(false);
  expect(await Array.fromAsync(unfinishedRuns(keyValue))).toEqual([{ scope, id: expect.stringMatching(/^inv_/), run: 'k' }]);
});

test('what goes on from the middle is noted where 0.1.0 does not look, which would begin it from the beginning', async () => {
  const keyValue = createMemoryKeyValue({ clock: systemClock });
  const resumed = { steps: [], begun: null, usage: [], stop: null };
  const asked = { ...askedByInvoke(parseRequest('agent', 'invoke', { question: 'q' })), resumed };
  const { entry } = await acceptInvocation(keyValue, scope, newEntry('k', asked, redacting, caller), 'instance');
  const id = entry.invocation.invocationId;
  expect(await Array.fromAsync(keyValue.entries('agent/unfinished/'))).toEqual([]);
  expect(await Array.fromAsync(unfinishedRuns(keyValue))).toEqual([{ scope, id, run: 'k' }]);
  await forgetUnfinished(keyValue, scope, entry);
  expect(await Array.fromAsync(unfinishedRuns(keyValue))).toEqual([]);
});
