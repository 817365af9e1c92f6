import { join } from 'node:path';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { errorCode } from '../../base/errors.ts';
import { usageFailure } from '../../contract/failure.ts';
import type { Runtime } from '../runtime.ts';

/** The server that a machine synced with last, in the state of its folder. */
const ownServerFile = (folder: string) => join(folder, 'state', 'server');

/**
 * Refuses the base URL of a profile where the machine in `folder` has synced with another server: its
 * token would go there after a `fleet auth switch`. Throws `Failure` usage.
 */
export function requireOwnServer(runtime: Runtime, folder: string, baseUrl: string): void {
  const own = ownServer(runtime, folder);
  if (own === undefined || own === baseUrl) return;
  throw usageFailure(
    'The profile is for another server',
    `The machine in ${folder} syncs with ${own}, and the profile is for ${baseUrl}. Nothing was sent.`,
    `Name the server: --base-url ${own}`,
  );
}

/** Keeps which server has taken the token of the machine in `folder`, for `requireOwnServer`. */
export async function rememberServer(
  runtime: Runtime,
  folder: string,
  baseUrl: string,
): Promise<void> {
  if (ownServer(runtime, folder) === baseUrl) return;
  await replaceFile(ownServerFile(folder), `${baseUrl}\n`, { mode: 0o600 });
}

function ownServer(runtime: Runtime, folder: string): string | undefined {
  try {
    return runtime.readTextFile(ownServerFile(folder), 'regular').trim() || undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
