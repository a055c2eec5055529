import { storedNode, temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { openedScope } from '../../test/opened-scope.ts';
import { writeNodes } from './write-nodes.ts';

const at = '2026-01-31T12:00:00.000Z';

it('summaries that are written together have a file each, numbered in their order', async () => {
  await using directory = await temporaryDirectory();
  const open = await openedScope(directory.path);
  const properties = { tier: 'L1', content: 'They went to Ischia' };
  const summary = (id: string) =>
    storedNode({ id, kind: 'ConversationSummary', conversationId: 'trip', createdAt: at, updatedAt: at, properties });
  await writeNodes(['csum_a', 'csum_b', 'csum_c'].map(summary), open);
  expect([...open.snapshot.files()].map(({ id, path }) => [id, path])).toEqual([
    ['csum_a', 'entries/trip/summaries/L1/chunk_0.md'],
    ['csum_b', 'entries/trip/summaries/L1/chunk_1.md'],
    ['csum_c', 'entries/trip/summaries/L1/chunk_2.md'],
  ]);
});
