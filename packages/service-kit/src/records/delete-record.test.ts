import { bareContext, defaultScope } from '@agent-mem/testing';
import { memoryPorts } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { deleteRecord } from './delete-record.ts';

test('a deletion is answered once the record is found no more, not before', async () => {
  const ports = memoryPorts();
  const caller = { call: () => Promise.reject(new Error('nobody is asked')) } as never;
  const at = new Date(ports.clock.now()).toISOString();
  const indexed = Promise.withResolvers<void>();
  const index = vi.fn(() => indexed.promise);
  await ports.graph.commit(defaultScope, {
    nodes: [{ id: 'fact_1', kind: 'Fact', createdAt: at, updatedAt: at, properties: {} }],
  });
  const [node] = await ports.graph.get(defaultScope, ['fact_1']);
  if (!node) throw new Error('it was stored');
  const answered = vi.fn();
  const deleting = deleteRecord(node, () => [], { ...bareContext({ ports, caller }, {}), index }).then(answered);
  await vi.waitFor(() => expect(index).toHaveBeenCalledWith(defaultScope, ['fact_1'], expect.anything()));
  expect((await ports.graph.get(defaultScope, ['fact_1'])).map(({ status }) => status)).toEqual(['DELETED']);
  expect(answered).not.toHaveBeenCalled();
  indexed.resolve();
  await deleting;
  expect(answered).toHaveBeenCalledWith({ success: true });
});
