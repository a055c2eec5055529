import type { JsonObject } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { editedFact } from './edited-fact.ts';

const before = { members: { id: 'a', trust: 'tool', tags: ['home'], metadata: { n: '1' } }, body: 'Anne lives in Nice' };
const after = (members: JsonObject, body = before.body) => ({ members: { ...before.members, ...members }, body });

test('what a person may not change is named, and nothing else of the edit is taken', () => {
  expect(editedFact(before, after({ trust: 'user', tags: [] }, 'Anne lives in Rome'))).toEqual({ fixed: ['trust'] });
});

test('what a person changes, and takes away', () => {
  expect(editedFact(before, after({}))).toEqual({ edit: null });
  expect(editedFact(before, after({ tags: ['travel'] }, 'Anne lives in Rome'))).toEqual({
    edit: { content: 'Anne lives in Rome', tags: ['travel'] },
  });
  const { metadata: _, tags: __, ...fewer } = before.members;
  expect(editedFact(before, { members: fewer, body: before.body })).toEqual({ edit: { clear: ['tags', 'metadata'] } });
});
