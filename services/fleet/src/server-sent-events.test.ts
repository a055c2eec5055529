import { describe, expect, it } from 'vitest';
import { serverSentEvents } from './server-sent-events.ts';

describe('serverSentEvents', () => {
  it('reads events however the pieces are cut, and passes over comments', async () => {
    const text = ': open\n\nevent: thought\nid: 0\ndata: {"content":"a: b"}\n\n: ping\n\nevent: answer\nid: 1\ndata: {}\n\n';
    const expected = [
      { event: 'thought', id: '0', data: '{"content":"a: b"}' },
      { event: 'answer', id: '1', data: '{}' },
    ];
    for (const size of [1, 7, text.length]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
        text.slice(index * size, (index + 1) * size),
      );
      expect(await Array.fromAsync(serverSentEvents(asyncPieces(pieces)))).toEqual(expected);
    }
  });
});

async function* asyncPieces(pieces: readonly string[]): AsyncIterable<string> {
  yield* pieces;
}
