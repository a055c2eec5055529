import { OperationError } from '@agent-mem/contract';
import { scriptedChatModel } from '@agent-mem/llm';
import { expect, it, vi } from 'vitest';
import { startWorkingMemory, steps } from './start-working-memory.ts';

it('append and discard answer what the store refuses: a caller takes nothing for stored, or for gone, that is not', async () => {
  await using memory = await startWorkingMemory({ chatModel: scriptedChatModel([]) });
  const { keyValue } = memory.fleet.ports;
  const refused = new OperationError('out-of-range', 'The store takes no such value');
  vi.spyOn(keyValue, 'set').mockRejectedValueOnce(refused);
  await expect(memory.append({ goal: 'find it', items: steps(1) })).rejects.toMatchObject({ type: 'out-of-range' });
  vi.spyOn(keyValue, 'delete').mockRejectedValueOnce(refused);
  await expect(memory.discard()).rejects.toMatchObject({ type: 'out-of-range' });
  expect(await memory.discard()).toEqual({ success: true });
});
