import { randomUUID } from 'node:crypto';
import type { Topic } from '@agent-mem/contract';
import type { Bus } from '@agent-mem/messaging';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { createChannels, findPulsar, startPulsar } from '../../test/live/pulsar/broker.ts';
import { short, table } from '../markdown-table.ts';
import { percentile } from '../ranking-metrics.ts';
import { timed } from '../timed.ts';
import { scriptedSteps } from './scripted-steps.ts';

/** How a step that was taken survives the process. */
type Way = 'append' | 'message';

const ways: readonly Way[] = ['append', 'message'];
const steps: Topic = { lane: 'command', name: 'bench-steps', persistent: true };
const rounds = 6;
const questionsOfRound = 20;

/**
 * Compares an invocation that appends its steps to the journal with one whose steps are messages: the accepted request, and each step, is published on a durable
 * topic, and the run goes on when a member of a shared subscription has it. Both take turns in one process.
 */
export async function runStepMessages(args: readonly string[]): Promise<string> {
  if (args.some((arg) => arg !== 'pulsar')) throw new Error('Usage: npm run bench -- steps [pulsar]');
  const rows = await measureOn('sqlite', {});
  if (args.includes('pulsar')) {
    const found = findPulsar();
    if ('missing' in found) throw new Error(`A broker is needed: ${found.missing}`);
    await using broker = await startPulsar(found.thing);
    await createChannels(broker.adminUrl, 'agent-mem');
    rows.push(...(await measureOn('Pulsar, WebSocket', { BUS_URL: broker.webSocketUrl, PULSAR_ADMIN_URL: broker.adminUrl })));
  }
  return table(
    ['bus', 'tool steps', 'steps appended, p50 ms', 'p95 ms', 'steps as messages, p50 ms', 'p95 ms', 'more at p50'],
    rows,
  );
}

async function measureOn(name: string, environment: Readonly<Record<string, string>>): Promise<string[][]> {
  const rows: string[][] = [];
  for (const looks of [1, 4]) rows.push([name, String(looks), ...(await measureSteps(looks, environment))]);
  return rows;
}

async function measureSteps(looks: number, environment: Readonly<Record<string, string>>): Promise<string[]> {
  const { chatModel } = scriptedSteps(looks);
  await using fleet = await startFleet({ services, bus: 'sqlite', chatModel, environment });
  const journal = await switchJournal(fleet);
  const ask = async () => {
    const scope = { workspace: 'bench', user: `somebody-${randomUUID()}`, collection: 'steps' };
    const request = { ...scope, question: 'Which restaurant did we like?', conversation_id: 'talk' };
    let last = null;
    for await (const frame of fleet.caller.stream('agent', 'invoke', request, { timeoutMs: 60_000 })) last = frame;
    if (!last?.end_of_dialog || last.type === 'error') throw new Error(`The agent answered ${JSON.stringify(last)}`);
  };
  const taken: Record<Way, number[]> = { append: [], message: [] };
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const way of ways) {
      journal.way = way;
      const { ms } = await timed(questionsOfRound, ask);
      if (round > 0) taken[way].push(...ms);
      await fleet.settled();
    }
  }
  const [before, after] = ways.map((way) => percentile(taken[way], 0.5)) as [number, number];
  const cells = ways.flatMap((way) => [0.5, 0.95].map((share) => short(percentile(taken[way], share))));
  return [...cells, `${Math.round((after / before - 1) * 100)} %`];
}

const services = ['facts', 'episodes', 'conversations', 'working-memory', 'agent'];

/** Puts a durable topic in the place of the journal's appends while `way` says so. */
async function switchJournal({ ports }: TestFleet): Promise<{ way: Way }> {
  const journal = { way: 'append' as Way };
  const arrived = new Map<string, () => void>();
  const bus: Bus = ports.bus;
  await bus.subscribe(steps, { name: 'bench', type: 'shared', concurrency: 64 }, async ({ properties }) => {
    arrived.get(properties.id ?? '')?.();
  });
  const { keyValue } = ports;
  const [append, compareAndSet] = [keyValue.append.bind(keyValue), keyValue.compareAndSet.bind(keyValue)];
  const pass = async (key: string, payload: string) => {
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<void>();
    arrived.set(id, resolve);
    await bus.publish(steps, { payload, key, properties: { id } });
    await promise;
    arrived.delete(id);
  };
  const appendOrPass: typeof append = async (scope, key, values, options) => {
    if (journal.way === 'append' || !key.startsWith('agent/steps/')) return await append(scope, key, values, options);
    await pass(key, values.join());
    return 1;
  };
  const acceptAndPass: typeof compareAndSet = async (scope, key, version, value, options) => {
    const accepted = await compareAndSet(scope, key, version, value, options);
    if (journal.way === 'message' && key.startsWith('agent/invoke/') && version === 0) await pass(key, value);
    return accepted;
  };
  Object.assign(keyValue, { append: appendOrPass, compareAndSet: acceptAndPass });
  return journal;
}
