import { messageOf } from '../base/errors.ts';
import { Failure } from '../contract/failure.ts';
import { adviceOf } from '../render/advice-step.ts';
import { failureForPeople, failureForPrograms } from '../render/failure-text.ts';
import { sanitiseLine, sanitiseText } from '../render/sanitise.ts';
import { detailOf } from '../render/setting-fault.ts';
import { byItsSignal } from './by-its-signal.ts';
import { diskFailure } from './disk-failure.ts';
import { exitCodeOf } from './exit-codes.ts';
import { stderrOutput } from './output.ts';
import { hasColor, type Terminal } from './terminal.ts';
import { wrappedAdvice } from './wrap.ts';

/** Writes to stderr why the command ended, as text or as JSON; gives the exit code. */
export async function reportFailure(
  error: unknown,
  from: { readonly terminal: Terminal; readonly argv: readonly string[] },
): Promise<number> {
  const { terminal, argv } = from;
  const failure = byItsSignal(toFailure(error));
  const exitCode = exitCodeOf(failure);
  await annotate(failure, { terminal, argv });
  await terminal.stderr.write(
    wantsJsonErrors(argv, terminal)
      ? failureForPrograms(failure, { exitCode, isTerminal: terminal.stderr.isTerminal })
      : forPerson(failure, terminal),
  );
  return exitCode;
}

/** Shows the failure beside the step of GitHub Actions, but where JSON alone was asked for. */
async function annotate(
  { facts }: Failure,
  { terminal, argv }: { readonly terminal: Terminal; readonly argv: readonly string[] },
): Promise<void> {
  if (terminal.environment['GITHUB_ACTIONS'] !== 'true') return;
  if (['json', 'jsonl'].includes(formatAskedFor(argv, terminal) ?? '')) return;
  const { errorCommand } = await import('./github/commands.ts');
  const text = [detailOf(facts), adviceOf(facts)].filter((part) => part).join('\n');
  const command = errorCommand(`fleet: ${sanitiseLine(facts.title)}`, sanitiseText(text));
  await stderrOutput().write(command);
}

function forPerson(failure: Failure, { environment, stderr }: Terminal): string {
  const text = failureForPeople(failure, { colour: hasColor(stderr, environment) });
  return stderr.isTerminal ? inLines(text, stderr.columns) : text;
}

/** A line that is wider than the terminal is broken at its spaces, and in no command. */
function inLines(text: string, width: number): string {
  const lines = text.split('\n').flatMap((line) => {
    if (line.length <= width) return [line];
    const indent = line.startsWith(' ') ? '  ' : '';
    return wrappedAdvice(line, width - 2).map((part, at) => `${at === 0 ? indent : '  '}${part}`);
  });
  return lines.join('\n');
}

/** Any thrown value as a `Failure`; an unexpected error is a local one. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const facts = { code: 'local', title: 'Unexpected failure', detail: messageOf(error) };
  return diskFailure(error) ?? new Failure('local', facts, { cause: error });
}

/**
 * Whether errors are written as JSON: where JSON is asked for, and where nothing is asked for and
 * neither stdout nor stderr is a terminal. Reads the command line unparsed, because the failure to
 * parse it has to be written in the right form as well.
 */
function wantsJsonErrors(argv: readonly string[], terminal: Terminal): boolean {
  const format = formatAskedFor(argv, terminal);
  if (format !== undefined && format !== '') return format === 'json' || format === 'jsonl';
  return !terminal.stdout.isTerminal && !terminal.stderr.isTerminal;
}

function formatAskedFor(argv: readonly string[], { environment }: Terminal): string | undefined {
  return formatInArgv(argv) ?? environment['FLEET_OUTPUT'];
}

/** The output format that the words ask for; undefined where they ask for none. */
function formatInArgv(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  for (const [at, word] of words.entries()) {
    if (word === '--json') return 'json';
    if (word === '-o' || word === '--output') return words[at + 1];
    const attached = /^(?:--output=|-o=?)(.+)$/.exec(word);
    if (attached !== null) return attached[1];
  }
  return undefined;
}
