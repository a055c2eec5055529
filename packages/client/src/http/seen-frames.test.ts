import { expect, test } from 'vitest';
import type { AgentResponse } from '../generated/memory-services.ts';
import { SeenFrames } from './seen-frames.ts';

type Piece = readonly [type: AgentResponse['type'], content: string, mark?: 'end' | 'last'];

/** What a caller sees of a stream that broke after the first pieces, and came again as the others. */
async function seen(broken: readonly Piece[], again: readonly Piece[]): Promise<readonly Piece[]> {
  const frames = new SeenFrames();
  const shown = async (pieces: readonly Piece[]) => {
    // What else a frame has is passed on as it is.
    const stream = pieces.map(
      ([type, content, mark]) =>
        ({ type, content, end_of_message: mark !== undefined, end_of_dialog: mark === 'last' }) as AgentResponse,
    );
    const unseen = await Array.fromAsync(frames.unseenOf(ReadableStream.from(stream)));
    return unseen.map(({ type, content, end_of_message, end_of_dialog }): Piece => {
      if (end_of_dialog) return [type, content, 'last'];
      return end_of_message ? [type, content, 'end'] : [type, content];
    });
  };
  return [...(await shown(broken)), ...(await shown(again))];
}

test('a message that was seen whole is left out', async () => {
  const first = ['thought', 'I look', 'end'] as const;
  const last = ['answer', 'At nine', 'last'] as const;
  expect(await seen([first], [first, last])).toEqual([first, last]);
  expect(await seen([first, first], [first, first, last])).toEqual([first, first, last]);
});

test('of a message that was seen in part the rest is shown, whatever its pieces are', async () => {
  const pieces: Piece[] = [
    ['answer', 'At '],
    ['answer', 'ni'],
  ];
  expect(await seen(pieces, [['answer', 'At nine', 'last']])).toEqual([...pieces, ['answer', 'ne', 'last']]);
  expect(
    await seen(pieces, [
      ['answer', 'A'],
      ['answer', 't nin'],
      ['answer', 'e'],
      ['answer', '', 'last'],
    ]),
  ).toEqual([...pieces, ['answer', 'n'], ['answer', 'e'], ['answer', '', 'last']]);
});

test('a message that is another one now is shown whole', async () => {
  expect(await seen([['answer', 'At ni']], [['answer', 'By noon', 'last']])).toEqual([
    ['answer', 'At ni'],
    ['answer', 'By noon', 'last'],
  ]);
});
