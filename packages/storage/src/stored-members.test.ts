import type { Episode } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { storedMembers } from './stored-members.ts';

interface Stored extends Pick<Episode, 'goal' | 'steps' | 'metadata' | 'success' | 'trust'> {
  readonly made_from: readonly string[];
  readonly times: number;
}

const absent: Stored = { goal: '', steps: [], metadata: {}, success: null, trust: 'user', made_from: [], times: 0 };
const stored = storedMembers<Stored>('Episode', absent);

test('members come back as they were written, in the order of the definition', () => {
  const members: Stored = {
    times: 2,
    made_from: ['epi_1'],
    trust: 'agent',
    success: false,
    metadata: { a: 'b' },
    steps: ['one'],
    goal: 'g',
  };
  const properties = stored.write(members);
  expect(Object.keys(properties)).toEqual(Object.keys(absent));
  expect(stored.read(properties)).toEqual(members);
});

test('what is absent has its default, and so has what is not of its type', () => {
  expect(stored.read({})).toEqual(absent);
  const damaged = { goal: 5, steps: 'one', metadata: ['a'], success: 'yes', trust: null, made_from: {}, times: '2' };
  expect(stored.read(damaged)).toEqual(absent);
});

test('of a list the elements of its type are read', () => {
  expect(stored.read({ steps: ['one', 2, null, 'three'] }).steps).toEqual(['one', 'three']);
});

test('what is not given is not written, and nothing that the definition does not name', () => {
  const more = { goal: 'g', id: 'epi_1' };
  expect(stored.write(more)).toEqual({ goal: 'g' });
});
