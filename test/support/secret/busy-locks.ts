import type { Readable } from 'node:stream';

/** The environment of a `fleet` that says BUSY on stderr each time that somebody else has a lock. */
export const SAYS_BUSY = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
  import { DatabaseSync } from 'node:sqlite';
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (text) {
    try {
      return exec.call(this, text);
    } catch (error) {
      process.stderr.write('BUSY\\n');
      throw error;
    }
  };
`)}`,
};

/** Resolves once a program has said that so many times, or has ended. */
export async function saidBusy(stderr: Readable, times = 1): Promise<void> {
  let said = '';
  for await (const part of stderr.iterator({ destroyOnReturn: false })) {
    said += String(part);
    if (said.split('BUSY').length > times) break;
  }
  stderr.resume();
}
