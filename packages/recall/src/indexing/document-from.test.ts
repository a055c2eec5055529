import { readConfig } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { analysisOf, analysisVariables } from '../analysis.ts';
import { documentFrom } from './document-from.ts';

const analysis = analysisOf(readConfig(analysisVariables, {}));
const node: GraphNode = {
  id: 'msg_1',
  kind: 'Message',
  status: 'ACTIVE',
  version: 1,
  weight: null,
  conversationId: 'c',
  ordinal: 1,
  validFrom: null,
  validTo: null,
  dueAt: null,
  indexedVersion: 0,
  createdAt: '2026-05-07T00:00:00.000Z',
  updatedAt: '2026-05-08T00:00:00.000Z',
  properties: {},
};

test.each([
  ['2026-05-01T00:00:00.000Z', node.createdAt, Date.parse('2026-05-01T00:00:00.000Z')],
  ['yesterday', node.createdAt, Date.parse(node.createdAt)],
  ['', node.createdAt, Date.parse(node.createdAt)],
  ['yesterday', 'the day before', 0],
])('what was said at "%s" and stored at "%s" is indexed with a time', (timestamp, createdAt, indexed) => {
  const document = documentFrom({ ...node, createdAt }, { text: 'the zebra', dated: true, timestamp }, [], analysis);
  expect(document.timestamp).toBe(indexed);
});
