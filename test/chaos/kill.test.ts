import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { brokenPromises, emptyHistory, type History, type Holdings } from './history.ts';

const kills = Number(process.env.CHAOS_KILLS ?? 50);
const operations = Number(process.env.CHAOS_OPERATIONS ?? 2000);
const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31));
const conversations = 12;
const clients = 8;

it(`kill -9 at ${kills} random moments of ${operations} writes loses nothing and does nothing twice (CHAOS_SEED=${seed})`, {
  timeout: 1_200_000,
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
  const ask = (path: string, body: object) => post(url, path, body, `write-${number}`);
  if (kind < 0.4) {
    const content = `Parcel ${number} lies on shelf ${number * 7}`;
    history.facts.set(content, (await ask('/v1/facts/store', { content })).fact_id);
  } else if (kind < 0.6) {
    const content = `Line ${number} of the talk`;
    const { message_id, ordinal } = await ask('/v1/conversations/append-message', {
      conversation_id: conversation,
      role: 'user',
      content,
    });
    history.messages.set(content, { conversation, id: message_id, ordinal });
  } else if (kind < 0.75) {
    const goal = `Mend machine ${number}`;
    history.episodes.set(
      goal,
      (await ask('/v1/episodes/store', { goal, steps: ['look', 'mend'], outcome: 'it runs' })).episode_id,
    );
  } else {
    const question = `Remember that locker ${number} opens with code ${number * 13}`;
    const { invocation_id } = await ask('/v1/agent/invoke', { question, conversation_id: conversation });
    history.invocations.set(question, { conversation, id: invocation_id, teaches: `locker ${number} opens` });
  }
}

async function post(url: string, path: string, body: object, key: string): Promise<Record<string, never>> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Tries until it succeeds. */
async function until(attempt: () => Promise<void>): Promise<void> {
  await vi.waitFor(attempt, { timeout: 90_000, interval: 20 });
}

/** Reads everything the scope holds, page by page. */
async function holdings(fleet: FleetProcess): Promise<Holdings> {
  const all = async (path: string, member: string, body: object = {}) => {
    const items = [];
    let cursor: string | null = null;
    do {
      const page = (await post(fleet.httpUrl, path, { limit: 500, cursor, ...body }, '')) as Record<string, never>;
      items.push(...(page[member] as never[]));
      cursor = page.next_cursor ?? null;
    } while (cursor);
    return items;
  };
  const names = Array.from({ length: conversations }, (_, index) => `talk-${index}`);
  const messages = await Promise.all(
    names.map(async (name) => [name, await all('/v1/conversations/history', 'messages', { conversation_id: name })] as const),
  );
  const memories = await Promise.all(
    names.map(async (name) => {
      const { conversation } = await post(fleet.httpUrl, '/v1/conversations/get', { conversation_id: name }, '');
      return [name, (conversation as { invocations: never[] }).invocations] as const;
    }),
  );
  return {
    facts: await all('/v1/facts/list', 'facts'),
    episodes: await all('/v1/episodes/list', 'episodes'),
    messages: new Map(messages),
    invocations: new Map(memories),
  };
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
