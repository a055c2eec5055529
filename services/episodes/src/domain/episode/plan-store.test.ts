import { parseRequest } from '@agent-mem/contract';
import { VersionConflict } from '@agent-mem/storage';
import { storedNode } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { answeredEpisode } from './episode-node.ts';
import { episodeUniqueKeyId } from './episode-unique-key.ts';
import { newEpisodeOf } from './new-episode.ts';
import { planStore } from './plan-store.ts';

const now = Date.UTC(2026, 4, 7);
const at = new Date(now).toISOString();
const story = { goal: 'Book a table', steps: ['searched', 'called'], outcome: 'booked', lessons: 'call early' };
const episode = newEpisodeOf(parseRequest('episodes', 'store', { ...story, success: true, metadata: { place: 'Bern' } }), at);

test('an episode comes back as it was stored', () => {
  const { id, nodes } = planStore(episode, { uniqueKeys: [] }, now);
  const [node] = nodes.map((write) => storedNode(write));
  expect(node && answeredEpisode(node)).toMatchObject({
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
  const [written, uniqueKey] = planStore(episode, { uniqueKeys: [] }, now).nodes;
  expect([written?.expectedVersion, uniqueKey?.expectedVersion]).toEqual([0, 0]);
  const released = uniqueKey && { ...storedNode(uniqueKey, 4), status: 'DELETED' as const };
  expect(planStore(episode, { uniqueKeys: released ? [released] : [] }, now).nodes[1]?.expectedVersion).toBe(4);
});

test('a story that is told again has the id it was given', () => {
  const first = planStore(episode, { uniqueKeys: [] }, now);
  const [, uniqueKey] = first.nodes.map((write) => storedNode(write));
  expect(planStore(episode, { uniqueKeys: uniqueKey ? [uniqueKey] : [] }, now)).toMatchObject({
    id: first.id,
    created: false,
    nodes: [],
  });
});

test('one that let its key go after the unique keys were read is a conflict, which is tried again', () => {
  const keyed = newEpisodeOf(parseRequest('episodes', 'store', { ...story, key: 'table' }), at);
  const [node, ...uniqueKeys] = planStore(keyed, { uniqueKeys: [] }, now).nodes.map((write) => storedNode(write));
  const gone = node && { ...node, status: 'DELETED' as const };
  for (const known of [undefined, gone, node && { ...node, id: 'epi_other' }])
    expect(() => planStore(keyed, { uniqueKeys, known }, now)).toThrow(VersionConflict);
  expect(planStore(keyed, { uniqueKeys, known: node }, now)).toMatchObject({ id: node?.id, created: false, changed: false });
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

test('an episode is stored as every version has stored it', () => {
  const [node] = planStore(episode, { uniqueKeys: [] }, now).nodes;
  expect(JSON.stringify(node?.properties)).toBe(
    `{"goal":"Book a table","steps":["searched","called"],"outcome":"booked","lessons":"call early","timestamp":"${at}",` +
      `"metadata":{"place":"Bern"},"success":true,"invocation_id":null,"trust":"user"}`,
  );
});
