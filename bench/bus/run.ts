import { systemClock } from '@agent-mem/contract';
import { createMemoryBus } from '@agent-mem/messaging';
import { openPulsarWebSocketBus } from '@agent-mem/pulsar/websocket';
import { openSqliteBus } from '@agent-mem/sqlite/bus';
import { openEmbeddedFile } from '@agent-mem/sqlite/file';
import { temporaryDirectory } from '@agent-mem/testing';
import { createChannels, findPulsar, startPulsar } from '../../test/live/pulsar/broker.ts';
import { busSubject } from './bus-subject.ts';
import { figuresOf } from './figures.ts';
import { openLoopbackEcho } from './loopback-echo.ts';
import { measureInTurns, type Sample, warmUp } from './measure.ts';
import { memoryFloor } from './memory-floor.ts';
import { pulsarFloor } from './pulsar-floor.ts';
import { type Row, reportOf } from './report.ts';
import { sqliteFloor } from './sqlite-floor.ts';
import type { Subject } from './subject.ts';

const rounds = { count: 3, ms: 400 };

const measurements: readonly {
  readonly name: string;
  readonly operation: 'ask' | 'store' | 'deliver';
  readonly inFlight: number;
}[] = [
  { name: 'query answered', operation: 'ask', inFlight: 1 },
  { name: 'query answered', operation: 'ask', inFlight: 64 },
  { name: 'command stored', operation: 'store', inFlight: 1 },
  { name: 'command stored', operation: 'store', inFlight: 64 },
  { name: 'stored and consumed', operation: 'deliver', inFlight: 64 },
];

/** Measures each bus beside its floor. The argument `pulsar` starts a broker and measures it too. */
export async function runBus(args: readonly string[]): Promise<string> {
  if (args.some((arg) => arg !== 'pulsar')) throw new Error('Usage: npm run bench -- bus [pulsar]');
  const rows: Row[] = [...(await compareMemory()), ...(await compareSqlite())];
  if (args.includes('pulsar')) rows.push(...(await comparePulsar()));
  return reportOf(rows);
}

async function compareMemory(): Promise<Row[]> {
  await using ours = await busSubject(createMemoryBus());
  await using floor = memoryFloor();
  return await compare('memory', ours, floor);
}

async function compareSqlite(): Promise<Row[]> {
  await using directory = await temporaryDirectory();
  await using file = await openEmbeddedFile(directory.path);
  await using ours = await busSubject(await openSqliteBus(file, { clock: systemClock }));
  await using floor = sqliteFloor(directory.path);
  return await compare('sqlite', ours, floor);
}

async function comparePulsar(): Promise<Row[]> {
  const found = findPulsar();
  if ('missing' in found) throw new Error(`A broker is needed: ${found.missing}`);
  await using broker = await startPulsar(found.thing);
  for (const tenant of ['agent-mem', 'bench-floor']) await createChannels(broker.adminUrl, tenant);
  const { webSocketUrl: url, adminUrl } = broker;
  await using ours = await busSubject(await openPulsarWebSocketBus({ url, adminUrl, clock: systemClock }));
  await using floor = await pulsarFloor(url, 'bench-floor');
  return await compare('pulsar', ours, floor);
}

/** The machine's echo takes its turn in the round trips. */
async function compare(name: string, ours: Subject, floor: Subject): Promise<Row[]> {
  await using echo = await openLoopbackEcho();
  const each = (['ask', 'store', 'deliver'] as const).flatMap((operation) => [() => ours[operation](), () => floor[operation]()]);
  await warmUp([...each, () => echo.ask()]);
  const rows: Row[] = [];
  for (const { name: measured, operation, inFlight } of measurements) {
    const subjects = [() => ours[operation](), () => floor[operation](), ...(operation === 'ask' ? [() => echo.ask()] : [])];
    const [first, second, third] = (await measureInTurns(subjects, inFlight, rounds)) as [Sample, Sample, Sample?];
    rows.push({ what: `${name}: ${measured}`, inFlight, ours: figuresOf(first), floor: figuresOf(second) });
    if (third) rows.push({ what: 'TCP echo', inFlight, ours: null, floor: figuresOf(third) });
  }
  return rows;
}
