import { expect, test } from 'vitest';
import { callsOfConnections } from './calls-of-connections.ts';

test('a call too many of its connection begins when one before it is over, and those of other connections at once', () => {
  const calls = callsOfConnections(2);
  const begun: string[] = [];
  const enter = (connection: string, name: string) => calls.enter(connection, () => begun.push(name));
  const first = enter('a', 'first');
  enter('a', 'second');
  enter('a', 'third');
  enter('a', 'fourth');
  enter('b', 'other');
  expect(begun).toEqual(['first', 'second', 'other']);
  expect(calls.waiting).toBe(2);
  first();
  expect(begun).toEqual(['first', 'second', 'other', 'third']);
  expect(calls.waiting).toBe(1);
});

test('a call that ends while it waits never begins, and makes no room', () => {
  const calls = callsOfConnections(1);
  const begun: string[] = [];
  const enter = (name: string) => calls.enter('a', () => begun.push(name));
  const first = enter('first');
  const second = enter('second');
  enter('third');
  second();
  expect(begun).toEqual(['first']);
  first();
  expect(begun).toEqual(['first', 'third']);
  expect(calls.waiting).toBe(0);
});
