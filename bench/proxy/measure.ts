import { setTimeout as delay } from 'node:timers/promises';
import { chatEvents, eventText, startEvents, startRecordingUpstream, temporaryDirectory } from '@agent-mem/testing';
import { startFleetProcess } from '../../test/process/fleet-process.ts';
import type { Texts } from '../seeded-texts.ts';

/** How much is stored, and how much is asked. */
export interface ProxySize {
  readonly facts: number;
  /** One after another, each by both ways. */
  readonly requests: number;
  /** In flight together. */
  readonly streams: number;
  readonly seconds: number;
  /** What is remembered, and asked for. */
  readonly texts: Texts;
}

/** Milliseconds from asking to the first text, of each stream. */
export interface FirstTexts {
  readonly name: string;
  readonly bare: readonly number[];
  readonly proxied: readonly number[];
  /** Of those through the proxy, how many went on without memory, since it was late. */
  readonly withoutMemory: number;
}

const storedAtOnce = 500;
const pauseMs = 100;
const atRestMs = 1_000;
const path = '/v1/chat/completions';

/** Asks one upstream by turns directly and through the proxy of a fleet in a process of its own, which remembers so many facts. */
export async function measureProxy({ facts, requests, streams, seconds, texts }: ProxySize): Promise<readonly FirstTexts[]> {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.use(await startRecordingUpstream(answer));
  const directory = stack.use(await temporaryDirectory());
  const environment = { UPSTREAMS: `*=${upstream.url}`, LOG_LEVEL: 'error' };
  const { httpUrl, adminUrl } = stack.use(await startFleetProcess({ directory: directory.path, environment }));
  for (let from = 0; from < facts; from += storedAtOnce) {
    const some = Array.from({ length: Math.min(storedAtOnce, facts - from) }, (_, index) => ({
      content: texts.text(from + index),
    }));
    await post(`${httpUrl}/v1/facts/store-many`, { facts: some });
  }
  await atRest(adminUrl);
  let conversation = 0;
  let withoutMemory = 0;
  const ask = async (url: string, lasting: number) => {
    conversation += 1;
    const question = texts.question((conversation * 7_919) % facts);
    const { ms, memory } = await firstText(url, { question, conversation: `bench-${conversation}`, lasting });
    if (memory === 'unavailable') withoutMemory += 1;
    return ms;
  };

  const [bare, proxied]: [number[], number[]] = [[], []];
  // The first fifth warms up, and does not count.
  for (let index = -Math.ceil(requests / 5); index < requests; index += 1) {
    if (index === 0) withoutMemory = 0;
    // A user reads before he asks again, and what was said is learned from meanwhile.
    await delay(pauseMs);
    const [directly, through] = [await ask(upstream.url, 0), await ask(httpUrl, 0)];
    if (index < 0) continue;
    bare.push(directly);
    proxied.push(through);
  }
  const single = { name: 'one stream after another', bare, proxied, withoutMemory };
  withoutMemory = 0;
  const together = async (url: string) => {
    const each = Array.from({ length: streams }, async (_, index) => {
      // As users come: one after another, until all are there.
      await delay((index * seconds * 1_000) / streams);
      return [await ask(url, seconds), await ask(url, seconds)];
    });
    return (await Promise.all(each)).flat();
  };
  const many = {
    name: `${streams} streams of ${seconds} s in flight`,
    bare: await together(upstream.url),
    proxied: await together(httpUrl),
  };
  return [single, { ...many, withoutMemory }];
}

/** Says `Noted.` at once, and then nothing new for as long as the body asks. */
async function answer({ body }: { readonly body: Buffer }, response: Parameters<typeof startEvents>[0]): Promise<void> {
  const { lasting } = JSON.parse(body.toString());
  startEvents(response);
  const [role, ...events] = chatEvents('Noted.').map(eventText);
  response.write(role);
  response.write(events[0]);
  for (let tenths = 0; tenths < lasting * 10; tenths += 1) {
    await delay(100);
    response.write(': more\n\n');
  }
  for (const event of events.slice(1)) response.write(event);
  response.end();
}

/** Resolves when nothing was taken for a second: each fact is compared with those it may replace, long after it was stored. */
async function atRest(adminUrl: string): Promise<void> {
  let [before, taken] = [-1, await takenBy(adminUrl)];
  while (taken !== before) {
    await delay(atRestMs);
    [before, taken] = [taken, await takenBy(adminUrl)];
  }
}

/** Requests and events that a program has taken. */
async function takenBy(adminUrl: string): Promise<number> {
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
  return [...metrics.matchAll(/^agentmem_requests_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
}

interface Asked {
  readonly question: string;
  readonly conversation: string;
  /** Seconds. */
  readonly lasting: number;
}

/** Reads the stream to its end; answers when its first text came, and what the proxy says of memory. */
async function firstText(url: string, { question, conversation, lasting }: Asked) {
  const body = JSON.stringify({ model: 'm', stream: true, lasting, messages: [{ role: 'user', content: question }] });
  const headers = { 'content-type': 'application/json', 'x-agent-mem-conversation': conversation };
  const started = performance.now();
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  const memory = response.headers.get('x-agent-mem');
  const decoder = new TextDecoder();
  let text = '';
  let first: number | null = null;
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (first === null && text.includes('"Not')) first = performance.now() - started;
  }
  if (first === null) throw new Error('A stream ended without its text');
  return { ms: first, memory };
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-timeout-ms': '120000' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.text();
}
