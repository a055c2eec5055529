import { setTimeout as wait } from 'node:timers/promises';
import { OperationError } from '@agent-mem/contract';
import { seededRandom, temporaryDirectory } from '@agent-mem/testing';
import { expect, vi } from 'vitest';
import { type OwnCluster, serverNames } from '../live/cluster/cluster.ts';
import { type ServiceProcesses, startServiceProcesses } from '../live/cluster/service-processes.ts';
import { storesAgree } from '../live/cluster/stores-agree.ts';
import { byClients } from './by-clients.ts';
import { expectNone } from './expect-none.ts';
import { brokenPromises, emptyHistory, type History } from './history.ts';
import { holdings } from './holdings.ts';
import { lookAround } from './look.ts';
import { type Outage, plannedOutages } from './outages.ts';
import { scopeOfNumber, scopes } from './scopes.ts';
import { type Write, writeOf } from './write.ts';

export interface ClusterOrdeal {
  /** Stores, retrieves and invocations. */
  readonly operations: number;
  /** Of a process of a service. */
  readonly kills: number;
  /** How long a server that was killed stays away before it is started again. */
  readonly awayMs: number;
  readonly seed: number;
}

/** What an ordeal came to. */
export interface OrdealReport {
  readonly outages: readonly Outage[];
  /** Attempts that failed and were made again. */
  readonly repeats: number;
  readonly ms: number;
}

const conversations = ['talk-0', 'talk-1', 'talk-2'];
/** The longest that a client goes on asking. Servers come back in seconds, on a machine that has other things to do in a minute. */
const clientPatienceMs = 300_000;
/** Until all that was acknowledged has had its effects: redeliveries wait longer each time. */
const effectsMs = 300_000;

interface Operation {
  readonly number: number;
  /** `null`: it only looks. */
  readonly write: Write | null;
  readonly kind: number;
  readonly isAbandoned: boolean;
}

/**
 * Stores, retrieves and invokes in several scopes by several clients, while each server and processes of services are killed; then looks
 * at what every acknowledged write left, whether the stores agree, and repeats the writes.
 */
export async function surviveOutages(cluster: OwnCluster, ordeal: ClusterOrdeal): Promise<OrdealReport> {
  const began = performance.now();
  const { operations, kills, awayMs, seed } = ordeal;
  await using directory = await temporaryDirectory();
  await using fleet = await startServiceProcesses(cluster, directory.path);
  const { planned, order, moments } = planBy(ordeal);
  const histories = new Map(scopes.map((scope) => [scope, emptyHistory()]));
  const historyOf = (number: number) => histories.get(scopeOfNumber(number)) as History;
  const unanswered = new Map<number, string>();
  const outages = plannedOutages({
    servers: cluster.servers,
    order,
    operations,
    awayMs,
    dies(server) {
      // The journal of invocations is lost with it.
      if (server === 'redis') for (const [number, text] of unanswered) historyOf(number).journalLost.add(text);
    },
  });
  const wrong: string[] = [];
  let repeats = 0;

  await byClients(operations, async (number) => {
    await outages.before(number);
    for (const { victim, afterMs } of moments.get(number) ?? []) fleet.of.get(victim)?.kill({ afterMs, againMs: null });
    const { write, kind, isAbandoned } = planned[number] as Operation;
    const history = historyOf(number);
    if (write) unanswered.set(number, write.text);
    const result = await asClient(isAbandoned, async () => {
      const url = await fleet.url();
      if (!write) return wrong.push(...(await lookAround(url, kind, `What of number ${number}?`, scopeOfNumber(number))));
      const answer = await write.ask(url);
      history.answers.set(number, JSON.stringify(answer));
      return write.note(history, answer);
    });
    unanswered.delete(number);
    repeats += result.repeats;
    if (write && result.error !== null) history.abandoned.add(write.text);
    if (result.error instanceof OperationError && !result.error.retryable)
      wrong.push(`operation ${number} ended with ${result.error.type}: ${result.error.message}`);
  });
  const away = await outages.over();
  for (const process of fleet.of.values()) await process.survived();
  expect([...fleet.of.values()].reduce((sum, process) => sum + process.kills, 0)).toBe(kills);
  expectNone(wrong, seed);
  await everythingHolds(fleet, histories, seed);
  await storesAgree(cluster);

  // A repeat by the same key has the same answer, and no other effect. An invocation's answer is stored where it may be lost.
  const otherwise: string[] = [];
  await byClients(operations, async (number) => {
    const first = historyOf(number).answers.get(number);
    const { write } = planned[number] as Operation;
    if (first === undefined || !write || historyOf(number).invocations.has(write.text)) return;
    await asClient(false, async () => {
      const again = JSON.stringify(await write.ask(await fleet.url()));
      if (again !== first) otherwise.push(`write ${number} was answered ${first}, and when repeated ${again}`);
    });
  });
  expectNone(otherwise, seed);
  await everythingHolds(fleet, histories, seed);
  await storesAgree(cluster);
  for (const process of fleet.of.values()) expect(await process.stop()).toBe(0);
  return { outages: away, repeats, ms: performance.now() - began };
}

/** Everything that chance decides. */
function planBy({ operations, kills, seed }: ClusterOrdeal) {
  const random = seededRandom(seed);
  const planned = Array.from({ length: operations }, (_, number): Operation => {
    const kind = random();
    const conversation = conversations[Math.floor(number / scopes.length) % conversations.length] as string;
    const write = random() < 0.3 ? null : writeOf(number, kind, conversation, scopeOfNumber(number));
    return { number, write, kind, isAbandoned: random() < 0.05 };
  });
  const order = serverNames.map((server) => ({ server, rank: random() })).toSorted((a, b) => a.rank - b.rank);
  const victims = ['facts', 'episodes', 'conversations', 'working-memory', 'graph', 'agent', 'gateway'];
  const moments = new Map<number, { readonly victim: string; readonly afterMs: number }[]>();
  for (let past = 0; past < kills; past++) {
    const number = Math.floor(((past + random()) / kills) * operations * 0.98);
    const victim = victims[Math.floor(random() * victims.length)] as string;
    moments.set(number, [...(moments.get(number) ?? []), { victim, afterMs: random() * 60 }]);
  }
  return { planned, order: order.map(({ server }) => server), moments };
}

/** Tries until it is answered, as any client would; an error that says it is no use ends it, and so does impatience. */
async function asClient(
  isImpatient: boolean,
  attempt: () => Promise<unknown>,
): Promise<{ readonly repeats: number; readonly error: unknown }> {
  const until = performance.now() + clientPatienceMs;
  for (let repeats = 0; ; repeats++) {
    try {
      await attempt();
      return { repeats, error: null };
    } catch (error) {
      const isFinal = error instanceof OperationError && !error.retryable;
      if (isImpatient || isFinal) return { repeats, error };
      if (performance.now() > until) throw error;
      await wait(Math.min(50 * 2 ** repeats, 1_000));
    }
  }
}

/** Each scope holds what was acknowledged there, once, and nothing else. */
async function everythingHolds(fleet: ServiceProcesses, histories: ReadonlyMap<object, History>, seed: number): Promise<void> {
  const broken = async () => {
    const url = await fleet.url();
    const found: string[] = [];
    for (const scope of scopes) {
      const held = await holdings(url, conversations, scope);
      const name = `${scope.workspace}/${scope.user}/${scope.collection}`;
      found.push(...brokenPromises(histories.get(scope) as History, held).map((sentence) => `${name}: ${sentence}`));
    }
    return found;
  };
  await vi.waitFor(async () => expectNone(await broken(), seed), { timeout: effectsMs, interval: 1_000 });
}
