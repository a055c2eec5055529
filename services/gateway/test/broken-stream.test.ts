import { scriptedChatModel } from '@agent-mem/llm';
import { startFleet } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';

const texts = ['Thought: I look it up\nAction: NoSuchTool\nArgs: {}', 'Thought: done\nFinal Answer: In the cellar'];

/** The frames of a stream as they come. */
async function* framesOf(
  url: string,
  signal?: AbortSignal,
): AsyncIterable<{ type: string; content: string; answer?: string | null }> {
  const response = await fetch(`${url}/v1/agent/invoke`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', 'idempotency-key': 'k' },
    body: '{"question":"Where is the key?"}',
    ...(signal ? { signal } : {}),
  });
  let rest = '';
  for await (const text of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part.startsWith('event:')) yield JSON.parse(part.split('data: ')[1] ?? '');
  }
}

it('a stream that broke is taken up by the same request with its key: its frames come again whole, and nothing is done twice', async () => {
  const last = Promise.withResolvers<string>();
  let asked = 0;
  const generate = vi.fn(async () => (asked++ === 0 ? (texts[0] ?? '') : last.promise));
  await using fleet = await startFleet({ http: true, chatModel: { ...scriptedChatModel([]), generate } });
  const client = new AbortController();
  const seen: object[] = [];
  await expect(async () => {
    for await (const frame of framesOf(fleet.httpUrl, client.signal)) {
      seen.push(frame);
      if (frame.type === 'observation') client.abort();
    }
  }).rejects.toThrow();
  const frames: { readonly answer?: string | null }[] = [];
  const again = (async () => {
    for await (const frame of framesOf(fleet.httpUrl)) frames.push(frame);
  })();
  // All of it while the invocation still runs: afterwards a repeat gets the last frame alone.
  await vi.waitFor(() => expect(frames.length).toBeGreaterThanOrEqual(seen.length));
  last.resolve(texts[1] ?? '');
  await again;
  expect(frames.slice(0, seen.length)).toEqual(seen);
  expect(frames.at(-1)?.answer).toBe('In the cellar');
  expect(generate).toHaveBeenCalledTimes(2);
});
