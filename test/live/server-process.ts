import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A server as a process of its own that can be ended and started again. */
export interface ServerProcess {
  /** Starts it unless it runs; resolves when it is ready. */
  start(): Promise<void>;
  /** Sends the signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Sends a signal that does not end it. */
  signal(signal: NodeJS.Signals): void;
}

/** How a server is started. */
export interface ServerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly log: string;
  /** Default: that of this process. */
  readonly folder?: string;
  /** Beside that of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  isReady(): Promise<boolean>;
  /** How long a start may take on a machine that has other things to do. Default: 110,000. */
  readonly startTimeoutMs?: number;
}

/** A server that was not started yet. One that ends before it is ready is started again: what it was a moment ago may hold its files. */
export function serverProcess(command: ServerCommand): ServerProcess {
  const { program, args, log, folder, environment, uid, gid, isReady, startTimeoutMs = 110_000 } = command;
  let child: ChildProcess | null = null;
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  const spawnOnce = () => {
    const output = openSync(log, 'a');
    child = spawn(program, args, {
      stdio: ['ignore', output, output],
      ...(folder !== undefined && { cwd: folder }),
      env: { ...process.env, ...environment },
      ...(uid === undefined ? {} : { uid, gid: gid ?? uid }),
    });
    child.on('error', () => {});
    closeSync(output);
  };
  return {
    async start() {
      const until = Date.now() + startTimeoutMs;
      if (!isRunning()) spawnOnce();
      for (; !(await isReady()); await delay(50)) {
        if (Date.now() > until) {
          child?.kill('SIGKILL');
          throw new Error(`${program} did not start:\n${readFileSync(log, 'utf8').slice(-4_000)}`);
        }
        if (!isRunning()) {
          await delay(200);
          spawnOnce();
        }
      }
    },
    async end(signal) {
      if (!child || !isRunning()) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      // A stopped process takes no signal but this and SIGKILL.
      child.kill('SIGCONT');
      await exited;
    },
    signal(signal) {
      child?.kill(signal);
    },
  };
}
