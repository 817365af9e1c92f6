import { join, resolve } from 'node:path';
import { usageFailure } from '../contract/failure.ts';
import type { Flag } from './flag-table.ts';
import type { Runtime } from './runtime.ts';

/** Where the reference server keeps its database; the same for `serve` and `admin`. */
export const DATA_FLAG = {
  type: 'option',
  helpValue: 'DIR',
  description: 'Folder of the database (default: server/ in the state folder).',
} as const satisfies Flag;

/** The database that several servers may share, in place of the folder's own. */
export const DATABASE_FLAG = {
  type: 'option',
  helpValue: 'URL',
  description:
    'PostgreSQL database, for example postgres://USER@HOST/NAME; give its password in FLEET_DATABASE_URL or PGPASSWORD.',
} as const satisfies Flag;

export function dataFolder(runtime: Runtime, given: string | undefined): string {
  return given === undefined ? join(runtime.folders.state, 'server') : resolve(given);
}

/** The folder of the demonstration, whose machines a person's own server shall not find in its own. */
export function demoFolder(runtime: Runtime, given: string | undefined): string {
  return given === undefined ? join(runtime.folders.state, 'demo') : resolve(given);
}

/** What `fleet admin db copy` reads or writes: the address of a database, or else a data folder. */
export function databasePlace(
  text: string,
  flag: string,
): { readonly folder: string; readonly database?: string } {
  if (!text.includes('://')) return { folder: resolve(text) };
  return { folder: '', database: urlOfFlag(text, flag) };
}

/** The data folder for what SQLite alone has. Throws `Failure` usage where the variable names the database. */
export function sqliteFolder(runtime: Runtime, given: string | undefined): string {
  if (given === undefined && databaseOfVariable(runtime) !== undefined) {
    throw usageFailure(
      `${VARIABLE} names the database`,
      'This is for SQLite alone, and no folder is named. Nothing was done.',
      'Use the tools of PostgreSQL, such as pg_dump, or name a folder with --data.',
    );
  }
  return dataFolder(runtime, given);
}

/**
 * The address of the PostgreSQL database: --database, else FLEET_DATABASE_URL; undefined without
 * either. Throws `Failure` usage for what is no such address, for a password on the command
 * line, which every user of the computer can read, and where --data names another place than the variable.
 */
export function databaseUrl(
  runtime: Runtime,
  {
    data,
    database,
  }: { readonly data?: string | undefined; readonly database?: string | undefined },
): string | undefined {
  if (database !== undefined) return urlOfFlag(database, '--database');
  const address = databaseOfVariable(runtime);
  if (address === undefined) return undefined;
  checkedUrl(address, VARIABLE);
  if (data === undefined) return address;
  throw usageFailure(
    `--data and ${VARIABLE} name two databases`,
    `--data is ${data}, and the variable names one on PostgreSQL. Nothing was done.`,
    'Leave out --data, or unset the variable.',
  );
}

const VARIABLE = 'FLEET_DATABASE_URL';

function databaseOfVariable({ environment }: Runtime): string | undefined {
  return environment[VARIABLE] || undefined;
}

function urlOfFlag(address: string, flag: string): string {
  const url = checkedUrl(address, flag);
  if (url.password === '' && !url.searchParams.has('password')) return address;
  throw usageFailure(
    'A password does not belong on the command line',
    `${flag} has a password, which other users of this computer can see there.`,
    'Give the password in PGPASSWORD, or to serve the whole address in FLEET_DATABASE_URL.',
  );
}

function checkedUrl(address: string, source: string): URL {
  const url = URL.parse(address);
  if (url !== null && /^postgres(ql)?:$/.test(url.protocol)) return url;
  throw usageFailure(
    'The database address is not valid',
    `${source} is not of the form postgres://USER@HOST:PORT/NAME.`,
  );
}
