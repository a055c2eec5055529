import { storedNode } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { conversationHash } from './purge-mark-ids.ts';
import { type GoingMemory, isGoing } from './purges-under-way.ts';

const at = '2026-05-07T00:00:00.000Z';
const ofConversation: GoingMemory = { noteId: 'n', memoryId: null, conversation: conversationHash('c1'), kinds: ['Fact'] };

it.each([
  ['that belongs to it', { conversationId: 'c1' }, true],
  ['that belongs to another', { conversationId: 'c2' }, false],
  ['that belongs to none and names it as its source', { properties: { source: 'c1' } }, true],
  ['that another has learned of it', { conversationId: 'c2', properties: { source: 'c1' } }, false],
  ['that belongs to none', {}, false],
  ['of a kind that is not meant', { kind: 'Episode', conversationId: 'c1' }, false],
] as const)('while a conversation is purged, a record %s is going: %o %s', (_which, more, going) => {
  const node = storedNode({ id: 'fact_1', kind: 'Fact', createdAt: at, updatedAt: at, properties: {}, ...more });
  expect(isGoing([ofConversation], node)).toBe(going);
});

it('while one memory is purged, it is going and no other', () => {
  const ofMemory: GoingMemory = { noteId: 'n', memoryId: 'fact_1', conversation: null, kinds: ['Fact'] };
  const going = ['fact_1', 'fact_2'].map((id) =>
    isGoing([ofMemory], storedNode({ id, kind: 'Fact', createdAt: at, updatedAt: at, properties: {} })),
  );
  expect(going).toEqual([true, false]);
});
