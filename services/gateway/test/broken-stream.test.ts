import { scriptedChatModel } from '@agent-mem/llm';
import { startFleet } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';

const texts = ['Thought: I look it up\nAction: NoSuchTool\nArgs: {}', 'Thought: done\nFinal Answer: In the cellar'];

interface SeenFrame {
  readonly type: string;
  readonly content: string;
  readonly end_of_message: boolean;
  readonly answer?: string | null;
}

/** The frames of a stream as they come. */
async function* framesOf(url: string, request: object, signal?: AbortSignal): AsyncIterable<SeenFrame> {
  const response = await fetch(`${url}/v1/agent/invoke`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', 'idempotency-key': 'k' },
    body: JSON.stringify({ question: 'Where is the key?', ...request }),
    ...(signal ? { signal } : {}),
  });
  let rest = '';
  for await (const text of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part.startsWith('event:')) yield JSON.parse(part.split('data: ')[1] ?? '');
  }
}

/** What is seen of a stream until its reader goes with the first frame of this type. */
async function brokenAt(url: string, request: object, type: string): Promise<readonly SeenFrame[]> {
  const client = new AbortController();
  const seen: SeenFrame[] = [];
  await expect(async () => {
    for await (const frame of framesOf(url, request, client.signal)) {
      seen.push(frame);
      if (frame.type === type) client.abort();
    }
  }).rejects.toThrow();
  return seen;
}

it('a stream that broke is taken up by the same request with its key: its frames come again whole, and nothing is done twice', async () => {
  const last = Promise.withResolvers<string>();
  let asked = 0;
  const generate = vi.fn(async () => (asked++ === 0 ? (texts[0] ?? '') : last.promise));
  await using fleet = await startFleet({ http: true, chatModel: { ...scriptedChatModel([]), generate } });
  const seen = await brokenAt(fleet.httpUrl, {}, 'observation');
  const frames: SeenFrame[] = [];
  const again = (async () => {
    for await (const frame of framesOf(fleet.httpUrl, {})) frames.push(frame);
  })();
  // All of it while the invocation still runs.
  await vi.waitFor(() => expect(frames.length).toBeGreaterThanOrEqual(seen.length));
  last.resolve(texts[1] ?? '');
  await again;
  expect(frames.slice(0, seen.length)).toEqual(seen);
  expect(frames.at(-1)?.answer).toBe('In the cellar');
  expect(generate).toHaveBeenCalledTimes(2);
});

it('after its end, too: the frames of its steps come whole, and what was streamed in pieces as one', async () => {
  const chatModel = scriptedChatModel([
    ['Thought: I look', ' it up\nAction: NoSuch', 'Tool\nArgs: {}'],
    ['Thought: do', 'ne\nFinal Answer: In the', ' cellar, behind', ' the wine'],
  ]);
  await using fleet = await startFleet({ http: true, chatModel });
  const asked = { streaming: true };
  const seen = await brokenAt(fleet.httpUrl, asked, 'answer');
  expect(seen.length).toBeGreaterThan(5);
  const again = () => Array.fromAsync(framesOf(fleet.httpUrl, asked));
  await vi.waitFor(async () => expect((await again()).at(-1)?.answer).toBe('In the cellar, behind the wine'));
  expect((await again()).map(({ type, content, end_of_message }) => [type, content, end_of_message])).toEqual([
    ['thought', 'I look it up', true],
    ['action', 'NoSuchTool {}', true],
    ['observation', expect.stringMatching(/^Error: there is no tool "NoSuchTool"/), true],
    ['thought', 'done', true],
    ['answer', 'In the cellar, behind the wine', false],
    ['answer', '', true],
  ]);
  expect(chatModel.requests.filter(({ template }) => template === 'react')).toHaveLength(2);
});
