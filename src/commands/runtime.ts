import { type ReadableKind, readTextFile } from '../base/disk/read-text-file.ts';
import { homeFolder } from '../base/paths/home-folder.ts';
import { thisPlatform } from '../base/platform.ts';
import { type Folders, foldersOf } from '../profile/folders.ts';
import type { KeychainHost } from '../profile/keychain/call-keychain.ts';
import { interruptionHeard } from '../terminal/interruption.ts';
import { systemTerminal, type Terminal } from '../terminal/terminal.ts';

/** Everything that a command touches outside itself; made once, so that tests can make their own. */
export interface Runtime extends Terminal, KeychainHost {
  readonly folders: Folders;
  /** From 0 to below 1. */
  readonly random: () => number;
  readTextFile(path: string, kind?: ReadableKind): string;
}

/** The runtime of this process. */
export function systemRuntime(): Runtime {
  // Assigned and not spread: a spread would read `stdin`, and so open it.
  const { env } = process;
  const platform = thisPlatform();
  return Object.assign(systemTerminal(), {
    node: process.execPath,
    atExit(act: () => void) {
      process.once('exit', act);
      return () => void process.off('exit', act);
    },
    interruption: interruptionHeard,
    folders: foldersOf(env, platform, homeFolder(env, platform)),
    random: Math.random,
    readTextFile,
  });
}
