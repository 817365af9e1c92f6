import { EVALUATED } from './hostile-text.ts';
import type { Written } from './memory-runtime.ts';

/** Our own line feeds and tabs are all that a terminal may get of what it would act on. */
const FOR_TERMINALS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029]/;

const EXIT_CODES: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);

export interface FinishedRun {
  readonly written: Written;
  readonly exitCode: number;
  readonly argv: readonly string[];
  readonly isTerminal: boolean;
}

/** What is wrong with the end of a run; undefined where nothing is. */
export function faultOf({ argv, exitCode, isTerminal, written }: FinishedRun): string | undefined {
  const { stderr, stdout } = written;
  // An error as JSON goes to a program, unless it is shown on a terminal.
  const isForPrograms = !argv.includes('-o') || argv.includes('json') || argv.includes('jsonl');
  const toPeople = isTerminal ? `${stdout}${stderr}` : isForPrograms ? '' : stderr;
  const acted = FOR_TERMINALS.exec(toPeople);
  if (acted !== null) {
    const around = toPeople.slice(Math.max(0, acted.index - 60), acted.index + 20);
    return `a terminal would act on ${JSON.stringify(acted[0])} in ${JSON.stringify(around)}`;
  }
  if (`${stdout}${stderr}`.includes(EVALUATED)) return 'a template was evaluated';
  if (!EXIT_CODES.has(exitCode)) return `exit code ${exitCode}`;
  const printsAll = argv.includes('--all');
  if (exitCode === 0 && argv.includes('json') && !isJson(stdout)) return 'stdout is no JSON';
  if (exitCode > 2 && exitCode < 8 && !printsAll && stdout !== '') return 'a refusal on stdout';
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text === '';
  }
}

const PROTOTYPES = [Object, Array, Function, String, Number, RegExp, Map, Promise].map(
  ({ prototype }) => prototype as object,
);

/** Every name on the prototypes that all code shares. */
export function prototypeNames(): string {
  return PROTOTYPES.map((each) => Reflect.ownKeys(each).map(String).join()).join(';');
}
