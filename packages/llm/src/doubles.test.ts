import { describe, expect, it } from 'vitest';
import { describeChatModel, describeEmbedder, suiteCalls } from './contract-suite/index.ts';
import { hashEmbedder } from './hash-embedder.ts';
import { scriptedChatModel } from './scripted-chat-model.ts';

const signal = new AbortController().signal;
const request = { template: 'extract-facts', variables: {}, messages: [] } as const;

describeChatModel('scripted', async () => scriptedChatModel(() => ['The red ', 'door.']), {
  openCalling: async () => scriptedChatModel(() => ({ calls: suiteCalls })),
});
describeEmbedder('hash', async () => hashEmbedder());

describe('a scripted model', () => {
  it('answers by its list, then fails', async () => {
    const model = scriptedChatModel(['one', ['t', 'wo'], new Error('three')]);
    expect(await model.generate(request, { signal })).toBe('one');
    expect(await Array.fromAsync(model.stream(request, { signal }))).toEqual(['t', 'wo']);
    await expect(model.generate(request, { signal })).rejects.toThrow('three');
    await expect(model.generate(request, { signal })).rejects.toMatchObject({ type: 'unavailable' });
    expect(model.requests).toHaveLength(4);
  });

  it('answers by a function of the request and its place', async () => {
    const model = scriptedChatModel(({ template }, index) => `${template} ${index}`);
    await model.generate(request, { signal });
    expect(await model.generate(request, { signal })).toBe('extract-facts 1');
  });

  it('hangs until it is cancelled', async () => {
    const stop = new AbortController();
    const answer = scriptedChatModel([{ hang: true }]).generate(request, { signal: stop.signal });
    stop.abort();
    await expect(answer).rejects.toMatchObject({ type: 'cancelled' });
  });
});

it('a hash embedder puts texts that share words near each other', async () => {
  const [a, b, c] = await hashEmbedder().embed(['the red door', 'a red door', 'quick brown fox'], { signal });
  const dot = (x: Float32Array | null = null, y: Float32Array | null = null) =>
    Array.from(x ?? []).reduce((sum, value, index) => sum + value * (y?.[index] ?? 0), 0);
  expect(dot(a, b)).toBeGreaterThan(dot(a, c) + 0.2);
});
