import { expect, test, vi } from 'vitest';
import { createBackgroundCompression } from './background-compression.ts';

const log = { debug: () => undefined };

test('one is under way at a time, and the next may start when it is over', async () => {
  const ended: (() => void)[] = [];
  const compression = createBackgroundCompression(log, () => new Promise<void>((resolve) => ended.push(resolve)));
  compression.start();
  compression.start();
  expect(ended).toHaveLength(1);
  ended[0]?.();
  await vi.waitFor(() => {
    compression.start();
    expect(ended).toHaveLength(2);
  });
});

test('the end aborts the one that is under way, and none starts after it', () => {
  const signals: AbortSignal[] = [];
  const compression = createBackgroundCompression(log, async (signal) => {
    signals.push(signal);
    await new Promise(() => undefined);
  });
  compression.start();
  compression.end();
  compression.start();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('after a failure none starts', async () => {
  const compress = vi.fn(async () => {
    throw new Error('away');
  });
  const debug = vi.fn();
  const compression = createBackgroundCompression({ debug }, compress);
  compression.start();
  await vi.waitFor(() => expect(debug).toHaveBeenCalled());
  compression.start();
  expect(compress).toHaveBeenCalledTimes(1);
});
