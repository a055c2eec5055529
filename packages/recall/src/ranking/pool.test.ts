import { describe, expect, it } from 'vitest';
import { type Candidate, createPool } from './pool.ts';

const minute = 60_000;
const message = (conversationId: string | null, ordinal: number | null, minutes: number): Candidate => ({
  id: `${conversationId} ${ordinal}`,
  conversationId,
  ordinal,
  role: null,
  timestamp: minutes * minute,
  length: 1,
  counts: {},
  cosine: null,
  fields: {},
});
const poolOf = (...messages: Candidate[]) => createPool(messages, [], 60 * minute);

describe('sessions', () => {
  it('end where nothing was said for an hour, and with the conversation', () => {
    const pool = poolOf(message('a', 1, 0), message('b', 1, 0), message('a', 3, 61), message('a', 2, 59), message('a', 4, 121));
    const [first, other, third, second, last] = pool.sessions;
    expect(second).toBe(first);
    expect(third).toBe(first);
    expect(new Set([first, other, last]).size).toBe(3);
    expect(pool.sessionCount).toBe(3);
  });

  it('are of one document each where there is no conversation', () => {
    expect(poolOf(message(null, null, 0), message(null, null, 0), message('a', null, 0)).sessionCount).toBe(3);
  });

  it('go on over messages that nobody has looked at', () => {
    const pool = poolOf(message('a', 1, 0), message('a', 9, 30));
    expect(pool.sessions[0]).toBe(pool.sessions[1]);
  });
});

describe('neighbours', () => {
  it('are the messages so many places further in the same session', () => {
    const pool = poolOf(message('a', 2, 1), message('a', 1, 0), message('b', 3, 0), message('a', 4, 2), message('a', 5, 200));
    expect([...pool.neighboursAt(-1)]).toEqual([1, -1, -1, -1, -1]);
    expect([...pool.neighboursAt(2)]).toEqual([3, -1, -1, -1, -1]);
    expect([...pool.neighboursAt(1)]).toEqual([-1, 0, -1, -1, -1]);
  });

  it('include those that are only looked at', () => {
    const pool = createPool([message('a', 1, 0)], [message('a', 2, 1)], 60 * minute);
    expect(pool.size).toBe(1);
    expect([...pool.neighboursAt(1)]).toEqual([1, -1]);
  });
});
