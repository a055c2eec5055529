import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { inImage, type ReplayedImage } from './replay.ts';

/** A process started as an engine would start the image's. */
export interface ImageProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** What it has written so far, on both streams. */
  output(): string;
  /** SIGTERM to it alone; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the image's entry point with these arguments, as the image's user where this process may do so. */
export function startImage(image: ReplayedImage, args: readonly string[], environment: NodeJS.ProcessEnv): ImageProcess {
  const [program = '', ...words] = image.entrypoint;
  const child = spawn(program, [...words, ...args], {
    ...containerEnvironment(image, environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await exited)[0];
  };
  return {
    child,
    output: () => output,
    stop: () => end('SIGTERM'),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
    },
  };
}

/** Runs a command in the image until it ends by itself; rejects, with what it wrote, unless that is with 0. */
export async function runInImage(
  image: ReplayedImage,
  [program = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  return (await promisify(execFile)(program, args, containerEnvironment(image, environment))).stdout;
}

function containerEnvironment(image: ReplayedImage, environment: NodeJS.ProcessEnv) {
  const { PATH } = process.env;
  const dataDirectory = inImage(image, image.environment.DATA_DIR ?? '.');
  return {
    cwd: inImage(image, '.'),
    env: { PATH: `${inImage(image, '/usr/local/bin')}:${PATH}`, ...image.environment, DATA_DIR: dataDirectory, ...environment },
    ...identity(image.user),
  };
}

function identity(user: string): { readonly uid?: number; readonly gid?: number } {
  const [uid, gid] = user.split(':').map(Number);
  return process.getuid?.() === 0 ? { uid, gid } : {};
}
