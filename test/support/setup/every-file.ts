/** What vitest does for each test file, in `npm test` and in the proofs that it runs. */
export const EVERY_FILE = {
  setupFiles: ['test/support/setup/fresh-home.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What is waited for comes soon; on a busy machine it may take longer, and then nothing is wrong.
  expect: { poll: { timeout: 30_000, interval: 20 } },
  disableConsoleIntercept: true,
};

/** What a run prepares once: a disk in memory, a PostgreSQL, a temporary folder, a migrated SQLite file. */
export const ONCE_A_RUN = [
  'memory-disk',
  'start-postgres',
  'temporary-folder',
  'migrate-sqlite',
].map((name) => `test/support/setup/${name}.ts`);
