import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { boundedPieces } from '../origin/bounded-pieces.ts';

/** A program with its arguments. No shell reads them. */
export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly maxBytes: number;
}

/**
 * Runs a program and gives what it writes to standard output and standard error, as it comes. It rejects after that where the program fails, writes
 * more than `maxBytes`, or the signal is aborted. Its process group has ended when the pieces have.
 */
export async function* runProgram(call: ProgramCall, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const { program, args, folder, env } = call;
  // A group of its own, so that what it starts ends with it.
  const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => endGroup(child);
  const ended = outcomeOf(child);
  // What it started in the background would hold its output open.
  child.once('exit', end);
  signal.addEventListener('abort', end, { once: true });
  try {
    yield* boundedPieces(outputOf(child), call.maxBytes);
    const problem = await ended;
    signal.throwIfAborted();
    if (problem !== null) throw new Error(problem);
  } finally {
    signal.removeEventListener('abort', end);
    end();
    await ended;
  }
}

/** Both outputs in the order in which they come. */
function outputOf({ stdout, stderr }: ChildProcess): AsyncIterable<Uint8Array> {
  const both = new PassThrough();
  let open = 0;
  for (const stream of [stdout, stderr]) {
    if (!stream) continue;
    open += 1;
    stream.pipe(both, { end: false });
    stream.once('close', () => {
      open -= 1;
      if (open === 0) both.end();
    });
  }
  return both;
}

/** How it ended, a sentence; `null`: well. It never rejects. */
async function outcomeOf(child: ChildProcess): Promise<string | null> {
  try {
    const [code, killedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (code === 0) return null;
    return killedBy === null ? `The program ended with exit code ${code}` : `The program was ended by ${killedBy}`;
  } catch (cause) {
    return `The program cannot be started: ${(cause as Error).message}`;
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of the group is left.
  }
}
