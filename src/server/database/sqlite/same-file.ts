import { statSync } from 'node:fs';

/** What is written to an open file that was removed or replaced, nobody finds again. */
export class DatabaseFileReplaced extends Error {}

/** Gives a check that throws `FileGone` once there is another file at `path` than now, or none. */
export function sameFileCheck(path: string): () => void {
  const { dev, ino } = statSync(path, { bigint: true });
  return () => {
    const now = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (now?.dev !== dev || now.ino !== ino)
      throw new DatabaseFileReplaced(`${path} was removed or replaced`);
  };
}
