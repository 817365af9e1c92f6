import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import type { Environment } from '../../../base/environment.ts';
import { Failure } from '../../../contract/failure.ts';

interface ProgramEnvironment {
  readonly environment: Environment;
  readonly folder: string;
  readonly platform: string;
}

/**
 * Throws `Failure` cannot_start where no such program can be run: by its path, else along PATH, as
 * a shell looks for it. On Windows, which has rules of its own, the start has to show it.
 */
export async function findProgram(
  program: string,
  { environment, folder, platform }: ProgramEnvironment,
): Promise<void> {
  if (platform === 'win32') return;
  const folders = (environment['PATH'] ?? '').split(delimiter);
  const paths = program.includes('/')
    ? [resolve(folder, program)]
    : folders.map((each) => join(resolve(folder, each), program));
  let isThere = false;
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    isThere = true;
    if (found.isFile() && (await isExecutable(path))) return;
  }
  throw new Failure('cannot_start', {
    code: isThere ? 'command_not_executable' : 'command_not_found',
    title: isThere ? 'The command is not executable' : 'The command is not there',
    detail: `${JSON.stringify(program)} ${isThere ? 'may not be executed' : 'was not found'}. Nothing was requested from the machine.`,
  });
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
