import { join, resolve } from 'node:path';
import * as Flags from '@oclif/core/flags';
import { usageFailure } from '../contract/failure.ts';
import type { Rim } from '../terminal/rim.ts';

/** Where the reference server keeps its database; the same for `serve` and `admin`. */
export const DATA_FLAG = Flags.string({
  helpValue: 'DIR',
  description: 'Folder of the database (default: server/ in the state folder).',
});

/** The database that several servers may share, in place of the folder's own. */
export const DATABASE_FLAG = Flags.string({
  helpValue: 'URL',
  description:
    'PostgreSQL database, as postgres://USER@HOST/NAME; give its password in FLEET_DATABASE_URL or PGPASSWORD.',
});

export function dataFolder(rim: Rim, typed: string | undefined): string {
  return typed === undefined ? join(rim.folders.state, 'server') : resolve(typed);
}

/**
 * The address of the PostgreSQL database: --database, else FLEET_DATABASE_URL; undefined without
 * either. Throws `Failure` usage for what is no such address, and for a password on the command
 * line, which every user of the computer can read.
 */
export function databaseUrl({ environment }: Rim, typed: string | undefined): string | undefined {
  const address = typed ?? environment['FLEET_DATABASE_URL'];
  if (address === undefined || address === '') return undefined;
  const source = typed === undefined ? 'FLEET_DATABASE_URL' : '--database';
  const url = URL.parse(address);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw usageFailure(
      'The database address is not valid',
      `${source} is not of the form postgres://USER@HOST:PORT/NAME.`,
    );
  }
  if (typed !== undefined && (url.password !== '' || url.searchParams.has('password'))) {
    throw usageFailure(
      'A password does not belong on the command line',
      '--database has a password, which other users of this computer can see there.',
      'Give the whole address in FLEET_DATABASE_URL, or the password in PGPASSWORD.',
    );
  }
  return address;
}
