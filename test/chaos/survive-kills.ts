import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@agent-mem/testing';
import { expect, vi } from 'vitest';
import { rest } from '../process/rest.ts';
import { byClients } from './by-clients.ts';
import { expectNone } from './expect-none.ts';
import { brokenPromises, emptyHistory, type History, type Holdings } from './history.ts';
import { holdings } from './holdings.ts';
import { type Kill, type MortalFleet, startMortalFleet } from './mortal-fleet.ts';
import { type Write, writeOf } from './write.ts';

export interface Ordeal {
  readonly kills: number;
  readonly operations: number;
  readonly seed: number;
  /** The kind of a write, from 0 to 1, by a random number from 0 to 1. Default: that number. */
  readonly kindOf?: (random: number) => number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Each promise of the case's own that is broken, as a sentence; and what it holds of it, which nobody else asked for. */
  readonly own?: (history: History, held: Holdings) => { readonly broken: readonly string[]; readonly others: Holdings };
}

const conversations = Array.from({ length: 12 }, (_, index) => `talk-${index}`);

/** Writes by several clients to a fleet that is killed at random moments; then looks at what every acknowledged write left, and repeats them all. */
export async function surviveKills(ordeal: Ordeal): Promise<void> {
  const { kills, operations, seed } = ordeal;
  const directory = await mkdtemp(join(tmpdir(), 'agent-mem-chaos-'));
  const fleet = await startMortalFleet({ directory, environment: ordeal.environment ?? {} });
  const everythingHolds = (history: History) =>
    vi.waitFor(
      async () => {
        const held = await holdings(await fleet.url(), conversations);
        const { broken, others } = ordeal.own?.(history, held) ?? { broken: [], others: held };
        expectNone([...brokenPromises(history, others), ...broken], seed);
      },
      { timeout: 60_000, interval: 500 },
    );
  try {
    const { writes, moments, isAbandoned } = planBy(ordeal);
    const history = emptyHistory();
    await byClients(operations, async (number) => {
      for (const moment of moments.get(number) ?? []) fleet.kill(moment);
      await perform(fleet, writes[number] as Write, number, history, isAbandoned[number] === true);
    });
    await fleet.survived();
    expect(fleet.kills).toBe(kills);
    await everythingHolds(history);

    // A repeat by the same key has the same answer, and no other effect.
    const otherwise: string[] = [];
    await byClients(operations, async (number) => {
      const first = history.answers.get(number);
      if (first === undefined) return;
      const again = JSON.stringify(await (writes[number] as Write).ask(await fleet.url()));
      if (again !== first) otherwise.push(`write ${number} was answered ${first}, and when repeated ${again}`);
    });
    expectNone(otherwise, seed);
    await everythingHolds(history);

    // The index is derived, and has to follow.
    await vi.waitFor(async () => expectNone(await notFound(await fleet.url(), history), seed), {
      timeout: 30_000,
      interval: 500,
    });
    expect(await fleet.stop()).toBe(0);
  } finally {
    await fleet[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Everything that chance decides. */
function planBy({ kills, operations, seed, kindOf = (random) => random }: Ordeal) {
  const random = seededRandom(seed);
  const writes = Array.from({ length: operations }, (_, number) =>
    writeOf(number, kindOf(random()), conversations[number % conversations.length] as string),
  );
  const isAbandoned = writes.map(() => random() < 0.1);
  const moments = new Map<number, Kill[]>();
  // Each in a stretch of its own: an invocation that met five of them before its first step would be given up, as it should.
  for (let past = 0; past < kills; ) {
    const againMs = random() < 0.2 && kills - past > 1 ? random() * 1_500 : null;
    const share = againMs === null ? 1 : 2;
    const number = Math.floor(((past + random() * share) / kills) * operations * 0.98);
    moments.set(number, [...(moments.get(number) ?? []), { afterMs: random() * 60, againMs }]);
    past += share;
  }
  return { writes, isAbandoned, moments };
}

/** Asks until the write is acknowledged, and notes it. A client that gives up notes that it does not know. */
async function perform(fleet: MortalFleet, write: Write, number: number, history: History, givesUp: boolean): Promise<void> {
  await vi.waitFor(
    async () => {
      try {
        const answer = await write.ask(await fleet.url());
        history.answers.set(number, JSON.stringify(answer));
        write.note(history, answer);
      } catch (error) {
        if (!givesUp) throw error;
        history.abandoned.add(write.text);
      }
    },
    { timeout: 90_000, interval: 20 },
  );
}

/** Facts of a sample that their own words do not find. */
async function notFound(url: string, { facts }: History): Promise<string[]> {
  const sample = [...facts].filter((_, index) => index % 20 === 0);
  const missing: string[] = [];
  for (const [query, { id }] of sample) {
    const found = await rest(url, 'facts', 'retrieve', { query });
    if (!found.facts.some((fact) => fact.id === id)) missing.push(`fact "${query}" is not found`);
  }
  return missing;
}
