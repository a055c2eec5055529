import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, onTestFinished, test, vi } from 'vitest';

const program = fileURLToPath(new URL('counting-agent.ts', import.meta.url));
const patience = { timeout: 100_000, interval: 100 };

/** The agent in a process of its own. */
function startAgent(directory: string, question = ''): { readonly child: ChildProcess; output(): string } {
  const child = spawn(process.execPath, [program, directory, question], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout?.on('data', (data) => {
    output += data;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, output: () => output };
}

test('a process that is killed between a call and its result: the call is not made again, the one that may be is, and the run goes on', async () => {
  await using directory = await temporaryDirectory();
  const calls = () =>
    existsSync(`${directory.path}/calls`) ? readFileSync(`${directory.path}/calls`, 'utf8').trim().split('\n') : [];
  const first = startAgent(directory.path, 'Count for me');
  await vi.waitFor(() => expect(calls().toSorted()).toEqual(['Count', 'CountTwice']), patience);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const second = startAgent(directory.path);
  const completed = await vi.waitFor(() => JSON.parse(second.output().split('\n')[0] ?? ''), patience);
  expect(calls().toSorted()).toEqual(['Count', 'CountTwice', 'CountTwice']);
  expect(completed).toMatchObject({ success: true, answer: 'it went on' });
  const [count, twice] = completed.steps;
  expect(count).toMatchObject({ action: 'Count', success: false, observation: expect.stringContaining('outcome unknown') });
  expect(twice).toMatchObject({ action: 'CountTwice', success: true, observation: 'CountTwice has counted' });
});
