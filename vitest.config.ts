import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { memoryDisk } from './test/memory-disk.ts';
import { type ProjectName, testFiles } from './test/projects.ts';

const files = testFiles();

const sharedServers = './test/live/shared/global-setup.ts';

interface ProjectOptions {
  readonly maxWorkers: number;
  readonly sequence: { readonly groupOrder: number };
  readonly env?: Readonly<Record<string, string>>;
  readonly globalSetup?: string;
}

function project(name: ProjectName, options: ProjectOptions) {
  return { extends: true as const, test: { name, include: [...files[name]], ...options } };
}

/** Where programs that tests start find their code compiled, as `npm start` does: half of what a start costs. */
const compiledCode = fileURLToPath(new URL('node_modules/.cache/agent-mem-compiled', import.meta.url));

/** A third of the tests' time is waiting: for timers, files and programs. */
const alone = {
  env: { ...memoryDisk(), NODE_COMPILE_CACHE: compiledCode },
  maxWorkers: Math.max(4, availableParallelism()),
  sequence: { groupOrder: 0 },
};

/** What three files start keeps two cores busy: each waits now and then, for a server to come back or a minute to pass. */
const live = { globalSetup: sharedServers, maxWorkers: 3, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    // Limits end what hangs; a machine with other things to do may be slow by minutes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // As long as `vi.waitFor`, by test/patience.ts.
    expect: { poll: { timeout: 100_000 } },
    setupFiles: ['./test/patience.ts'],
    // A process for each file would take longer to load the sources than most files take.
    isolate: false,
    reporters: ['default', './test/live/reporter.ts'],
    pool: 'forks',
    projects: [project('unit', alone), project('service', alone), project('contract', live), project('system', live)],
  },
});
