import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findSmallDisk, type SmallDisk } from '../live/small-disk.ts';
import { type FleetProcess, spawnFleet, startFleetProcess } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';

describeLive('data on a disk of a few MiB', findSmallDisk(), (given) => {
  let disk: SmallDisk;
  let directory: string;
  let filling: string;
  beforeAll(() => {
    disk = given()(4);
    directory = join(disk.path, 'data');
    filling = join(disk.path, 'filling');
  });
  afterAll(() => disk?.[Symbol.dispose]());

  it('is named when it is full, in the answer, the log and the health, until there is room', verifies('disk.full'), async () => {
    await using fleet = await startFleetProcess({ directory });
    expect((await store(fleet, 1)).status).toBe(200);
    const known = (await list(fleet)).length;
    const full = new RegExp(`^DATA_DIR ${directory} is full: 0 bytes free`);
    for (let number = 2; number < 6; number += 1) {
      // Work behind the first store may give room back.
      fill(filling);
      const { status, error } = await store(fleet, number);
      expect([status, error]).toEqual([503, { type: 'unavailable', message: expect.stringMatching(full), retryable: true }]);
    }
    const { status, reasons } = await readinessOf(fleet);
    expect([status, reasons]).toEqual([503, [expect.stringMatching(/is full: 0 bytes free/)]]);
    expect(await list(fleet)).toHaveLength(known);
    expect(fleet.errors().match(/is full: 0 bytes free/g)).toHaveLength(1);
    rmSync(filling);
    await vi.waitFor(async () => expect((await readinessOf(fleet)).status).toBe(200));
    expect((await store(fleet, 6)).status).toBe(200);
    expect(await fleet.stop()).toBe(0);
  });

  it('stops a start in one sentence when it is full or read-only', verifies('disk.full'), async () => {
    fill(filling);
    expect(await startOf(directory)).toEqual([1, expect.stringMatching(/^agent-mem: DATA_DIR .* is full: 0 bytes free.*\n$/)]);
    rmSync(filling);
    disk.remount('ro');
    const readOnly = /^agent-mem: DATA_DIR .* cannot be written: its disk, the folder or a file in it is read-only.*\n$/;
    expect(await startOf(directory)).toEqual([1, expect.stringMatching(readOnly)]);
    disk.remount('rw');
  });
});

/** Until the disk takes no more byte. */
function fill(path: string): void {
  const descriptor = openSync(path, 'a');
  try {
    for (;;) writeSync(descriptor, new Uint8Array(4_096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(descriptor);
  }
}

async function startOf(directory: string) {
  await using process = spawnFleet({ directory });
  const [code] = (await once(process.child, 'exit')) as [number | null];
  return [code, process.errors()];
}

async function post({ httpUrl }: FleetProcess, path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${httpUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { error, facts } = (await response.json()) as { readonly error?: object; readonly facts?: readonly object[] };
  return { status: response.status, error, facts };
}

const store = (fleet: FleetProcess, number: number) =>
  post(fleet, '/v1/facts/store', { content: `Anne has visited town number ${number} by train` });
const list = async (fleet: FleetProcess) => (await post(fleet, '/v1/facts/list', { limit: 100 })).facts ?? [];

async function readinessOf({ httpUrl }: FleetProcess) {
  const response = await fetch(`${httpUrl}/health/ready`);
  return { status: response.status, ...((await response.json()) as { readonly reasons: readonly string[] }) };
}
