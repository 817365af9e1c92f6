import type { ReadableKind } from '../base/disk/read-text-file.ts';
import type { Clock } from '../base/time/clock.ts';
import type { Folders } from './folders.ts';
import type { KeychainHost } from './keychain/call-keychain.ts';

/** What profiles and their keys are read and written with; commands and the bridge have it. */
export interface ProfileRuntime extends KeychainHost {
  readonly folders: Pick<Folders, 'config'>;
  readonly clock: Clock;
  readTextFile(path: string, kind?: ReadableKind): string;
}
