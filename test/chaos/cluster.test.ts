import { randomInt } from 'node:crypto';
import { it } from 'vitest';
import { findCluster, startCluster } from '../live/cluster/cluster.ts';
import { describeLive } from '../live/live.ts';
import { verifies } from '../verifies.ts';
import { isFull } from './size.ts';
import { surviveOutages } from './survive-outages.ts';

const ordeal = isFull ? { operations: 2_000, kills: 20, awayMs: 5_000 } : { operations: 200, kills: 4, awayMs: 2_000 };
const givenSeed = process.env.CHAOS_SEED;

describeLive('the full cluster, each server and service killed', findCluster(), (programs) => {
  it(`kill -9 of each server once and of services ${ordeal.kills} times, during ${ordeal.operations} operations, loses nothing, does nothing twice and leaves stores that agree`, {
    timeout: 1_800_000,
    ...verifies('cluster.outage', 'write.durable', 'command.once', 'event.once', 'scope.isolation', 'invocation.end'),
  }, async () => {
    // Servers and a seed of its own for each attempt: what a failed one left must not be taken for this one's.
    await using cluster = await startCluster(programs());
    const seed = Number(givenSeed ?? randomInt(2 ** 31));
    console.log(`CHAOS_SEED=${seed}`);
    const { outages, repeats, ms } = await surviveOutages(cluster, { ...ordeal, seed });
    const seconds = (time: number) => `${(time / 1_000).toFixed(1)} s`;
    const away = outages.map((outage) => `${outage.server} ${seconds(outage.ms)}`).join(', ');
    console.log(`CHAOS_SEED=${seed}: ${ordeal.operations} operations in ${seconds(ms)}, ${repeats} repeats; away: ${away}`);
  });
});
