import { setTimeout } from 'node:timers/promises';
import { OperationError } from '@agent-mem/contract';
import { startFleet } from '@agent-mem/testing';
import type { Texts } from '../seeded-texts.ts';
import { fill } from './fill.ts';
import type { Subject } from './subject.ts';

/** How late answers come when the store is slower than the caller can wait. */
export interface OverrunFigures {
  readonly deadlineMs: number;
  readonly storeMs: number;
  /** By how much each call passed its deadline; 0: it did not. */
  readonly overrunMs: readonly number[];
  /** Calls that were answered; the others were refused with `deadline-exceeded`. */
  readonly answered: number;
}

const memories = 60;
const deadlineMs = 100;

/** Asks with a deadline of 100 ms a service whose search index sleeps before each read. */
export async function measureOverrun(subject: Subject, texts: Texts, storeMs: number, count: number): Promise<OverrunFigures> {
  await using fleet = await startFleet({ services: [subject.service] });
  await fill(fleet.caller, subject, texts, { users: ['slow'], memoriesOfEach: memories });
  const { searchIndex } = fleet.ports;
  for (const read of ['search', 'at', 'statistics', 'vectors'] as const) {
    const fast = searchIndex[read].bind(searchIndex) as (...args: readonly unknown[]) => Promise<unknown>;
    const slow = async (...args: readonly unknown[]) => {
      await setTimeout(storeMs);
      return await fast(...args);
    };
    Object.assign(searchIndex, { [read]: slow });
  }
  const overrunMs: number[] = [];
  let answered = 0;
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    try {
      await subject.ask(fleet.caller, { user: 'slow', query: texts.question(index % memories), timeoutMs: deadlineMs });
      answered += 1;
    } catch (error) {
      if (!(error instanceof OperationError && error.type === 'deadline-exceeded')) throw error;
    }
    overrunMs.push(Math.max(0, performance.now() - started - deadlineMs));
  }
  return { deadlineMs, storeMs, overrunMs, answered };
}
