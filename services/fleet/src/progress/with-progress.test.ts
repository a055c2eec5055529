import { PassThrough } from 'node:stream';
import { OperationError } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { withProgress } from './with-progress.ts';

/** A terminal without a screen, which can be interrupted. */
function stubbed() {
  const complaints: string[] = [];
  const stopped = Promise.withResolvers<void>();
  const terminal = {
    environment: {},
    input: new PassThrough(),
    output: new PassThrough(),
    print: () => {},
    complain: (line: string) => void complaints.push(line),
    untilStopped: () => stopped.promise,
  };
  return { terminal, complaints, interrupt: () => stopped.resolve() };
}
const goOn = 'run it again';

it('elsewhere than on a terminal it is a line every five seconds', async () => {
  const { terminal, complaints } = stubbed();
  const clock = turnedClock();
  await withProgress(terminal, { goOn, clock }, async (report) => {
    for (let done = 0; done <= 12; done++) {
      report({ what: 'records', done, total: 20 });
      await clock.advance(1_000);
    }
  });
  expect(complaints).toEqual(['5 of 20 records, 1/s, 15 s left', '10 of 20 records, 1/s, 10 s left']);
});

it('what breaks the work, or interrupts it, is followed by how to go on', async () => {
  const broken = stubbed();
  const work = withProgress(broken.terminal, { goOn }, async (report) => {
    report({ what: 'records', done: 1, total: 2 });
    throw new Error('the disk is full');
  });
  await expect(work).rejects.toThrow('the disk is full');
  expect(broken.complaints).toEqual(['agent-mem: to go on, run it again']);

  const unopened = stubbed();
  await expect(withProgress(unopened.terminal, { goOn }, () => Promise.reject(new Error('no server')))).rejects.toThrow();
  expect(unopened.complaints).toEqual([]);

  const refused = stubbed();
  const refusal = new OperationError('invalid-argument', 'archive: it was changed');
  await expect(withProgress(refused.terminal, { goOn }, () => Promise.reject(refusal))).rejects.toThrow('it was changed');
  expect(refused.complaints).toEqual([]);

  const interrupted = stubbed();
  const long = withProgress(interrupted.terminal, { goOn }, async (report) => {
    report({ what: 'records', done: 1, total: 2 });
    interrupted.interrupt();
    await Promise.resolve();
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      report({ what: 'records', done: 1, total: 2 });
    }
  });
  await expect(long).rejects.toThrow('Interrupted');
  expect(interrupted.complaints).toEqual(['agent-mem: to go on, run it again']);
});
