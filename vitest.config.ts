import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{packages,services,test,bench,examples}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    reporters: ['default', './test/live/reporter.ts'],
    pool: 'forks',
    maxWorkers: 2,
  },
});
