import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/own-postgres.ts', 'test/support/own-temporary-folder.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    teardownTimeout: 5_000,
    disableConsoleIntercept: true,
    sequence: { shuffle: { files: true, tests: false } },
  },
});
