import { setTimeout } from 'node:timers/promises';
import { startFleet } from '@agent-mem/testing';
import { watchAnswering } from './answering.ts';
import { startCoverage } from './coverage.ts';
import { type Client, startClient } from './start-client.ts';
import type { PathSubject } from './subject.ts';

/** How many requests: before anything is counted, in one run, one by one, and under coverage. */
export interface PathPlan {
  readonly warmUp: number;
  readonly run: number;
  readonly single: number;
  readonly covered: number;
}

/** What one request comes to. */
export interface PathFigures {
  readonly name: string;
  /** Of one request that passes as many as most do. */
  readonly filesAnswered: readonly string[];
  readonly filesInAll: readonly string[];
  /** Of the fleet's process, from the request's headers until its answer has left. */
  readonly cpuAnsweredMs: number;
  /** The same with what follows the answer. */
  readonly cpuInAllMs: number;
  /** Files that a fleet passes that is not asked for as long. */
  readonly filesIdle: readonly string[];
}

/** What follows an answer is over then; what the clock starts in between is counted as well. */
const effectsMs = 200;

/** Measures a request over HTTP to a fleet of all services on SQLite. */
export async function measurePath(subject: PathSubject, plan: PathPlan): Promise<PathFigures> {
  await using fleet = await startFleet({ bus: 'sqlite', http: true, chatModel: subject.chatModel?.() });
  await using client = startClient(`${fleet.httpUrl}${subject.path}`);
  let index = 0;
  const ask = (count: number) => client.ask(Array.from({ length: count }, () => JSON.stringify(subject.body(index++))));
  await ask(plan.warmUp);
  await fleet.settled();

  const before = process.cpuUsage();
  await ask(plan.run);
  await fleet.settled();
  const cpuInAllMs = milliseconds(process.cpuUsage(before)) / plan.run;
  const cpuAnsweredMs = await cpuUntilAnswered(plan.single, async () => {
    await ask(1);
    await fleet.settled();
  });
  return { name: subject.name, cpuInAllMs, cpuAnsweredMs, ...(await filesOf(plan.covered, { ask: () => ask(1) })) };
}

async function cpuUntilAnswered(count: number, askOne: () => Promise<void>): Promise<number> {
  let [began, sum] = [process.cpuUsage(), 0];
  using _ = watchAnswering(
    () => {
      began = process.cpuUsage();
    },
    () => {
      sum += milliseconds(process.cpuUsage(began));
    },
  );
  for (let asked = 0; asked < count; asked += 1) await askOne();
  return sum / count;
}

async function filesOf(count: number, { ask }: { ask(): ReturnType<Client['ask']> }) {
  using coverage = startCoverage();
  // Functions are counted from their next call on.
  await ask();
  await setTimeout(effectsMs);
  coverage.take();
  await setTimeout(effectsMs);
  const filesIdle = coverage.take();
  let answered: readonly string[] = [];
  using _ = watchAnswering(
    () => coverage.take(),
    () => {
      answered = coverage.take();
    },
  );
  const takes: { readonly answered: readonly string[]; readonly inAll: readonly string[] }[] = [];
  for (let asked = 0; asked < count; asked += 1) {
    await ask();
    await setTimeout(effectsMs);
    takes.push({ answered, inAll: [...new Set([...answered, ...coverage.take()])].sort() });
  }
  const [filesAnswered, filesInAll] = [takes.map((take) => take.answered), takes.map((take) => take.inAll)].map(middle);
  return { filesAnswered: filesAnswered ?? [], filesInAll: filesInAll ?? [], filesIdle };
}

/** The list of median length. */
function middle(lists: readonly (readonly string[])[]): readonly string[] {
  return lists.toSorted((a, b) => a.length - b.length)[Math.floor(lists.length / 2)] ?? [];
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
