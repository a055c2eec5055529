import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import { type Clock, noLongerNeeded } from '@agent-mem/contract';
import { boundedPieces } from '../origin/bounded-pieces.ts';

/** A program with its arguments. No shell reads them. */
export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly clock: Clock;
}

/** Once a program has ended, its output is read until nothing has come for so long. */
const quietMs = 200;

/**
 * Runs a program and gives what it writes to standard output and standard error, as it comes. It rejects after that where the program fails, writes
 * more than `maxBytes`, or the signal is aborted. Its process group has ended when the pieces have. A process that has left the group may go on and hold the output
 * open: it is not waited for.
 */
export async function* runProgram(call: ProgramCall, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const { program, args, folder, env, clock } = call;
  // A group of its own, so that what it starts ends with it.
  const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => endGroup(child);
  const ended = outcomeOf(child);
  const output = outputOf(child);
  const done = new AbortController();
  child.once('exit', () => {
    // What it started in the background would hold its output open.
    end();
    closeOnceQuiet(child, output, clock, signal, done.signal).catch(() => undefined);
  });
  signal.addEventListener('abort', end, { once: true });
  try {
    yield* boundedPieces(output, call.maxBytes);
    const problem = await ended;
    signal.throwIfAborted();
    if (problem !== null) throw new Error(problem);
  } finally {
    signal.removeEventListener('abort', end);
    end();
    await ended;
    done.abort(noLongerNeeded);
    closeOutput(child);
  }
}

/** Closes the output of a program that has ended, once all is read that it wrote; after `over` at the latest. Rejects when it is `done`. */
async function closeOnceQuiet(
  child: ChildProcess,
  output: PassThrough,
  clock: Clock,
  over: AbortSignal,
  done: AbortSignal,
): Promise<void> {
  for (let read = -1; !over.aborted && (read !== bytesRead(child) || output.writableNeedDrain); ) {
    read = bytesRead(child);
    await clock.sleep(quietMs, AbortSignal.any([over, done])).catch(() => done.throwIfAborted());
  }
  // What the program wrote just before its limit is in the pipes: they are read in the next rounds of the event loop.
  for (let round = 0; over.aborted && round < lastRounds; round += 1) await nextRound();
  closeOutput(child);
}

const lastRounds = 8;

/** Of both outputs, so far. */
function bytesRead({ stdout, stderr }: ChildProcess): number {
  return [stdout, stderr].reduce((sum, stream) => sum + (stream instanceof Socket ? stream.bytesRead : 0), 0);
}

function closeOutput({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}

/** Both outputs in the order in which they come. */
function outputOf({ stdout, stderr }: ChildProcess): PassThrough {
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
