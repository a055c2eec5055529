import { setTimeout as delay } from 'node:timers/promises';
import { chatEvents, eventText, startEvents, startRecordingUpstream, temporaryDirectory } from '@agent-mem/testing';
import { startFleetProcess } from '../../test/process/fleet-process.ts';
import { seededTexts } from '../seeded-texts.ts';

/** How much is stored, and how much is asked. */
export interface ProxySize {
  readonly facts: number;
  /** One after another, each by both ways. */
  readonly requests: number;
  /** In flight together. */
  readonly streams: number;
  readonly seconds: number;
}

/** Milliseconds from asking to the first text, of each stream. */
export interface FirstTexts {
  readonly name: string;
  readonly bare: readonly number[];
  readonly proxied: readonly number[];
}

const storedAtOnce = 500;
const path = '/v1/chat/completions';

/** Asks one upstream by turns directly and through the proxy of a fleet in a process of its own, which remembers so many facts. */
export async function measureProxy({ facts, requests, streams, seconds }: ProxySize): Promise<readonly FirstTexts[]> {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.use(await startRecordingUpstream(answer));
  const directory = stack.use(await temporaryDirectory());
  const environment = { UPSTREAMS: `*=${upstream.url}`, LOG_LEVEL: 'error' };
  const { httpUrl } = stack.use(await startFleetProcess({ directory: directory.path, environment }));
  const texts = seededTexts(23);
  for (let from = 0; from < facts; from += storedAtOnce) {
    const some = Array.from({ length: Math.min(storedAtOnce, facts - from) }, (_, index) => ({
      content: texts.text(from + index),
    }));
    await post(`${httpUrl}/v1/facts/store-many`, { facts: some });
  }
  let conversation = 0;
  const ask = (url: string, isRecalled: boolean, lasting: number) => {
    conversation += 1;
    return firstText(url, {
      question: texts.question((conversation * 7_919) % facts),
      conversation: `bench-${conversation}`,
      isRecalled,
      lasting,
    });
  };

  const single = { name: 'one stream after another', bare: [] as number[], proxied: [] as number[] };
  // The first fifth warms up, and does not count.
  for (let index = -Math.ceil(requests / 5); index < requests; index += 1) {
    const [bare, proxied] = [await ask(upstream.url, false, 0), await ask(httpUrl, true, 0)];
    if (index < 0) continue;
    single.bare.push(bare);
    single.proxied.push(proxied);
  }
  const together = async (url: string, isRecalled: boolean) => {
    const each = Array.from({ length: streams }, async (_, index) => {
      // As users come: one after another, until all are there.
      await delay((index * seconds * 1_000) / streams);
      return [await ask(url, isRecalled, seconds), await ask(url, isRecalled, seconds)];
    });
    return (await Promise.all(each)).flat();
  };
  const many = {
    name: `${streams} streams of ${seconds} s in flight`,
    bare: await together(upstream.url, false),
    proxied: await together(httpUrl, true),
  };
  return [single, many];
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

interface Asked {
  readonly question: string;
  readonly conversation: string;
  /** It must have been shown memory, or said that there is none. */
  readonly isRecalled: boolean;
  /** Seconds. */
  readonly lasting: number;
}

/** Reads the stream to its end; answers when its first text came. */
async function firstText(url: string, { question, conversation, isRecalled, lasting }: Asked): Promise<number> {
  const body = JSON.stringify({ model: 'm', stream: true, lasting, messages: [{ role: 'user', content: question }] });
  const headers = { 'content-type': 'application/json', 'x-agent-mem-conversation': conversation };
  const started = performance.now();
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  const memory = response.headers.get('x-agent-mem');
  if (isRecalled && memory !== 'recalled' && memory !== 'nothing')
    throw new Error(`The proxy answered without memory: ${memory}`);
  const decoder = new TextDecoder();
  let text = '';
  let first: number | null = null;
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (first === null && text.includes('"Not')) first = performance.now() - started;
  }
  if (first === null) throw new Error('A stream ended without its text');
  return first;
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
