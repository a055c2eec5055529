import { parseRequest } from '@agent-mem/contract';
import { storedNode } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { draftOf } from './draft.ts';
import { episodeOf } from './episode-node.ts';
import { episodeUniqueKeyId } from './episode-unique-key.ts';
import { planStore } from './plan-store.ts';

const now = Date.UTC(2026, 4, 7);
const at = new Date(now).toISOString();
const story = { goal: 'Book a table', steps: ['searched', 'called'], outcome: 'booked', lessons: 'call early' };
const draft = draftOf(parseRequest('episodes', 'store', { ...story, success: true, metadata: { place: 'Bern' } }), at);

test('an episode comes back as it was stored', () => {
  const { id, nodes } = planStore(draft, undefined, now);
  const [node] = nodes.map((write) => storedNode(write));
  expect(node && episodeOf(node)).toMatchObject({
    id,
    ...story,
    success: true,
    metadata: { place: 'Bern' },
    timestamp: at,
    received_at: at,
    status: 'ACTIVE',
    trust: 'user',
    conversation_id: null,
    invocation_id: null,
    version: 1,
  });
});

test('its guard is expected as it was seen', () => {
  const [episode, uniqueKey] = planStore(draft, undefined, now).nodes;
  expect([episode?.expectedVersion, uniqueKey?.expectedVersion]).toEqual([0, 0]);
  const released = uniqueKey && { ...storedNode(uniqueKey, 4), status: 'DELETED' as const };
  expect(planStore(draft, released, now).nodes[1]?.expectedVersion).toBe(4);
});

test('a story that is told again has the id it was given', () => {
  const first = planStore(draft, undefined, now);
  const [, uniqueKey] = first.nodes.map((write) => storedNode(write));
  expect(planStore(draft, uniqueKey, now)).toEqual({ id: first.id, created: false, quarantined: false, nodes: [] });
});

test('each part of a story counts, and its steps one by one', () => {
  const others = [
    { ...story, goal: 'Book a room' },
    { ...story, steps: ['searched called'] },
    { ...story, steps: ['searched'], outcome: 'called' },
    { ...story, outcome: 'full' },
    { ...story, lessons: '' },
  ];
  expect(new Set([story, ...others].map(episodeUniqueKeyId)).size).toBe(6);
  expect(episodeUniqueKeyId({ ...story, goal: ' Book a table' })).toBe(episodeUniqueKeyId(story));
});
