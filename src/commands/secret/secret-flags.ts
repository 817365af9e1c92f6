import type { Flag } from '../flag-table.ts';
import { OPERATION_FLAGS, OUTPUT_FLAGS, SERVICE_FLAGS } from '../flag-table.ts';

/** Where the value goes; exactly one, or a command after `--`. */
export const SINK_FLAGS = {
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
} as const satisfies Readonly<Record<string, Flag>>;

/** What every command has that talks to the service about a secret. */
export const COLLECT_FLAGS = {
  ...SINK_FLAGS,
  'follow-timeout': OPERATION_FLAGS['follow-timeout'],
  ...OUTPUT_FLAGS,
  ...SERVICE_FLAGS,
};
