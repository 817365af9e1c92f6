import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: [
      'test/support/quick-disk.ts',
      'test/support/own-postgres.ts',
      'test/support/own-temporary-folder.ts',
    ],
    // One more than the two cores of CI: several files mostly wait, for a soak or for processes.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // What is waited for comes soon; on a busy machine it may take longer, and then nothing is wrong.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    teardownTimeout: 5_000,
    disableConsoleIntercept: true,
    sequence: { shuffle: { files: true, tests: false } },
  },
});
