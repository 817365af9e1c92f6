import { realpathSync } from 'node:fs';
import type { SecretContext } from './context.ts';
import type { SinkTarget } from './journal-entry.ts';
import type { LockedEntry } from './locked-entry.ts';
import type { NewerMark } from './newer-mark.ts';

/** Whether the value of an entry may still go out, where a newer one of its name may come at any time. */
export interface NewerValue {
  /** Asks a person where a newer value has come, or throws `Failure`; once for each. */
  settle(): Promise<void>;
  /** Whether one has come that nobody was asked about; seen without giving way to anything. */
  hasCome(): boolean;
}

/**
 * The newer value of an entry: another process may have it by now, while this one waits. `named` is the sink that
 * was named for an older value after that: whoever names another file than the newer one has knows what they do. A
 * command or stdout has to be named again, and where it puts the value is not known.
 */
export function newerValueOf(
  locked: LockedEntry,
  { newerCame }: Pick<SecretContext, 'newerCame'>,
  named: SinkTarget | undefined,
): NewerValue {
  let agreed: NewerMark | undefined;

  function unsettled(): NewerMark | undefined {
    const mark = locked.newer();
    if (mark === undefined || (agreed !== undefined && agreed.id === mark.id)) return undefined;
    return named !== undefined && isElsewhere(named, mark.target) ? undefined : mark;
  }

  return {
    async settle() {
      for (let mark = unsettled(); mark !== undefined; mark = unsettled()) {
        await newerCame(locked.entry, mark);
        agreed = mark;
      }
    },
    hasCome: () => unsettled() !== undefined,
  };
}

function isElsewhere(named: SinkTarget, newer: SinkTarget | undefined): boolean {
  if (newer === undefined || named.kind !== 'file') return false;
  return !('path' in newer) || realPathOf(named.path) !== realPathOf(newer.path);
}

/** A link may have come there since, and a file system may take two spellings for one name. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
