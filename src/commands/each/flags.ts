import {
  CONSENT_FLAGS,
  type FlagTable,
  FOLLOW_FLAGS,
  OPERATION_FLAGS,
  OUTPUT_FLAGS,
  SERVICE_FLAGS,
} from '../flag-table.ts';

/** What says which machines, and how they are gone through. */
const SELECTOR_FLAGS = {
  machine: {
    type: 'option',
    multiple: true,
    helpValue: 'GLOB|@FILE|@-',
    description: "Machines by name or id; '*' is all, @- reads names from stdin, one a line.",
  },
  where: {
    type: 'option',
    multiple: true,
    helpValue: 'MEMBER=GLOB',
    description: 'Only machines that are so, as in status=online or mode!=observe.',
  },
  parallel: {
    type: 'option',
    helpValue: 'N',
    default: '8',
    description: 'How many machines at the same time, 1 to 50.',
  },
  'retry-from': {
    type: 'option',
    helpValue: 'FILE',
    description: 'Repeat what an earlier run with -o jsonl surely did not send.',
  },
} as const satisfies FlagTable;

/** The flags of `fleet each`; those that operations have too may also stand after the `--`. */
export const EACH_FLAGS = {
  ...SELECTOR_FLAGS,
  'dry-run': { ...OPERATION_FLAGS['dry-run'], description: 'Print the requests and send none.' },
  ...FOLLOW_FLAGS,
  ...CONSENT_FLAGS,
  ...OUTPUT_FLAGS,
  ...SERVICE_FLAGS,
} as const satisfies FlagTable;
