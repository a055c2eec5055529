import { expect, test } from 'vitest';
import { callsOfConnections } from './calls-of-connections.ts';

function entering(most: number, mostWaiting = 10) {
  const calls = callsOfConnections(most, mostWaiting);
  const begun: string[] = [];
  const enter = (connection: string, name: string) => calls.enter(connection, () => begun.push(name));
  return { calls, begun, enter };
}

test('a call too many of its connection begins when one before it is over, and those of other connections at once', () => {
  const { begun, enter } = entering(2);
  const first = enter('a', 'first');
  for (const name of ['second', 'third', 'fourth']) enter('a', name);
  enter('b', 'other');
  expect(begun).toEqual(['first', 'second', 'other']);
  first();
  expect(begun).toEqual(['first', 'second', 'other', 'third']);
});

test('a call that ends while it waits never begins, and makes no room', () => {
  const { begun, enter } = entering(1);
  const first = enter('a', 'first');
  const second = enter('a', 'second');
  enter('a', 'third');
  second();
  expect(begun).toEqual(['first']);
  first();
  expect(begun).toEqual(['first', 'third']);
});

test('where as many wait as may, there is room on connections that need not wait alone', () => {
  const { calls, enter } = entering(1, 2);
  const first = enter('a', 'first');
  enter('a', 'second');
  expect(calls.hasRoom('a')).toBe(true);
  const third = enter('a', 'third');
  expect([calls.hasRoom('a'), calls.hasRoom('b')]).toEqual([false, true]);
  enter('b', 'other');
  expect(calls.hasRoom('b')).toBe(false);
  third();
  expect([calls.hasRoom('a'), calls.hasRoom('b')]).toEqual([true, true]);
  first();
  expect(calls.hasRoom('a')).toBe(true);
});
