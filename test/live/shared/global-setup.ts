import type { TestProject } from 'vitest/node';
import { type SharedServers, serveSharedServers } from './servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly sharedServers: string;
  }
}

interface Run {
  servers: Promise<SharedServers> | null;
  projects: number;
}

declare global {
  // Each project has its own copy of this module; the run has one set of servers.
  var agentMemRun: Run | undefined;
}

/** Gives the files of a project the address of the run's servers. The last project to end ends them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.agentMemRun ??= { servers: null, projects: 0 };
  const run = globalThis.agentMemRun;
  run.servers ??= serveSharedServers();
  run.projects += 1;
  const servers = await run.servers;
  project.provide('sharedServers', servers.url);
  return async () => {
    run.projects -= 1;
    if (run.projects > 0) return;
    run.servers = null;
    await servers[Symbol.asyncDispose]();
  };
}
