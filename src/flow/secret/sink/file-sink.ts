import { readFile, rm } from 'node:fs/promises';
import { placeNew, placeOver } from '../../../base/disk/place-file.ts';
import type { SinkTarget } from '../journal-entry.ts';
import { refuseForeignPlace } from './foreign-place.ts';
import type { FileSink } from './sink.ts';
import {
  checkFolder,
  placeTaken,
  refuseListed,
  settledBy,
  stagedPathOf,
  stageFile,
  statOf,
} from './staged-file.ts';

const MODE = 0o600;

/** The exact bytes in a file of its own (0600); one that exists only with `overwrite`. */
export function fileSink(
  target: Extract<SinkTarget, { readonly kind: 'file' }>,
  id: string,
): FileSink {
  const { path, overwrite } = target;
  const staged = stagedPathOf(path, id);

  async function checkPlace(): Promise<void> {
    const found = await statOf(path);
    if (found !== undefined && !overwrite) {
      throw placeTaken(path, 'it exists.', [{ step: 'overwrite_file' }]);
    }
    await refuseForeignPlace(path);
    if (found === undefined) return;
    if (!found.isFile()) throw placeTaken(path, 'it is not a regular file.');
    await refuseListed(path);
  }

  return {
    guarantee: 'exactly_once',
    target,
    look: checkPlace,
    async check() {
      await checkPlace();
      return checkFolder(path, staged, { what: 'file', rights: { mode: MODE } });
    },
    exclusively: (work) => work(),
    async stage(value) {
      await checkPlace();
      await stageFile(staged, value, { mode: MODE });
      return { replaces: false };
    },
    async place() {
      // While the machine was awaited, another user may have put a link where a folder was.
      await refuseForeignPlace(path);
      if (overwrite) await placeOver(staged, path);
      else if ((await placeNew(staged, path)) === 'taken') {
        throw placeTaken(path, 'something else was put there in the meantime.');
      }
      return 'placed';
    },
    async settle(value) {
      const byFiles = await settledBy(staged, path);
      if (byFiles !== undefined) return byFiles;
      const placed = await readFile(path).catch(() => undefined);
      return placed?.equals(value) === true ? 'placed' : 'unclear';
    },
    clear: () => rm(staged, { force: true }),
  };
}
