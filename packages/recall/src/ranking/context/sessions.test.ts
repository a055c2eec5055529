import { expect, it } from 'vitest';
import { inTime, sessionHeading, sessionsOf } from './sessions.ts';

const said = (timestamp: string, conversationId: string | null = null) => ({ timestamp, conversationId });

it('a pause of more than an hour ends a session, and each conversation has its own', () => {
  const items = [
    said('2026-01-01T11:50:00Z'),
    said('2026-01-01T10:00:00Z'),
    said('2026-01-01T10:59:00Z'),
    said('2026-01-01T12:51:00Z'),
    said('2026-01-01T10:00:00Z', 'c2'),
  ];
  const sessions = sessionsOf(items);
  const [first, second, third, later, other] = items.map((item) => sessions.get(item));
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, later, other]).size).toBe(3);
});

it('the heading says when, and where only of another conversation', () => {
  expect(sessionHeading(said('2026-01-01T11:50:30+01:00'))).toBe('2026-01-01 10:50');
  expect(sessionHeading(said('2026-01-01T11:50:30Z', 'c\n2'))).toBe('2026-01-01 11:50, conversation c 2');
});

it('a time that cannot be read breaks nothing', () => {
  const [none, some] = [said(''), said('2026-01-01T11:50:30Z')];
  expect(inTime([some, none])).toEqual([none, some]);
  expect(sessionHeading(none)).toBe('Some time ago');
});
