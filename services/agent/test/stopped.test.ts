import { setImmediate as nextTurn } from 'node:timers/promises';
import { OperationError } from '@agent-mem/contract';
import type { HostPorts } from '@agent-mem/service-kit';
import { expect, test, vi } from 'vitest';
import { startAgentFleet } from './agent-fleet.ts';
import { heldModel } from './held-model.ts';

const manyTurns = 50;

/** Ports whose store takes its time to give a lease back. */
function slowToRelease(ports: HostPorts, released: () => void): HostPorts {
  const keyValue: HostPorts['keyValue'] = Object.create(ports.keyValue, {
    release: {
      value: async (...lease: Parameters<HostPorts['keyValue']['release']>) => {
        for (let turn = 0; turn < manyTurns; turn += 1) await nextTurn();
        await ports.keyValue.release(...lease);
        released();
      },
    },
  });
  return { ...ports, keyValue };
}

test('a process that stops in the middle of an invocation has given its lease back when it has stopped', async () => {
  const chatModel = heldModel();
  await using fleet = await startAgentFleet({ chatModel });
  await fleet.agent[Symbol.asyncDispose]();
  const order: string[] = [];
  const ports = slowToRelease(fleet.ports, () => order.push('released'));
  const stopping = await fleet.anotherAgent({ chatModel, ports });
  const leaving = new AbortController();
  const asked = fleet
    .invoke({ question: 'question 1' }, { idempotencyKey: 'k1', signal: leaving.signal })
    .catch((cause: unknown) => OperationError.from(cause).type);
  await vi.waitFor(() => expect(chatModel.held).toBe(1));
  await stopping[Symbol.asyncDispose]();
  order.push('stopped');
  leaving.abort();
  await asked;
  expect(order).toEqual(['released', 'stopped']);
});
