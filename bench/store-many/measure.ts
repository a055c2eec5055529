import { startFleet } from '@agent-mem/testing';
import { seededTexts } from '../seeded-texts.ts';

/** How many facts a request has, and how many requests are sent one after another: before the clock runs, and while it does. */
export interface StoreManyPlan {
  readonly facts: number;
  readonly warmUp: number;
  readonly requests: number;
}

/** How facts are sent. */
export interface StoreManySubject {
  readonly name: string;
  /** Stores these texts of one user over HTTP, and resolves when all are answered. */
  store(url: string, user: string, contents: readonly string[]): Promise<void>;
}

/** What it took. */
export interface StoreManyFigures {
  readonly name: string;
  /** Facts a second until they are answered, each with its vector in the index. */
  readonly perSecond: number;
  /** The same with what follows the answers: each fact is compared with what is known. */
  readonly perSecondInAll: number;
  /** Of the process, client included, for a thousand facts until they are answered. */
  readonly cpuMs: number;
  /** Of the facts, how many have no vector when they are answered. */
  readonly unembedded: number;
}

export const subjects: readonly StoreManySubject[] = [
  {
    name: 'facts.StoreMany',
    store: (url, user, contents) => post(`${url}/v1/facts/store-many`, { user, facts: contents.map((content) => ({ content })) }),
  },
  {
    name: 'facts.Store, eight at a time',
    async store(url, user, contents) {
      const waiting = contents.values();
      const worker = async () => {
        for (const content of waiting) await post(`${url}/v1/facts/store`, { user, content });
      };
      await Promise.all(Array.from({ length: 8 }, worker));
    },
  },
];

/** Stores facts in a fleet of all services on SQLite, with the embedder that comes along; each request is of another user. */
export async function measureStoreMany({ name, store }: StoreManySubject, plan: StoreManyPlan): Promise<StoreManyFigures> {
  await using fleet = await startFleet({ bus: 'sqlite', http: true });
  const texts = seededTexts(11);
  let sent = 0;
  const ask = async (user: string) => {
    const contents = Array.from({ length: plan.facts }, () => texts.text(sent++));
    const startedAt = performance.now();
    await store(fleet.httpUrl, user, contents);
    return performance.now() - startedAt;
  };
  for (let index = 0; index < plan.warmUp; index += 1) await ask(`warm-${index}`);
  await fleet.settled();

  const figures = { answeredMs: 0, cpuMs: 0, unembedded: 0 };
  const startedAt = performance.now();
  for (let index = 0; index < plan.requests; index += 1) {
    const cpu = process.cpuUsage();
    figures.answeredMs += await ask(`user-${index}`);
    const { user, system } = process.cpuUsage(cpu);
    figures.cpuMs += (user + system) / 1_000;
    figures.unembedded += (await fleet.ports.graph.unindexed(['Fact'], 1_000)).length;
    // What follows the answers is over before the next request comes.
    await fleet.settled();
  }
  const inAllMs = performance.now() - startedAt;
  const perSecond = (ms: number) => ((plan.facts * plan.requests) / ms) * 1_000;
  return {
    name,
    perSecond: perSecond(figures.answeredMs),
    perSecondInAll: perSecond(inAllMs),
    cpuMs: (figures.cpuMs / (plan.facts * plan.requests)) * 1_000,
    unembedded: figures.unembedded,
  };
}

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${answer.slice(0, 200)}`);
}
