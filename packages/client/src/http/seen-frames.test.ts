import { expect, test } from 'vitest';
import type { AgentResponse } from '../generated/memory-services.ts';
import { SeenFrames } from './seen-frames.ts';

type Piece = readonly [type: AgentResponse['type'], content: string, mark?: 'end' | 'last'];

/** What a caller sees of a stream that broke after the first pieces, and came again as the others. */
function seen(broken: readonly Piece[], again: readonly Piece[]): readonly Piece[] {
  const frames = new SeenFrames();
  const shown = (pieces: readonly Piece[]) => {
    frames.begin();
    return pieces.flatMap(([type, content, mark]): Piece[] => {
      const frame = { type, content, end_of_message: mark !== undefined, end_of_dialog: mark === 'last' };
      // What else a frame has is passed on as it is.
      const unseen = frames.unseen(frame as AgentResponse);
      if (!unseen) return [];
      return [
        unseen.end_of_dialog
          ? [type, unseen.content, 'last']
          : unseen.end_of_message
            ? [type, unseen.content, 'end']
            : [type, unseen.content],
      ];
    });
  };
  return [...shown(broken), ...shown(again)];
}

test('a message that was seen whole is left out', () => {
  const first = ['thought', 'I look', 'end'] as const;
  const last = ['answer', 'At nine', 'last'] as const;
  expect(seen([first], [first, last])).toEqual([first, last]);
  expect(seen([first, first], [first, first, last])).toEqual([first, first, last]);
});

test('of a message that was seen in part the rest is shown, whatever its pieces are', () => {
  const pieces: Piece[] = [
    ['answer', 'At '],
    ['answer', 'ni'],
  ];
  expect(seen(pieces, [['answer', 'At nine', 'last']])).toEqual([...pieces, ['answer', 'ne', 'last']]);
  expect(
    seen(pieces, [
      ['answer', 'A'],
      ['answer', 't nin'],
      ['answer', 'e'],
      ['answer', '', 'last'],
    ]),
  ).toEqual([...pieces, ['answer', 'n'], ['answer', 'e'], ['answer', '', 'last']]);
});

test('a message that is another one now is shown whole', () => {
  expect(seen([['answer', 'At ni']], [['answer', 'By noon', 'last']])).toEqual([
    ['answer', 'At ni'],
    ['answer', 'By noon', 'last'],
  ]);
});
