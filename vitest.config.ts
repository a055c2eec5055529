import { defineConfig } from 'vitest/config';
import { type ProjectName, testFiles } from './test/projects.ts';

const files = testFiles();

/** Its limit ends a test that hangs; a machine with other things to do may be slow by minutes. */
function project(name: ProjectName, options: { readonly testTimeout: number; readonly isolate: boolean }) {
  return { extends: true as const, test: { name, include: [...files[name]], ...options } };
}

export default defineConfig({
  test: {
    hookTimeout: 300_000,
    // As long as `vi.waitFor`, by test/patience.ts.
    expect: { poll: { timeout: 100_000 } },
    setupFiles: ['./test/patience.ts'],
    reporters: ['default', './test/live/reporter.ts'],
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      // A process for each file would take longer to load the sources than the tests take.
      project('unit', { testTimeout: 120_000, isolate: false }),
      project('contract', { testTimeout: 300_000, isolate: true }),
      project('system', { testTimeout: 300_000, isolate: true }),
    ],
  },
});
