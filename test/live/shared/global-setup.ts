import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeProgram } from '../../../packages/server/scripts/make-program.ts';
import { type SharedServers, serveSharedServers } from './servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly sharedServers: string;
  }
}

interface Run {
  servers: Promise<SharedServers> | null;
  program: Promise<MadeProgram> | null;
  projects: number;
}

declare global {
  // Each project has its own copy of this module; the run has one set of servers.
  var agentMemRun: Run | undefined;
}

/** The program as the package has it: it starts in little more than half the time that it takes from source. Disposing deletes it. */
interface MadeProgram extends AsyncDisposable {
  readonly path: string;
}

/** Gives the files of a project the address of the run's servers, and the program. The last project to end ends and deletes them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.agentMemRun ??= { servers: null, program: null, projects: 0 };
  const run = globalThis.agentMemRun;
  run.servers ??= serveSharedServers();
  run.program ??= programOfPackage();
  run.projects += 1;
  const [servers, program] = await Promise.all([run.servers, run.program]);
  project.provide('sharedServers', servers.url);
  // Processes of test files have it from this one.
  process.env.PROGRAM_UNDER_TEST = program.path;
  return async () => {
    run.projects -= 1;
    if (run.projects > 0) return;
    run.servers = null;
    run.program = null;
    await servers[Symbol.asyncDispose]();
    await program[Symbol.asyncDispose]();
  };
}

async function programOfPackage(): Promise<MadeProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-mem-program-'));
  await makeProgram(folder);
  return {
    path: join(folder, 'bin/agent-mem.cjs'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
