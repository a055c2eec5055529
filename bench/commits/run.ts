import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { findPulsar, startPulsar } from '../../test/live/pulsar/broker.ts';
import { short, table } from '../markdown-table.ts';
import { percentile } from '../ranking-metrics.ts';
import { needed } from '../stores/live.ts';
import { embedded, oneATurn, overPulsar, type Version, type Way, writesASecond } from './measure.ts';

const rounds = 6;
const warmUp = 100;
const atOnce = [1, 16];

/** `commits [writes [folder]]`: writes a second by each way, and beside them those of another working tree of the project, in turns. */
export async function runCommits([count = '300', folder]: readonly string[]): Promise<string> {
  const writes = Number(count);
  if (!Number.isInteger(writes) || writes < 10) throw new Error('Usage: npm run bench -- commits [writes, from 10 [folder]]');
  const versions: Version[] = [{ name: 'this', folder: join(import.meta.dirname, '../..') }];
  if (folder !== undefined) versions.push({ name: 'other', folder: resolve(folder) });
  const before = loadavg()[0] ?? 0;
  await using pulsar = await startPulsar(needed('Pulsar', findPulsar()));
  const rows: (string | number)[][] = [];
  for (const way of [oneATurn, embedded, overPulsar(pulsar.webSocketUrl)]) rows.push(...(await rowsOf(way, versions, writes)));
  const load = [before, loadavg()[0] ?? 0].map((each) => each.toFixed(1)).join(' to ');
  const names = versions.map(({ name }) => `writes a second, ${name}`);
  return `load average ${load}\n\n${table(['way', 'in flight', ...names, 'this by the other'], rows)}`;
}

/** The versions take turns, and which of them begins changes with each round: what the machine does meanwhile meets them alike. */
async function rowsOf(way: Way, versions: readonly Version[], count: number): Promise<(string | number)[][]> {
  const rates = new Map(atOnce.map((inFlight) => [inFlight, versions.map((): number[] => [])]));
  for (let round = 0; round < rounds; round += 1) {
    const order = [...versions.entries()];
    if (round % 2 === 1) order.reverse();
    for (const [index, version] of order) {
      await using writer = await way.open(version);
      await writesASecond(writer, { count: warmUp, inFlight: 4, from: 0 });
      for (const [inFlight, each] of rates) {
        const from = warmUp + inFlight * count;
        each[index]?.push(await writesASecond(writer, { count, inFlight, from }));
      }
    }
  }
  return [...rates].map(([inFlight, each]) => {
    const medians = each.map((rates) => percentile(rates, 0.5));
    const [own = 0, other] = medians;
    return [way.name, inFlight, ...medians.map(short), other === undefined ? '' : short(own / other)];
  });
}
