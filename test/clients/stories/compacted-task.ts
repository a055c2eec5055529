import { expect } from 'vitest';
import type { Ask } from './ask.ts';

/** A task's messages are compacted by a service outside that sends its summary later, and restored. */
export async function compactedTaskStory(ask: Ask): Promise<void> {
  const said = ['The key was rotated on Monday', 'AuthService reads the old key', 'The fix is in OPS-4711'];
  const { messages } = await ask('conversations', 'append_messages', {
    conversation_id: 'task',
    messages: said.map((content) => ({ role: 'user', content })),
  });
  const ids: readonly string[] = messages.map(({ message_id }: { message_id: string }) => message_id);
  const started = await ask('graph', 'trigger_compaction', { node_ids: ids });
  expect(started).toMatchObject({ status: 'success', message: 'Compaction process initiated for 3 nodes.' });

  const summary = {
    summary_content: 'AuthService read a key that was rotated on Monday; OPS-4711 fixes it.',
    original_node_ids: ids,
    generating_model: 'somebody-1',
  };
  const { status, summary_node_id: id } = await ask('graph', 'create_summary_node', { ...summary, job_id: started.job_id });
  expect(status).toBe('success');
  expect((await ask('graph', 'create_summary_node', { ...summary, job_id: started.job_id })).summary_node_id).toBe(id);
  expect((await ask('graph', 'get_job', { job_id: started.job_id })).job).toMatchObject({
    status: 'done',
    result: { summary_node_id: id },
  });

  const original = async () => (await ask('graph', 'get', { id: ids[0] })).node;
  expect(await original()).toMatchObject({ status: 'ARCHIVED', archived_by: 'compaction' });
  const around = { id, kinds: ['summarized_by'] };
  expect((await ask('graph', 'neighbours', around)).neighbours).toEqual([]);
  expect((await ask('graph', 'neighbours', { ...around, include_archived: true })).neighbours).toHaveLength(3);
  await ask('graph', 'restore', { id });
  expect((await original()).status).toBe('ACTIVE');
}
