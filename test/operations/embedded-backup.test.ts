import { once } from 'node:events';
import { chmod, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { byClients } from '../chaos/by-clients.ts';
import { brokenPromises, emptyHistory } from '../chaos/history.ts';
import { holdings } from '../chaos/holdings.ts';
import { agreement } from '../live/cluster/check-stores.ts';
import { spawnFleet, startFleetProcess } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';
import { hasLargeDetail, storeLargeDetail } from './large-detail.ts';
import { conversations, promisedBefore, startWriting } from './writing.ts';

const patience = { timeout: 120_000, interval: 200 };

it('a backup that is made under writes brings back all that was acknowledged before it began, once, after the folder is gone', {
  ...verifies('backup.embedded'),
}, async () => {
  await using folder = await temporaryDirectory();
  const [data, copy] = [join(folder.path, 'data'), join(folder.path, 'backup.sqlite')];
  const program = async (...args: readonly string[]) => {
    await using run = spawnFleet({ directory: data, args });
    const [code] = (await once(run.child, 'close')) as [number | null];
    return [code, run.output(), run.errors()] as const;
  };

  const fleet = await startFleetProcess({ directory: data });
  await using stack = new AsyncDisposableStack();
  stack.use(fleet);
  const key = await storeLargeDetail(fleet.httpUrl);
  const writing = startWriting({ url: () => fleet.httpUrl });
  await writing.acknowledges(100);
  const before = structuredClone(writing.history);
  expect(await program('backup', '--out', copy)).toEqual([0, expect.stringContaining('MiB'), expect.any(String)]);
  await writing.acknowledges(20);
  await writing.stop();
  expect([writing.refused, writing.repeats]).toEqual([[], 0]);
  await fleet.kill();
  await rm(data, { recursive: true });

  await chmod(copy, 0o644);
  expect(await program('restore', copy)).toEqual([0, expect.stringContaining(`${copy} is restored into `), '']);
  expect((await stat(join(data, 'agent-mem.sqlite'))).mode & 0o077).toBe(0);
  await using restored = await startFleetProcess({ directory: data });
  const promised = promisedBefore(before, writing.history);
  const broken = async () => brokenPromises(promised, await holdings(restored.httpUrl, conversations));
  await vi.waitFor(async () => expect(await broken()).toEqual([]), patience);
  await vi.waitFor(async () => expect(await program('check')).toEqual(agreement), patience);
  expect(await hasLargeDetail(restored.httpUrl, key)).toBe(true);

  // Clients that ask again under their keys lose nothing: what the copy has is answered as it was, the rest is done.
  const again = emptyHistory();
  const writes = [...writing.writes];
  await byClients(writes.length, async (index) => {
    const [number, write] = writes[index] ?? [];
    if (number === undefined || !write) return;
    const answer = await write.ask(restored.httpUrl);
    write.note(again, answer);
    again.answers.set(number, JSON.stringify(answer));
  });
  expect([...before.answers].filter(([number, answer]) => again.answers.get(number) !== answer)).toEqual([]);
  await vi.waitFor(async () => {
    expect(brokenPromises(again, await holdings(restored.httpUrl, conversations))).toEqual([]);
  }, patience);
  expect(await restored.stop()).toBe(0);
});
