import { join, resolve } from 'node:path';
import * as Flags from '@oclif/core/flags';
import type { Rim } from '../terminal/rim.ts';

/** Where the reference server keeps its database; the same for `serve` and `admin`. */
export const DATA_FLAG = Flags.string({
  helpValue: 'DIR',
  description: 'Folder of the database (default: server/ in the state folder).',
});

export function dataFolder(rim: Rim, typed: string | undefined): string {
  return typed === undefined ? join(rim.folders.state, 'server') : resolve(typed);
}
