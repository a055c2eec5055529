import type { GraphNode, NodeVersion } from '@agent-mem/storage';
import { storedNode } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { restoredNode, stateToRestore } from './restored-node.ts';

const at = '2026-05-07T00:00:00.000Z';
const first = storedNode({ id: 'fact_1', kind: 'Fact', createdAt: at, updatedAt: at, properties: { content: 'one' } });
const second: GraphNode = { ...first, version: 2, properties: { content: 'two' } };
const deleted: GraphNode = { ...second, version: 3, status: 'DELETED', weight: 0.7 };
const history: readonly NodeVersion[] = [first, second, deleted].map((node) => ({
  version: node.version,
  record: 'stored',
  recordedAt: at,
  node,
}));

test('without a version the last active state comes back', () => {
  expect(stateToRestore('fact_1', history, null)).toBe(second);
});

test('a version asked for comes back, if it was an active one', () => {
  expect(stateToRestore('fact_1', history, 1)).toBe(first);
  expect(() => stateToRestore('fact_1', history, 3)).toThrow(expect.objectContaining({ type: 'failed-precondition' }));
  expect(() => stateToRestore('fact_1', history, 9)).toThrow(expect.objectContaining({ type: 'not-found' }));
  expect(() => stateToRestore('fact_1', [], null)).toThrow(expect.objectContaining({ type: 'not-found' }));
});

test('what the fact has learned since stays', () => {
  const write = restoredNode(deleted, first, '2026-05-08T00:00:00.000Z');
  expect(write).toMatchObject({ status: 'ACTIVE', weight: 0.7, expectedVersion: 3, indexedVersion: 0, record: 'restored' });
  expect(write.properties).toEqual({ content: 'one' });
  expect(write).not.toHaveProperty('version');
});
