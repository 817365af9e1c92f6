import * as Args from '@oclif/core/args';
import { createInputSource } from '../../flags/input-source.ts';
import type { FlagTable } from '../flag-table.ts';
import { inputReaders } from '../input-readers.ts';
import type { Runtime } from '../runtime.ts';

/** Description of `--address`. */
export const ADDRESS = {
  helpValue: 'ADDRESS|@FILE|@-',
  description: 'Where it sends to. A URL that holds a secret comes from a file or stdin.',
};

/** What `fleet admin channel add` and `set` have in common. */
export const CHANNEL_FLAGS = {
  'alert-type': {
    type: 'option',
    multiple: true,
    helpValue: 'TYPE',
    description: 'What it carries: needs_human, machine_offline, job_failed or health_failing.',
  },
} as const satisfies FlagTable;

export const CHANNEL_ARG = {
  channel: Args.string({ required: true, ignoreStdin: true, description: 'Id of the channel.' }),
};

/** The address itself, read where `@file` or `@-` stands for it. */
export function addressOf(runtime: Runtime, text: string): Promise<string> {
  return createInputSource(inputReaders(runtime)).textOf(text, '--address');
}
