import { join } from 'node:path';
import { temporaryDirectory } from '@agent-mem/testing';
import type { TestProject } from 'vitest/node';
import { makeProgram } from '../../../packages/server/scripts/make-program.ts';
import { type SharedServers, serveSharedServers } from './servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly sharedServers: string;
  }
}

interface Run {
  shared: Promise<SharedInRun> | null;
  projects: number;
}

/** What the files of a run share. Disposing ends and deletes it. */
interface SharedInRun extends AsyncDisposable {
  readonly servers: SharedServers;
  /** The program as the package has it: it starts in little more than half the time that it takes from source. */
  readonly program: string;
}

declare global {
  // Each project has its own copy of this module; the run has one set of servers.
  var agentMemRun: Run | undefined;
}

/** Gives the files of a project the address of the run's servers, and the program. The last project to end ends and deletes them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.agentMemRun ??= { shared: null, projects: 0 };
  const run = globalThis.agentMemRun;
  run.shared ??= startShared();
  run.projects += 1;
  const shared = await run.shared;
  project.provide('sharedServers', shared.servers.url);
  // Processes of test files have it from this one.
  process.env.PROGRAM_UNDER_TEST = shared.program;
  return async () => {
    run.projects -= 1;
    if (run.projects > 0) return;
    run.shared = null;
    await shared[Symbol.asyncDispose]();
  };
}

async function startShared(): Promise<SharedInRun> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryDirectory());
  await makeProgram(folder.path);
  const servers = stack.use(await serveSharedServers());
  const running = stack.move();
  return {
    servers,
    program: join(folder.path, 'bin/agent-mem.cjs'),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
