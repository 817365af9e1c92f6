import { Failure, usageFailure } from '../../contract/failure.ts';
import { NO_MACHINE_SELECTED } from '../../flow/each/select-machines.ts';
import type { Skills } from '../../flow/skills/skill-file.ts';

/** The failure where conditions leave none of the machines: what nobody has is then what nobody was asked for. */
export function noMachineSelected(): Failure {
  return new Failure('not_found', {
    code: 'no_machine_selected',
    title: NO_MACHINE_SELECTED,
    detail: 'None of those that were named is as --where says. Nothing was compared or changed.',
  });
}

/**
 * Throws `Failure` not_found where the side that --prune goes by has no skill that can be read: as often as one
 * that lost them it is the wrong folder, such as the one above it, or a machine whose disk is not there.
 */
export function requireSkillsToPrune(source: Skills, where: string): void {
  if ([...source.values()].some(({ kind }) => kind === 'text')) return;
  throw new Failure('not_found', {
    code: 'no_skill',
    title: `No skill ${where}`,
    detail: 'So --prune would delete every skill of the other side. Nothing was changed.',
    advice: 'Delete them by their names where that is meant.',
  });
}

/** Throws `Failure` not_found where the folder that is pushed has no skill at all: a script would take the wrong folder for done. */
export function requireSkillsToPush(source: Skills, folder: string): void {
  if (source.size > 0) return;
  throw new Failure('not_found', {
    code: 'no_skill',
    title: `No skill in ${folder}`,
    detail: 'A skill is a folder with a SKILL.md in it. Nothing was compared or changed.',
    advice: 'Name the folder of the skills with --dir.',
  });
}

/** Throws `Failure` usage where conditions leave out machines that --prune goes by: nobody knows what they have. */
export function requireAll(leftOut: readonly string[]): void {
  const [first] = leftOut;
  if (first === undefined) return;
  const others = leftOut.length > 1 ? ` and ${leftOut.length - 1} more` : '';
  throw usageFailure(
    '--prune goes with all machines that are named',
    `--where leaves out ${first}${others}, and what only they have would be deleted here.`,
    'Name the machines that the folder is to be like.',
  );
}
