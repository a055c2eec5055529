import { storedNode } from '@agent-mem/testing';
import { Snapshot } from '@agent-mem/vault';
import { expect, it } from 'vitest';
import { pathOfNode } from './path-of-node.ts';

const at = '2026-01-31T12:00:00.000Z';
const summary = (id: string, tier: string) =>
  storedNode({ id, kind: 'ConversationSummary', conversationId: 'trip', createdAt: at, updatedAt: at, properties: { tier } });
const known = { sha256: '', version: 1 };

it('chunks and groups are numbered in their order, and each keeps its number', () => {
  const snapshot = new Snapshot();
  for (const [index, id] of ['csum_a', 'csum_b', 'csum_c'].entries()) {
    const path = pathOfNode(summary(id, 'L1'), snapshot);
    expect(path).toBe(`entries/trip/summaries/L1/chunk_${index}.md`);
    snapshot.set({ ...known, id, path });
  }
  expect(pathOfNode(summary('csum_b', 'L1'), snapshot)).toBe('entries/trip/summaries/L1/chunk_1.md');
  expect(pathOfNode(summary('csum_g', 'L2'), snapshot)).toBe('entries/trip/summaries/L2/group_0.md');
});

it('two records never have one file, also where a disk does not tell capitals', () => {
  const snapshot = new Snapshot();
  snapshot.set({ ...known, id: 'csum_a', path: 'entries/trip/summaries/L3/FINAL.md' });
  expect(pathOfNode(summary('csum_b', 'L3'), snapshot)).toBe('entries/trip/summaries/L3/final__csum_b.md');
});
