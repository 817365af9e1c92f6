import { findProgram, type ProgramPlace } from '../../../base/processes/find-program.ts';
import { takesArguments } from '../../../base/processes/program-start.ts';
import { Failure } from '../../../contract/failure.ts';

/** Throws `Failure` cannot_start where the program of a command line is not there, or cannot be run. */
export async function requireProgram(
  [program, ...args]: readonly [string, ...string[]],
  place: ProgramPlace,
): Promise<void> {
  const found = await findProgram(program, place);
  if (found.kind !== 'found') throw notThere(program, found.kind);
  if (!takesArguments(found.path, args, place)) throw unfitArguments(program);
}

/** The failure where a batch file of Windows cannot be given the arguments. */
export function unfitArguments(program: string): Failure {
  return new Failure('cannot_start', {
    code: 'command_not_executable',
    title: 'The command cannot be started',
    detail: `${shownProgram(program)} is a batch file, and an argument of it has a line end. Nothing was handed to it.`,
  });
}

/** The name of a program as an error shows it: a shell's `NAME=value` before a command may be a secret. */
export function shownProgram(program: string): string {
  return JSON.stringify(program.replace(/^(\w+=).*$/s, '$1…'));
}

function notThere(program: string, kind: 'absent' | 'not_executable'): Failure {
  const isThere = kind === 'not_executable';
  return new Failure('cannot_start', {
    code: isThere ? 'command_not_executable' : 'command_not_found',
    title: isThere ? 'The command is not executable' : 'The command is not there',
    detail: `${shownProgram(program)} ${isThere ? 'may not be executed' : 'was not found'}. Nothing was requested from the machine.`,
  });
}
