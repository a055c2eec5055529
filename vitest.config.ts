import { defineConfig } from 'vitest/config';
import { memoryDisk } from './test/memory-disk.ts';
import { type ProjectName, testFiles } from './test/projects.ts';

const files = testFiles();

const sharedServers = './test/live/shared/global-setup.ts';

interface ProjectOptions {
  readonly isolate: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly globalSetup?: string;
}

function project(name: ProjectName, options: ProjectOptions) {
  return { extends: true as const, test: { name, include: [...files[name]], ...options } };
}

export default defineConfig({
  test: {
    // Limits end what hangs; a machine with other things to do may be slow by minutes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // As long as `vi.waitFor`, by test/patience.ts.
    expect: { poll: { timeout: 100_000 } },
    setupFiles: ['./test/patience.ts'],
    reporters: ['default', './test/live/reporter.ts'],
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      // A process for each file would take longer to load the sources than the tests take.
      project('unit', { isolate: false, env: memoryDisk() }),
      project('service', { isolate: false, env: memoryDisk() }),
      project('contract', { isolate: true, globalSetup: sharedServers }),
      project('system', { isolate: true, globalSetup: sharedServers }),
    ],
  },
});
