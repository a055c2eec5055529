import { expect, test } from 'vitest';
import { cpuMs, cpuMsIn } from './cpu-time.ts';

test('the CPU of a process is that of its own and of the system', () => {
  expect(cpuMsIn('42 (a) b) S 1 42 42 0 -1 4194304 100 0 0 0 250 50 7 8 20 0 11 0 100 200')).toBe(3_000);
});

test.skipIf(process.platform !== 'linux')('it is read of this one', async () => {
  expect(await cpuMs(process.pid)).toBeGreaterThan(0);
});
