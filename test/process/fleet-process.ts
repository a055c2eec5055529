import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** In the live tests the package's, which the run has made; else the one from source. */
const main = process.env.PROGRAM_UNDER_TEST ?? fileURLToPath(new URL('../../services/fleet/main.ts', import.meta.url));

/** How long a start may take on a machine that has other things to do, among stores that come back themselves. */
const startTimeoutMs = 180_000;

/** The real program in a process of its own. */
export interface FleetProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** `http://127.0.0.1:port` */
  readonly httpUrl: string;
  /** Where administrators ask. */
  readonly adminUrl: string;
  /** What it has printed to standard output so far. */
  output(): string;
  errors(): string;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>;
}

export interface FleetProcessOptions {
  readonly directory: string;
  /** The file that Node runs. Default: the present program. */
  readonly program?: string;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Resolves as soon as the program listens, for a program that never becomes ready. Default false. */
  readonly mayBeUnready?: boolean;
}

/** Starts the program on a data directory and free ports; resolves when its health says ready. */
export async function startFleetProcess(options: FleetProcessOptions): Promise<FleetProcess> {
  const started = spawnFleet(options);
  const over = new AbortController();
  const ended = once(started.child, 'exit').then(([code]) => {
    throw new Error(`The fleet ended with ${code}: ${started.errors()}`);
  });
  const listening = readyAddress(started.output, options.mayBeUnready ?? false, over.signal);
  // Whoever loses the race fails for nobody.
  for (const promise of [ended, listening]) promise.catch(() => undefined);
  try {
    const httpUrl = await Promise.race([listening, ended]);
    return { ...started, httpUrl, adminUrl: adminUrlIn(started.output()) ?? httpUrl };
  } finally {
    over.abort();
  }
}

/** Where administrators ask, by what a start has printed; `null`: a version that has no port for them. */
export function adminUrlIn(output: string): string | null {
  return /^Administrators ask at (http:\S+)/m.exec(output)?.[1] ?? null;
}

/** Where it listens, as soon as its health says ready. */
async function readyAddress(output: () => string, mayBeUnready: boolean, signal: AbortSignal): Promise<string> {
  const until = performance.now() + startTimeoutMs;
  for (;;) {
    const [, address] = /^agent-mem listens on (https?:\S+)/m.exec(output()) ?? [];
    if (address && mayBeUnready) return address;
    const health = address && (await fetch(`${address}/health/ready`).catch(String));
    if (address && health instanceof Response && health.ok) return address;
    if (performance.now() > until) {
      const said = health instanceof Response ? await health.text() : (health ?? 'it does not listen');
      throw new Error(`The fleet is not ready: ${said}`);
    }
    await delay(20, undefined, { signal });
  }
}

/** Starts the program without waiting for it, for what ends by itself. */
export function spawnFleet(options: FleetProcessOptions): Omit<FleetProcess, 'httpUrl' | 'adminUrl'> {
  const { directory, program = main, args = [], environment = {} } = options;
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DATA_DIR: directory, HTTP_PORT: '0', GRPC_PORT: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let output = '';
  let errors = '';
  child.stdout?.on('data', (part) => {
    output += part;
  });
  child.stderr?.on('data', (part) => {
    errors += part;
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return (await exited)[0];
  };
  return {
    child,
    output: () => output,
    errors: () => errors,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
    },
  };
}
