// A server's reader thread starts from the bundle that the program has, where the tests have built
// it: from the source each one takes eight times as long to load.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads, { Worker, type WorkerOptions } from 'node:worker_threads';

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const SOURCE = inRoot('src/server/database/sqlite/reader-worker.ts');
const BUNDLE = inRoot('dist/server-reader.cjs');

class BundledReader extends Worker {
  constructor(entry: string | URL, options?: WorkerOptions) {
    super(entry === SOURCE && existsSync(BUNDLE) ? BUNDLE : entry, options);
  }
}

threads.Worker = BundledReader;
syncBuiltinESMExports();
