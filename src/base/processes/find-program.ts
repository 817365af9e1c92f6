import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Environment } from '../environment.ts';
import { pathRules } from '../paths/path-rules.ts';
import type { Platform } from '../platform.ts';

/** Where programs are looked for. */
export interface ProgramPlace {
  readonly environment: Environment;
  /** Where relative paths begin. */
  readonly folder: string;
  readonly platform: Platform;
}

/** A file that can be run, or why there is none. */
type FoundProgram =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'absent' | 'not_executable' };

/** Extensions of programs where the variable PATHEXT names none. */
const PATHEXT = '.COM;.EXE;.BAT;.CMD';

/** Looks for a program by its path, else along PATH, as a shell does. */
export async function findProgram(program: string, place: ProgramPlace): Promise<FoundProgram> {
  let kind: 'absent' | 'not_executable' = 'absent';
  for (const path of programPaths(program, place)) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    if (found.isFile() && (await isExecutable(path))) return { kind: 'found', path };
    kind = 'not_executable';
  }
  return { kind };
}

/**
 * The paths where a program may lie, in the order in which they are looked at. Windows finds it by its
 * extension too; the folder that one is in is not looked at there, unlike by cmd.exe, since whoever can
 * write to it would choose the program.
 */
export function programPaths(program: string, place: ProgramPlace): readonly string[] {
  const { environment, folder, platform } = place;
  const { delimiter, join, resolve } = pathRules(platform);
  const isPath = platform === 'win32' ? /[\\/:]/.test(program) : program.includes('/');
  const folders = (variable(environment, 'PATH', platform) ?? '').split(delimiter);
  const wanted = platform === 'win32' ? folders.filter((each) => each !== '') : folders;
  const bare = isPath
    ? [resolve(folder, program)]
    : wanted.map((each) => join(resolve(folder, each), program));
  return platform === 'win32' ? bare.flatMap((path) => withExtensions(path, environment)) : bare;
}

function withExtensions(path: string, environment: Environment): readonly string[] {
  const extensions = (variable(environment, 'PATHEXT', 'win32') || PATHEXT)
    .split(';')
    .filter((each) => each.startsWith('.'));
  const typed = pathRules('win32').extname(path).toLowerCase();
  const isNamed = extensions.some((each) => each.toLowerCase() === typed);
  return isNamed ? [path] : extensions.map((each) => `${path}${each.toLowerCase()}`);
}

/** A variable by its name, in which Windows does not tell capitals from small letters. */
function variable(environment: Environment, name: string, platform: Platform): string | undefined {
  const own = environment[name];
  if (own !== undefined || platform !== 'win32') return own;
  const key = Object.keys(environment).find((each) => each.toUpperCase() === name);
  return key === undefined ? undefined : environment[key];
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
