import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Runs the program in a process of its own: what answers a shell writes to standard output itself. */
async function output(...words: readonly string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [main, ...words])).stdout;
}

it.each(['bash', 'zsh', 'fish'])('the script for %s asks agent-mem', async (shell) => {
  expect(await output('completion', shell)).toContain('agent-mem complete --');
});

it.each([
  [['se'], 'search\t'],
  [['dead-letters', 'r'], 'replay\t'],
  [['list', '--k'], '--kind\t'],
  [['--http-po'], '--http-port\t'],
])('the words %j are completed', async (words, expected) => {
  expect(await output('complete', '--', ...words)).toContain(expected);
});
