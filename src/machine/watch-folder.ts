import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/time/clock.ts';
import type { MachineFolder } from './folder.ts';

/** An editor writes a file in several steps. */
const SETTLE_MS = 200;

/** So many folders of skills are watched, the first by name. */
const SKILLS_MAX = 1_000;

/**
 * Calls `changed` soon after `fleet.yaml` or a skill changed on disk. Where the system cannot watch
 * files, changes are found after the next long poll. Folders are watched and not the files in them,
 * nor all below a folder at once: Node loses a file that is replaced in either case.
 */
export function watchFolder(
  folder: Pick<MachineFolder, 'root' | 'skills'>,
  clock: Clock,
  changed: () => void,
): { close(): void } {
  let cancel: (() => void) | undefined;
  let skills: FSWatcher | undefined;
  let inSkills: readonly (FSWatcher | undefined)[] = [];
  const soon = (): void => {
    cancel?.();
    cancel = clock.after(SETTLE_MS, changed);
  };
  const watchEachSkill = (): void => {
    for (const watcher of inSkills) watcher?.close();
    inSkills = foldersIn(folder.skills).map((path) => open(path, soon));
  };
  const watchSkills = (): void => {
    skills?.close();
    skills = open(folder.skills, () => {
      watchEachSkill();
      soon();
    });
    watchEachSkill();
  };
  const root = open(folder.root, (name) => {
    if (name === null || name === 'skills') watchSkills();
    if (name === null || name === 'skills' || name === 'fleet.yaml') soon();
  });
  watchSkills();
  return {
    close() {
      cancel?.();
      for (const watcher of [root, skills, ...inSkills]) watcher?.close();
    },
  };
}

function foldersIn(path: string): readonly string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return names.slice(0, SKILLS_MAX).map((name) => join(path, name));
  } catch {
    return [];
  }
}

function open(path: string, onChange: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, (_event, name) => onChange(name));
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
