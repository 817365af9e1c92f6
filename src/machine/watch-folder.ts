import { type FSWatcher, watch } from 'node:fs';
import type { Clock } from '../base/time/clock.ts';
import type { MachineFolder } from './folder.ts';

/** An editor writes a file in several steps. */
const SETTLE_MS = 200;

/**
 * Calls `changed` soon after `fleet.yaml` or a skill changed on disk. Where the system cannot watch
 * files, changes are found after the next long poll.
 */
export function watchFolder(
  folder: Pick<MachineFolder, 'root' | 'skills'>,
  clock: Clock,
  changed: () => void,
): { close(): void } {
  let cancel: (() => void) | undefined;
  const soon = (): void => {
    cancel?.();
    cancel = clock.after(SETTLE_MS, changed);
  };
  const watchers = [
    open(folder.root, false, (name) => {
      if (name === null || name === 'fleet.yaml') soon();
    }),
    open(folder.skills, true, soon),
  ];
  return {
    close() {
      cancel?.();
      for (const watcher of watchers) watcher?.close();
    },
  };
}

function open(
  path: string,
  recursive: boolean,
  onChange: (name: string | null) => void,
): FSWatcher | undefined {
  try {
    const watcher = watch(path, { recursive, persistent: false }, (_event, name) => onChange(name));
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
