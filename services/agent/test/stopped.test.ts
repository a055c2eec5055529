import { setImmediate as nextTurn } from 'node:timers/promises';
import { OperationError } from '@agent-mem/contract';
import type { HostPorts } from '@agent-mem/service-kit';
import { turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { startAgentFleet, turnedUntil } from './agent-fleet.ts';
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

/** Ports on which an instance loses its leases to another, with what it writes from then on. */
function losingLeases(ports: HostPorts) {
  const written: string[] = [];
  let isLosing = false;
  const { keyValue: own } = ports;
  const keyValue: HostPorts['keyValue'] = Object.create(own, {
    acquire: {
      value: (...lease: Parameters<typeof own.acquire>) => (isLosing ? Promise.resolve(null) : own.acquire(...lease)),
    },
    set: {
      value: (...entry: Parameters<typeof own.set>) => {
        if (isLosing) written.push(entry[1]);
        return own.set(...entry);
      },
    },
  });
  const lose = () => {
    isLosing = true;
  };
  return { ports: { ...ports, keyValue }, written, lose };
}

test('an instance that has lost an invocation to another writes nothing of it any more', async () => {
  const clock = turnedClock();
  const chatModel = heldModel();
  await using fleet = await startAgentFleet({ chatModel, clock });
  await fleet.agent[Symbol.asyncDispose]();
  const { ports, written, lose } = losingLeases(fleet.ports);
  const losing = await fleet.anotherAgent({ chatModel, ports });
  const leaving = new AbortController();
  const asked = fleet
    .invoke({ question: 'question 1' }, { idempotencyKey: 'k1', signal: leaving.signal })
    .catch((cause: unknown) => OperationError.from(cause).type);
  await vi.waitFor(() => expect(chatModel.held).toBe(1));
  lose();
  await turnedUntil(
    clock,
    vi.waitFor(() => expect(chatModel.held).toBe(0)),
  );
  await losing[Symbol.asyncDispose]();
  leaving.abort();
  await asked;
  expect(written).toEqual([]);
});
