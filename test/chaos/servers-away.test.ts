import { setTimeout as wait } from 'node:timers/promises';
import { OperationError } from '@agent-mem/contract';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findCluster, type OwnCluster, type ServerName, startCluster } from '../live/cluster/cluster.ts';
import { storesAgree } from '../live/cluster/stores-agree.ts';
import { describeLive } from '../live/live.ts';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';
import { brokenPromises, emptyHistory } from './history.ts';
import { holdings } from './holdings.ts';
import { isFull } from './size.ts';
import { writeOf } from './write.ts';

/** Longer than the five attempts of a message take. */
const awayMs = isFull ? 60_000 : 15_000;
/** Each costs half a minute and more: in CI the two that every event needs. */
const killed: readonly ServerName[] = isFull ? ['neo4j', 'qdrant', 'redis', 'postgres', 'pulsar'] : ['neo4j', 'pulsar'];
const timeout = 1_800_000;
const conversations = ['talk-0', 'talk-1', 'talk-2'];
const user = 'default';
/** A request that does not need the server is answered in this time; one that waits for it is not. */
const soon = { timeoutMs: 10_000 };

/** What is answered while a server is away, by requests to a process that hosts every service. */
const answeredWithout: Readonly<Record<ServerName, readonly ((url: string) => Promise<unknown>)[]>> = {
  pulsar: [storesFact, retrievesFacts, appendsMessage],
  neo4j: [isAlive],
  qdrant: [storesFact, listsFacts, appendsMessage, isAnswered],
  redis: [storesFact, retrievesFacts, appendsMessage],
  postgres: [storesFact, retrievesFacts, appendsMessage, isAnswered],
};

let counter = 0;
const number = () => ++counter;
// Of another user than the load, whose scope is counted.
const beside = { user: 'beside' };

function storesFact(url: string) {
  return rest(url, 'facts', 'store', { content: `Key ${number()} hangs behind door ${counter}`, ...beside }, soon);
}
function listsFacts(url: string) {
  return rest(url, 'facts', 'list', { limit: 10, ...beside }, soon);
}
function retrievesFacts(url: string) {
  return rest(url, 'facts', 'retrieve', { query: 'Where does the key hang?', ...beside }, soon);
}
function appendsMessage(url: string) {
  const message = { conversation_id: 'beside', role: 'user', content: `Line ${number()}`, ...beside } as const;
  return rest(url, 'conversations', 'append_message', message, soon);
}
function isAnswered(url: string) {
  return rest(url, 'agent', 'invoke', { question: `What of key ${number()}?`, ...beside }, { timeoutMs: 30_000 });
}
async function isAlive(url: string) {
  const response = await fetch(`${url}/health/live`);
  if (!response.ok) throw new Error(`It is not alive: ${response.status}`);
}

describeLive('servers of the full cluster that are away', findCluster(), (programs) => {
  let cluster: OwnCluster;
  let directory: TemporaryDirectory;
  let whole: FleetProcess;
  let gateway: FleetProcess;
  beforeAll(async () => {
    cluster = await startCluster(programs());
    directory = await temporaryDirectory();
    const start = (...args: readonly string[]) =>
      startFleetProcess({ directory: directory.path, args, environment: cluster.environment });
    [whole, gateway] = await Promise.all([start(), start('gateway')]);
  }, timeout);
  afterAll(async () => {
    await gateway?.[Symbol.asyncDispose]();
    await whole?.[Symbol.asyncDispose]();
    await cluster?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  it(`${killed.join(', ')}, each for ${awayMs / 1_000} s under load: what does not need it is answered, nothing is lost, and nothing becomes a dead letter`, {
    timeout,
    ...verifies('cluster.away'),
  }, async () => {
    const history = emptyHistory();
    const unanswered = new Set<string>();
    const over = new AbortController();
    const wrong: string[] = [];

    /** Writes, one after the other, each until it is answered, by way of the bus and directly: of every kind at least once, and to every conversation. */
    async function load(client: number): Promise<void> {
      for (let turn = 0; turn < 10 || !over.signal.aborted; turn++) {
        const each = turn * 4 + client;
        const write = writeOf(each, (turn % 10) / 10, conversations[turn % conversations.length] ?? '', { user });
        unanswered.add(write.text);
        for (;;) {
          try {
            const answer = await write.ask(turn % 2 === 0 ? whole.httpUrl : gateway.httpUrl);
            write.note(history, answer);
            break;
          } catch (error) {
            if (error instanceof OperationError && !error.retryable) {
              wrong.push(`write ${each}: ${error.type}: ${error.message}`);
              break;
            }
            await wait(250);
          }
        }
        unanswered.delete(write.text);
        await wait(200);
      }
    }

    const clients = [0, 1, 2, 3].map(load);
    for (const server of killed) {
      // What runs has its journal there.
      if (server === 'redis') for (const text of unanswered) history.journalLost.add(text);
      await cluster.servers[server].kill();
      if (server === 'redis') for (const text of unanswered) history.journalLost.add(text);
      const backAt = performance.now() + awayMs;
      for (let looks = 0; looks === 0 || performance.now() < backAt; looks++) {
        for (const ask of answeredWithout[server])
          await ask(whole.httpUrl).catch((error) => wrong.push(`without ${server}: ${ask.name} was answered ${error}`));
        await wait(1_000);
      }
      await cluster.servers[server].start();
      // The load goes on before the next one is away.
      const known = history.facts.size;
      await vi.waitFor(() => expect(history.facts.size).toBeGreaterThan(known), { timeout: 120_000, interval: 200 });
      console.log(`${server} was away; ${wrong.length} wrong so far`);
    }
    over.abort();
    await Promise.all(clients);

    await vi.waitFor(
      async () => expect(brokenPromises(history, await holdings(whole.httpUrl, conversations, { user }))).toEqual([]),
      { timeout: 300_000, interval: 1_000 },
    );
    await storesAgree(cluster);
    expect(await deadLettersOf(whole)).toEqual([]);
    expect(wrong).toEqual([]);
  });
});

/** What a process says of dead letters, as lines of its figures that are not 0. */
async function deadLettersOf({ adminUrl }: FleetProcess): Promise<readonly string[]> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return text.split('\n').filter((line) => /^agentmem_dead_letters_(?:total|waiting)\{.*\} (?!0$)/.test(line));
}
