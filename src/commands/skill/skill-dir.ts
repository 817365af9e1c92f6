import { realpath } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { cwd } from 'node:process';
import { isMissing } from '../../base/errors.ts';
import { usageFailure } from '../../contract/failure.ts';
import { SKILL_DIR } from './flags.ts';

/**
 * The folder of skills: what a person named, else `skills`. That one came with the working folder, as
 * from a repository: where it is a link out of it, it is not taken unnamed. Throws `Failure` usage.
 */
export async function skillDir(named: string | undefined): Promise<string> {
  if (named === '') throw emptyName();
  if (named !== undefined) return resolve(named);
  const folder = resolve(SKILL_DIR);
  try {
    const [target, here] = await Promise.all([realpath(folder), realpath(cwd())]);
    if (relative(here, target).split(sep)[0] === '..') throw leadsOut(target);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return folder;
}

/** As often as not a variable that is not set. */
function emptyName(): Error {
  return usageFailure('--dir is empty', 'It has to be the path of a folder; . is this one.');
}

function leadsOut(target: string): Error {
  return usageFailure(
    `The folder ${SKILL_DIR} is a link that leads elsewhere`,
    `It leads to ${target}, out of the working folder. Nothing was read, sent or changed.`,
    `If that one is meant, name it: --dir ${SKILL_DIR}`,
  );
}
