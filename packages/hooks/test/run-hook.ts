import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pluginFolder } from '../src/index.ts';
import type { Tool } from '../src/tool.ts';

/** The hook's file as tools run it. */
export const hookFile = join(pluginFolder, 'hooks/agent-mem.mjs');

/** What a tool sees of a run of its hook. */
export interface HookRun {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a hook's file as a tool does: its JSON, or any text, on standard input. */
export async function runHook(
  file: string,
  tool: Tool,
  input: object | string,
  env: Readonly<Record<string, string>>,
): Promise<HookRun> {
  const child = spawn(process.execPath, [file, tool], { env });
  child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exitCode: child.exitCode, output, errors };
}

/** Writes the hook with another limit; by default one that a busy machine does not reach. */
export async function writePatientHook(file: string, limitMs = 60_000): Promise<void> {
  const [before, after, ...more] = (await readFile(hookFile, 'utf8')).split('var limitMs = 200;');
  if (before === undefined || after === undefined || more.length > 0) throw new Error('The hook has no limit of 200 ms');
  await writeFile(file, `${before}var limitMs = ${limitMs};${after}`);
}
