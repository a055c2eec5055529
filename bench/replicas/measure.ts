import { setTimeout as delay } from 'node:timers/promises';
import { type FleetProcess, startFleetProcess } from '../../test/process/fleet-process.ts';
import { rest } from '../../test/process/rest.ts';
import { cpuMs } from './cpu-time.ts';

/** What is asked, by its number, of the gateway. */
export interface Operation {
  readonly name: string;
  /** Asked before anything is counted, for each replica: until then most of the CPU is that of compiling. */
  readonly warmUps: number;
  /** How often it is asked for each time that the bench was asked for: what takes little CPU is lost beside the rest otherwise. */
  readonly share: number;
  ask(url: string, number: number, scope: Scope): Promise<unknown>;
}

/** What one operation took. */
export interface Measured {
  readonly operation: string;
  readonly requests: number;
  readonly seconds: number;
  /** CPU of each replica, in milliseconds, without what it takes at rest; what its requests left to do behind them included. */
  readonly replicas: readonly number[];
  readonly gateway: number;
}

/** The replicas at rest, and at work. */
export interface MeasuredReplicas {
  /** CPU of one replica in a second without requests, in milliseconds. */
  readonly idle: number;
  readonly operations: readonly Measured[];
}

const users = 50;
const atOnce = 8;
/** A stretch in which the CPU of processes is looked at. */
const stretchMs = 5_000;

/** Whose memory is asked. */
interface Scope {
  readonly user: string;
  readonly collection: string;
}

const operations: readonly Operation[] = [
  {
    name: 'facts.Store',
    warmUps: 150,
    share: 8,
    ask: (url, number, scope) =>
      rest(url, 'facts', 'store', { content: `Parcel ${number} lies on shelf ${number * 7}`, ...scope }),
  },
  {
    name: 'facts.Retrieve',
    warmUps: 150,
    share: 8,
    ask: (url, number, scope) => rest(url, 'facts', 'retrieve', { query: `Where lies parcel ${number}?`, ...scope }),
  },
  {
    name: 'agent.Invoke',
    warmUps: 50,
    share: 1,
    ask: (url, number, scope) => rest(url, 'agent', 'invoke', { question: `Where lies parcel ${number}?`, ...scope }),
  },
];

/** Starts so many processes that each host every service, and a gateway before them, and asks each operation by its share of the requests. */
export async function measureReplicas(
  environment: Readonly<Record<string, string>>,
  directory: string,
  replicas: number,
  requests: number,
): Promise<MeasuredReplicas> {
  await using stack = new AsyncDisposableStack();
  const start = async (...args: readonly string[]) => stack.use(await startFleetProcess({ directory, args, environment }));
  const services = ['facts', 'episodes', 'conversations', 'working-memory', 'graph', 'agent'];
  const processes = await Promise.all(Array.from({ length: replicas }, () => start(...services)));
  const gateway = await start('gateway');
  // What is stored twice is only found again: each number of replicas has memories of its own, and what is measured has other numbers than its warm-up.
  const collection = `replicas-${replicas}`;
  const askAll = ({ ask }: Operation, from: number, to: number) =>
    all(from, to, (number) => ask(gateway.httpUrl, number, { user: `user-${number % users}`, collection }));
  for (const operation of operations) await askAll(operation, 0, operation.warmUps * replicas);
  await settled(processes);
  const idle = (await settled(processes)) / replicas;

  const measured: Measured[] = [];
  for (const operation of operations) {
    const { name, share, warmUps } = operation;
    const [warmedUp, count] = [warmUps * replicas, requests * share];
    const [before, gatewayBefore] = [await cpuOf(processes), await cpuOf([gateway])];
    const beganAt = performance.now();
    await askAll(operation, warmedUp, warmedUp + count);
    const seconds = (performance.now() - beganAt) / 1_000;
    await settled(processes);
    const atRest = (idle * (performance.now() - beganAt)) / 1_000;
    const [own = 0] = since(gatewayBefore, await cpuOf([gateway]));
    const ofReplicas = since(before, await cpuOf(processes)).map((ms) => ms - atRest);
    measured.push({ operation: name, requests: count, seconds, replicas: ofReplicas, gateway: own });
  }
  return { idle, operations: measured };
}

/** Asks by each number from the first to the one before the last, some at once. */
async function all(first: number, last: number, ask: (number: number) => Promise<unknown>): Promise<void> {
  let next = first;
  const client = async () => {
    while (next < last) await ask(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, client));
}

/** Learning and indexing go on behind an answer: resolves when the CPU grows less no more, with what all take in a second, in milliseconds. */
async function settled(processes: readonly FleetProcess[]): Promise<number> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const from = await cpuOf(processes);
    await delay(stretchMs);
    const taken = since(from, await cpuOf(processes)).reduce((sum, ms) => sum + ms, 0);
    if (taken > before * 0.9) return (Math.min(taken, before) / stretchMs) * 1_000;
    before = taken;
  }
}

function cpuOf(processes: readonly FleetProcess[]): Promise<number[]> {
  return Promise.all(processes.map(({ child }) => cpuMs(child.pid ?? 0)));
}

function since(before: readonly number[], now: readonly number[]): number[] {
  return now.map((ms, index) => ms - (before[index] ?? 0));
}
