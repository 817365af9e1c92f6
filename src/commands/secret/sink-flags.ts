import { usageFailure } from '../../contract/failure.ts';
import type { SinkChoice } from '../../flow/secret/sink/open-sink.ts';
import type { Flag } from '../flag-table.ts';
import { OPERATION_FLAGS, OUTPUT_FLAGS, SERVICE_FLAGS } from '../flag-table.ts';

/** Of what prints a secret. */
export const MASK_FLAG = {
  type: 'boolean',
  description: 'In GitHub Actions: print without telling the runner to hide it in the log.',
} as const satisfies Flag;

/** Where the value goes; exactly one, or a command after `--`. */
const SINK_FLAGS = {
  file: {
    type: 'option',
    helpValue: 'PATH',
    description: 'The exact bytes into a new file (0600).',
  },
  overwrite: { type: 'boolean', description: 'Let --file replace a file that exists.' },
  dotenv: {
    type: 'option',
    helpValue: 'PATH',
    description: 'The line NAME=… of an env file; everything else in it stays.',
  },
  stdout: { type: 'boolean', description: 'Print the value; on a terminal only with --show.' },
  show: { type: 'boolean', description: 'Let --stdout print on a terminal.' },
  'no-mask': MASK_FLAG,
} as const satisfies Readonly<Record<string, Flag>>;

/** What every command has that talks to the service about a secret. */
export const COLLECT_FLAGS = {
  ...SINK_FLAGS,
  'follow-timeout': OPERATION_FLAGS['follow-timeout'],
  ...OUTPUT_FLAGS,
  ...SERVICE_FLAGS,
};

export interface SinkFlags {
  readonly file?: string | undefined;
  readonly overwrite?: boolean | undefined;
  readonly dotenv?: string | undefined;
  readonly stdout?: boolean | undefined;
  readonly show?: boolean | undefined;
  readonly 'no-mask'?: boolean | undefined;
}

/** The words before the first `--`, and the command after it; undefined where there is no `--`. */
export function splitAtCommand(argv: readonly string[]) {
  const at = argv.indexOf('--');
  if (at === -1) return { own: [...argv], command: undefined };
  return { own: argv.slice(0, at), command: argv.slice(at + 1) };
}

/**
 * The one sink that the flags name; undefined where they name none. Throws `Failure` usage for several, for
 * a secret that a terminal would show to whoever looks, and for a stdout that nobody can read.
 */
export function sinkFromFlags(
  flags: SinkFlags,
  command: readonly string[] | undefined,
  stdoutIs: { readonly terminal: boolean; readonly nothing: boolean },
): SinkChoice | undefined {
  const { dotenv, file, overwrite = false, show = false, stdout } = flags;
  const sinks: SinkChoice[] = [
    ...(file === undefined ? [] : [{ kind: 'file', path: file, overwrite } as const]),
    ...(dotenv === undefined ? [] : [{ kind: 'dotenv', path: dotenv } as const]),
    ...(stdout === true ? [{ kind: 'stdout' } as const] : []),
    ...(command === undefined ? [] : [{ kind: 'child', command: programOf(command) } as const]),
  ];
  if (sinks.length > 1) throw usageFailure('Several sinks', `Give one of ${SINKS}.`);
  if (overwrite && file === undefined) {
    throw usageFailure('--overwrite needs --file', 'It says that the file may be replaced.');
  }
  if (stdout === true && stdoutIs.terminal && !show) {
    throw usageFailure(
      'The value would be shown on the terminal',
      'What is on a screen is seen, recorded and kept in its scroll-back.',
      'Pipe it on, use another sink, or add --show.',
    );
  }
  if (stdout === true && stdoutIs.nothing) {
    throw usageFailure(
      'The value would be lost',
      'stdout is closed, or leads to the null device. Nothing was asked for.',
      'Pipe it on, or use another sink.',
    );
  }
  return sinks[0];
}

/** The sink that `sinkFromFlags` read; throws `Failure` usage if there is none. */
export function requireSink(sink: SinkChoice | undefined): SinkChoice {
  if (sink !== undefined) return sink;
  throw usageFailure('A sink is needed', `Say where the value goes, with one of ${SINKS}.`);
}

const SINKS = '--file PATH, --dotenv PATH, --stdout, or -- COMMAND ARGS…';

function programOf([program, ...args]: readonly string[]): [string, ...string[]] {
  if (program !== undefined && program !== '') return [program, ...args];
  throw usageFailure('No command', 'After -- comes the command that gets the value.');
}
