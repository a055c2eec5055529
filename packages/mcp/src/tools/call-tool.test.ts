import { OperationError } from '@agent-mem/contract';
import { expect, test, vi } from 'vitest';
import { takes } from '../schemas/json-schema.ts';
import { callTool } from './call-tool.ts';
import { type McpTool, reads } from './tool.ts';

/** A tool that fails by this. */
function failing(error: Error): McpTool {
  const output = { type: 'object', properties: {} } as const;
  const words = { name: 'look', title: 'Look', description: 'Looks' };
  return { ...words, input: takes({}), output, effects: reads, run: () => Promise.reject(error) };
}

test('what nobody foresaw goes to the log, and its cause to no model; what memory refuses is an answer alone', async () => {
  const failed = vi.fn();
  // No tool asks memory here.
  const memory = { caller: null as never, scope: {}, options: {} };
  const bug = new TypeError('cannot read properties of undefined');
  const answer = await callTool(failing(bug), {}, memory, failed);
  expect(failed.mock.calls).toMatchObject([[{ type: 'internal', cause: bug }]]);
  expect(answer.isError).toBe(true);
  expect(JSON.stringify(answer)).not.toContain('cannot read');
  const refused = await callTool(failing(new OperationError('not-found', 'Fact f not found')), {}, memory, failed);
  expect(refused).toMatchObject({ isError: true, content: [{ text: 'Fact f not found' }] });
  expect(failed).toHaveBeenCalledOnce();
});
