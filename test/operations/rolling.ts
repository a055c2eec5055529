import { once } from 'node:events';
import { expect, vi } from 'vitest';
import { brokenPromises } from '../chaos/history.ts';
import { holdings } from '../chaos/holdings.ts';
import type { Cluster } from '../live/cluster/cluster.ts';
import { spawnFleet } from '../process/fleet-process.ts';
import { pulsarInit } from '../process/pulsar-init.ts';
import { startRolledFleet } from './rolled-fleet.ts';
import { conversations, startWriting } from './writing.ts';

const patience = { timeout: 180_000, interval: 500 };
/** Writes that are acknowledged while two versions of a service run beside each other. */
const besideEachOther = 10;

/** Clients write to a fleet of the version before while it is rolled up to the present version, and back, on one broker and one set of stores. */
export async function rollUpAndBack(cluster: Cluster, directory: string, before: string): Promise<void> {
  const { environment } = cluster;
  await using fleet = await startRolledFleet({ directory, environment, program: before });
  const writing = startWriting({ url: fleet.url, clients: 2 });
  const beside = () => writing.acknowledges(besideEachOther);
  await beside();
  // `init` of the new version comes first, while the version before runs.
  await pulsarInit(environment.BUS_URL ?? '');
  await fleet.roll(undefined, beside);
  await beside();
  await fleet.roll(before, async (host) => {
    await beside();
    if (host === 'agent') await expectUnknown(fleet.url());
  });
  await beside();
  await writing.stop();

  expect(writing.refused).toEqual([]);
  await vi.waitFor(async () => {
    expect(brokenPromises(writing.history, await holdings(fleet.url(), conversations))).toEqual([]);
  }, patience);
  expect(await deadLetters(cluster, directory)).toBe('No dead letters\n');
}

/** A gateway of this version, whose services are of the version before: what they do not know is to be asked again, and nothing of it is passed over. */
async function expectUnknown(url: string): Promise<void> {
  const ask = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const { error } = (await answer.json()) as { readonly error?: { readonly type: string; readonly message: string } };
    return [answer.status, error?.type, error?.message];
  };
  const unknown = (name: string) => [
    503,
    'unavailable',
    `${name} is not known to the process that answered, which is of an earlier version`,
  ];
  expect((await ask('facts/retrieve', { query: 'tea' }))[0]).toBe(200);
  expect(await ask('facts/retrieve', { query: 'tea', filter: { tags_any: ['x'] } })).toEqual(unknown('facts.retrieve.filter'));
  expect(await ask('facts/get-profile', {})).toEqual(unknown('POST /v1/facts/get-profile'));
  expect(await ask('graph/list-jobs', {})).toEqual(unknown('POST /v1/graph/list-jobs'));
}

async function deadLetters({ environment }: Cluster, directory: string): Promise<string> {
  await using list = spawnFleet({ directory, args: ['dead-letters', 'list'], environment });
  await once(list.child, 'close');
  return list.output() + list.errors();
}
