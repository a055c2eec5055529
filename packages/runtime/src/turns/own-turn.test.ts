import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atOnce, createTurns, inTurns, isLong, type Sliced, sliceEnd, turnFor } from './own-turn.ts';

const long = 'a'.repeat(8_192);

test('of all that waits, one has a turn in each round of the event loop, in order', async () => {
  const rounds: (() => void)[] = [];
  const ownTurn = createTurns((goOn) => rounds.push(goOn));
  const done: string[] = [];
  const waiting = ['a', 'b', 'c'].map((name) => ownTurn().then(() => done.push(name)));
  for (const seen of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    expect(rounds).toHaveLength(1);
    rounds.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(done).toEqual(seen);
  }
  await Promise.all(waiting);
  expect(rounds).toEqual([]);
  void ownTurn();
  expect(rounds).toHaveLength(1);
});

test('a short text is read at once, a long one in another round', async () => {
  expect([isLong(long), isLong(long.slice(1)), isLong(''), isLong(null), isLong(undefined)]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  let rounds = 0;
  const counting = nextRound().then(() => {
    rounds += 1;
  });
  await turnFor('short', null, undefined);
  expect(rounds).toBe(0);
  await turnFor('short', long);
  expect(rounds).toBe(1);
  await counting;
});

test('work in slices gives up its turn after each slice of a long text, and of a short one never', async () => {
  function* upperCased(text: string): Sliced<string> {
    const [first, second] = [text.slice(0, 10).toUpperCase(), text.slice(10).toUpperCase()];
    yield* sliceEnd(text);
    yield* sliceEnd('short', text);
    yield* sliceEnd('short');
    return first + second;
  }
  let turns = 0;
  const turn = async () => {
    turns += 1;
  };
  expect(await inTurns(upperCased(long), turn)).toBe(atOnce(upperCased(long)));
  expect(turns).toBe(2);
  expect(await inTurns(upperCased('short'), turn)).toBe('SHORT');
  expect(turns).toBe(2);
});
