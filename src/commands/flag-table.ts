import { FORMAT_NAMES } from '../render/format-name.ts';

/** A flag of an own command as plain data: one row for parsing, help and completion. */
export interface Flag {
  readonly type: 'option' | 'boolean';
  readonly char?: 'f' | 'o';
  readonly allowNo?: boolean;
  readonly multiple?: boolean;
  readonly required?: boolean;
  /** The value where the flag is not given; help shows it. */
  readonly default?: string;
  readonly helpValue?: string;
  readonly description: string;
}

export type FlagTable = Readonly<Record<string, Flag>>;

/** How to reach a service; of every command that talks to one. */
export const SERVICE_FLAGS = {
  profile: { type: 'option', helpValue: 'NAME', description: 'Profile to use.' },
  'base-url': {
    type: 'option',
    helpValue: 'URL',
    description: 'Where the service is; else FLEET_BASE_URL.',
  },
  timeout: {
    type: 'option',
    helpValue: 'DURATION',
    description:
      'Time limit for one request with its retries (default 30s plus the wait asked for).',
  },
  quiet: { type: 'boolean', description: 'Write nothing but errors to stderr.' },
  verbose: { type: 'boolean', description: 'Log each request on stderr, without the key.' },
} as const satisfies FlagTable;

/** How a result is printed. */
export const OUTPUT_FLAGS = {
  output: {
    type: 'option',
    char: 'o',
    helpValue: FORMAT_NAMES.join('|'),
    description: 'Output format; else FLEET_OUTPUT, else a table on a terminal and JSON elsewhere.',
  },
  json: { type: 'boolean', description: 'Short for -o json.' },
  query: { type: 'option', helpValue: 'JMESPATH', description: 'Print only what this selects.' },
  columns: {
    type: 'option',
    helpValue: 'A,B',
    description: 'Members to show in table, csv and tsv, in this order.',
  },
  'sort-by': { type: 'option', helpValue: 'MEMBER', description: 'Member that orders the rows.' },
  pager: {
    type: 'boolean',
    allowNo: true,
    description: 'Show a long result in $PAGER on a terminal, or never.',
  },
  color: { type: 'boolean', allowNo: true, description: 'Use colours, or none.' },
  full: { type: 'boolean', description: 'Show every member, and exact times.' },
} as const satisfies FlagTable;

/** Whether a person is asked. */
export const CONSENT_FLAGS = {
  yes: { type: 'boolean', description: 'Confirm without being asked.' },
  'no-input': { type: 'boolean', description: 'Never ask; else FLEET_NO_INPUT.' },
} as const satisfies FlagTable;

/** Whether pending work is followed, and how long. */
export const FOLLOW_FLAGS = {
  follow: { type: 'boolean', description: 'Follow the job or command to its end.' },
  'follow-timeout': {
    type: 'option',
    helpValue: 'DURATION',
    description: 'Time limit for all waiting (default 12m).',
  },
} as const satisfies FlagTable;

/** What only operations have. */
export const OPERATION_FLAGS = {
  input: {
    type: 'option',
    helpValue: 'JSON|@file|@-',
    description: 'The whole input as JSON; flags override its members.',
  },
  arg: {
    type: 'option',
    multiple: true,
    helpValue: 'NAME=TEXT|NAME:=JSON',
    description: 'Any member of the input.',
  },
  validate: {
    type: 'boolean',
    allowNo: true,
    description: 'Check the input before it is sent (default), or leave it to the service.',
  },
  'dry-run': { type: 'boolean', description: 'Print the request and send nothing.' },
  all: { type: 'boolean', description: 'Follow the pages of a list to its end.' },
  'max-rows': {
    type: 'option',
    helpValue: 'NUMBER',
    description: 'With --all, end after so many rows.',
  },
  ...FOLLOW_FLAGS,
  schema: { type: 'boolean', description: "Print the operation's JSON Schema." },
  example: { type: 'boolean', description: 'Print an example of the input.' },
} as const satisfies FlagTable;

/** Every flag of ours that an operation takes. */
export const RESERVED_FLAGS = {
  ...OPERATION_FLAGS,
  ...CONSENT_FLAGS,
  ...OUTPUT_FLAGS,
  ...SERVICE_FLAGS,
};
