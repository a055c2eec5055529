import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{packages,services,test,bench,examples}/**/*.test.ts'],
    testTimeout: 30_000,
    // A real server's start, on a machine that has other things to do.
    hookTimeout: 240_000,
    // As long as `vi.waitFor`, by test/patience.ts.
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['./test/patience.ts'],
    reporters: ['default', './test/live/reporter.ts'],
    pool: 'forks',
    maxWorkers: 2,
  },
});
