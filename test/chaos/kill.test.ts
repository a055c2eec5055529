import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';
import { brokenPromises, emptyHistory, type History, type Holdings } from './history.ts';

const kills = Number(process.env.CHAOS_KILLS ?? 50);
const operations = Number(process.env.CHAOS_OPERATIONS ?? 2000);
const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31));
const conversations = 12;
const clients = 8;

it(`kill -9 at ${kills} random moments of ${operations} writes loses nothing and does nothing twice (CHAOS_SEED=${seed})`, {
  timeout: 1_200_000,
  ...verifies('write.durable', 'command.once', 'event.once'),
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'agent-mem-chaos-'));
  const random = randomBy(seed);
  let fleet = await startFleetProcess({ directory });
  try {
    const history = emptyHistory();
    const kind = Array.from({ length: operations }, () => random());
    const killAfter = new Set(Array.from({ length: kills }, () => Math.floor(random() * operations * 0.98)));
    let next = 0;
    let restarting: Promise<void> | null = null;
    const restart = async () => {
      await fleet.kill();
      fleet = await startFleetProcess({ directory });
      restarting = null;
    };

    const client = async () => {
      for (let number = next++; number < operations; number = next++) {
        await until(async () => {
          await restarting;
          await write(fleet.httpUrl, number, kind[number] as number, history);
        });
        if (killAfter.has(number)) restarting ??= restart();
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    await restarting;

    await vi.waitFor(async () => expect(brokenPromises(history, await holdings(fleet))).toEqual([]), {
      timeout: 120_000,
      interval: 500,
    });
    const settled = await holdings(fleet);
    expect(settled.facts.length).toBe(history.facts.size + history.invocations.size);
    expect(await fleet.stop()).toBe(0);
  } finally {
    await fleet[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  }
});

/** One acknowledged write, noted in the history. Throws when the fleet died under it; then the same write is made again. */
async function write(url: string, number: number, kind: number, history: History): Promise<void> {
  const conversation = `talk-${number % conversations}`;
  const once = { idempotencyKey: `write-${number}` };
  if (kind < 0.4) {
    const content = `Parcel ${number} lies on shelf ${number * 7}`;
    const { fact_id } = await rest(url, 'facts', 'store', { content }, once);
    history.facts.set(content, fact_id);
  } else if (kind < 0.6) {
    const content = `Line ${number} of the talk`;
    const request = { conversation_id: conversation, role: 'user', content } as const;
    const { message_id, ordinal } = await rest(url, 'conversations', 'append_message', request, once);
    history.messages.set(content, { conversation, id: message_id, ordinal });
  } else if (kind < 0.75) {
    const goal = `Mend machine ${number}`;
    const { episode_id } = await rest(url, 'episodes', 'store', { goal, steps: ['look', 'mend'], outcome: 'it runs' }, once);
    history.episodes.set(goal, episode_id);
  } else {
    const question = `Remember that locker ${number} opens with code ${number * 13}`;
    const { invocation_id } = await rest(url, 'agent', 'invoke', { question, conversation_id: conversation }, once);
    history.invocations.set(question, { conversation, id: invocation_id ?? '', teaches: `ocker ${number} opens` });
  }
}

/** Tries until it succeeds. */
async function until(attempt: () => Promise<void>): Promise<void> {
  await vi.waitFor(attempt, { timeout: 90_000, interval: 20 });
}

/** Reads everything the scope holds. */
async function holdings({ httpUrl }: FleetProcess): Promise<Holdings> {
  const names = Array.from({ length: conversations }, (_, index) => `talk-${index}`);
  const messages = names.map(async (conversation_id) => {
    const page = async (cursor: string | null) => {
      const { messages, next_cursor } = await rest(httpUrl, 'conversations', 'history', { conversation_id, cursor });
      return { items: messages, next: next_cursor };
    };
    return [conversation_id, await everyPage(page)] as const;
  });
  const invocations = names.map(async (conversation_id) => {
    const { conversation } = await rest(httpUrl, 'conversations', 'get', { conversation_id });
    return [conversation_id, conversation.invocations] as const;
  });
  const facts = everyPage(async (cursor) => {
    const { facts, next_cursor } = await rest(httpUrl, 'facts', 'list', { limit: 500, cursor });
    return { items: facts, next: next_cursor };
  });
  const episodes = everyPage(async (cursor) => {
    const { episodes, next_cursor } = await rest(httpUrl, 'episodes', 'list', { limit: 500, cursor });
    return { items: episodes, next: next_cursor };
  });
  const [allFacts, allEpisodes, allMessages, allInvocations] = await Promise.all([
    facts,
    episodes,
    Promise.all(messages),
    Promise.all(invocations),
  ]);
  return { facts: allFacts, episodes: allEpisodes, messages: new Map(allMessages), invocations: new Map(allInvocations) };
}

async function everyPage<Item>(
  read: (cursor: string | null) => Promise<{ items: readonly Item[]; next: string | null }>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: { items: readonly Item[]; next: string | null } = await read(cursor);
    all.push(...page.items);
    if (!page.next) return all;
    cursor = page.next;
  }
}

/** Mulberry32: the same numbers, 0 to 1, for the same seed. */
function randomBy(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
