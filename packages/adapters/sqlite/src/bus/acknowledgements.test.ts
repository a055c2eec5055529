import { turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import type { EmbeddedFile } from '../file/index.ts';
import { Acknowledgements } from './acknowledgements.ts';
import type { MessageTable } from './message-table.ts';

it('what a failed write was to delete goes with the next one, and a message with its last delivery', async () => {
  const deleted: string[] = [];
  let isFull = true;
  const writeDerived = async (work: (transaction: never) => void) => {
    if (isFull) throw new Error('the disk is full');
    work(undefined as never);
  };
  const table = {
    deleteDelivery: (_: unknown, { sequence }: { readonly sequence: number }) => void deleted.push(`delivery ${sequence}`),
    deleteMessage: (_: unknown, sequence: number) => void deleted.push(`message ${sequence}`),
  };
  // Of both no more is used.
  const acknowledgements = new Acknowledgements(
    { writeDerived } as unknown as EmbeddedFile,
    table as unknown as MessageTable,
    turnedClock(),
  );
  const add = (sequence: number, deliveries: number) => {
    const content = { subscription: 1, message: { sequence, deliveries }, counted: true };
    acknowledgements.add({ sequence, key: null, attempt: 1, visibleAt: 0, content });
  };
  add(1, 2);
  await acknowledgements.flush();
  expect([deleted, acknowledgements.pending]).toEqual([[], true]);
  isFull = false;
  add(2, 1);
  await acknowledgements.flush();
  expect([deleted, acknowledgements.pending]).toEqual([['delivery 1', 'delivery 2', 'message 2'], false]);
});
