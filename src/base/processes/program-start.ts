import { batchArguments } from '../shells/batch-line.ts';
import { findProgram, type ProgramPlace } from './find-program.ts';

/** What `spawn` is to be called with. */
interface ProgramStart {
  readonly command: string;
  readonly args: readonly string[];
  /** Of Windows: the arguments are quoted already. */
  readonly windowsVerbatimArguments: boolean;
}

/**
 * How a program is started with these arguments. Elsewhere as it is named; on Windows by the path that
 * PATHEXT gives it, and a batch file, as npm installs programs, by cmd.exe, since Node refuses to start
 * one. Undefined where a batch file cannot be given these arguments.
 */
export async function programStart(
  program: string,
  args: readonly string[],
  place: ProgramPlace,
): Promise<ProgramStart | undefined> {
  const named = { command: program, args, windowsVerbatimArguments: false };
  if (place.platform !== 'win32') return named;
  const found = await findProgram(program, place);
  // What is not there is told by the start.
  return found.kind === 'found' ? windowsStart(found.path, args, place) : named;
}

/** Whether the program at `path` can be given these arguments. */
export function takesArguments(
  path: string,
  args: readonly string[],
  place: ProgramPlace,
): boolean {
  return place.platform !== 'win32' || windowsStart(path, args, place) !== undefined;
}

/** How the file at `path` is started on Windows; undefined as in `programStart`. */
function windowsStart(
  path: string,
  args: readonly string[],
  { environment }: Pick<ProgramPlace, 'environment'>,
): ProgramStart | undefined {
  if (!/\.(cmd|bat)$/i.test(path)) return { command: path, args, windowsVerbatimArguments: false };
  const words = batchArguments(path, args);
  if (words === undefined) return undefined;
  const command = environment['ComSpec'] || environment['COMSPEC'] || 'cmd.exe';
  return { command, args: words, windowsVerbatimArguments: true };
}
