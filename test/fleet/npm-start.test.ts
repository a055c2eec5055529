import { once } from 'node:events';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { startNpm } from '../process/npm-process.ts';
import { verifies } from '../verifies.ts';

it(
  'npm start asks no package manager once all is installed, and stops by the signal that npm gets',
  verifies('start.npm'),
  async () => {
    await using folder = await temporaryDirectory();
    await using npm = await startNpm(['start'], folder.path);
    const address = await vi.waitFor(
      () => /listens on (http:\S+)/.exec(npm.output())?.[1] ?? Promise.reject(new Error(npm.output())),
    );
    await vi.waitFor(async () => expect((await fetch(`${address}/health/ready`)).status).toBe(200));
    npm.child.kill('SIGTERM');
    await vi.waitFor(() => expect(npm.output()).toContain('Stopping'));
    await vi.waitFor(() => expect(fetch(`${address}/health/ready`)).rejects.toThrow());
  },
);

it.each([
  [['--help'], 0, 'Usage: agent-mem'],
  [['--no-such-flag'], 2, "unknown option '--no-such-flag'"],
])('npm start -- %j prints and ends with the exit code of the program', async (words, exitCode, text) => {
  await using folder = await temporaryDirectory();
  await using npm = await startNpm(['start', '--', ...words], folder.path);
  const [code] = await once(npm.child, 'close');
  expect([code, npm.output()]).toEqual([exitCode, expect.stringContaining(text)]);
});
