import { configDefaults, defineConfig } from 'vitest/config';
import { EVERY_FILE, ONCE_A_RUN } from './test/support/setup/every-file.ts';
import { LongestFirst } from './test/support/setup/longest-first.ts';

/** Files that change what a process has only once, or that nothing may disturb. */
const ALONE = ['test/feature/bridge/soak.test.ts', 'test/client/remote-host.test.ts'];

/** Tests of other files once more, on PostgreSQL, which is chosen for a whole process. */
const ON_POSTGRES = ['test/feature/server/postgres/*.test.ts'];

export default defineConfig({
  test: {
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      { test: { ...EVERY_FILE, name: 'alone', include: ALONE } },
      // Here and below one process runs file after file: loading the server anew for each took a third of the run.
      { test: { ...EVERY_FILE, name: 'postgres', include: ON_POSTGRES, isolate: false } },
      {
        test: {
          ...EVERY_FILE,
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ALONE, ...ON_POSTGRES],
          isolate: false,
        },
      },
    ],
    globalSetup: ONCE_A_RUN,
    // Two more than the two cores of CI: several files mostly wait, for a soak or for processes.
    maxWorkers: 4,
    teardownTimeout: 5_000,
    sequence: { shuffle: { files: true, tests: false }, sequencer: LongestFirst },
  },
});
