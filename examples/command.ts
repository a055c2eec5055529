import assert from 'node:assert/strict';
import { run } from '@agent-mem/fleet/command-line';

/** Runs `agent-mem` with these words and variables, as a person types it, and answers what it printed. Fails unless it ends with 0. */
export async function command(environment: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const { stdin: input, stdout: output } = process;
  const print = (line: string) => void printed.push(line);
  const terminal = {
    environment,
    input,
    output,
    print,
    complain: console.error,
    untilStopped: () => new Promise<void>(() => {}),
  };
  assert.equal(await run(words, terminal), 0);
  return printed.join('\n');
}
