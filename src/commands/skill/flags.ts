import {
  CONSENT_FLAGS,
  type FlagTable,
  FOLLOW_FLAGS,
  OUTPUT_FLAGS,
  SERVICE_FLAGS,
} from '../flag-table.ts';

/** The folder that skills lie in where no other is named, as on a machine. */
export const SKILL_DIR = 'skills';

const ALLOW_FLAG = {
  'allow-unauthenticated': {
    type: 'boolean',
    description: 'Save skills with auth: none too, which anybody could start.',
  },
} as const satisfies FlagTable;

const PRUNE = 'Delete what only the other side has';

/** Which machines and which folder are compared. */
const COMPARE_FLAGS = {
  machine: {
    type: 'option',
    multiple: true,
    helpValue: 'GLOB|@FILE|@-',
    description:
      "Machines by name or id, beside those named; '*' is all, @- reads names from stdin.",
  },
  where: {
    type: 'option',
    multiple: true,
    helpValue: 'MEMBER=GLOB',
    description: 'Only machines that are so, as in status=online.',
  },
  dir: {
    type: 'option',
    helpValue: 'DIR',
    default: SKILL_DIR,
    description: 'The folder, in which each skill is a folder with a SKILL.md.',
  },
  ...OUTPUT_FLAGS,
  ...SERVICE_FLAGS,
} as const satisfies FlagTable;

const DRY_RUN = { type: 'boolean', description: 'Print the plan and change nothing.' } as const;

export const PUSH_FLAGS = {
  prune: { type: 'boolean', description: `${PRUNE}: skills that the folder does not have.` },
  ...ALLOW_FLAG,
  'dry-run': DRY_RUN,
  'follow-timeout': FOLLOW_FLAGS['follow-timeout'],
  ...CONSENT_FLAGS,
  ...COMPARE_FLAGS,
} as const satisfies FlagTable;

export const PULL_FLAGS = {
  prune: { type: 'boolean', description: `${PRUNE}: skills that no machine has.` },
  'dry-run': DRY_RUN,
  ...CONSENT_FLAGS,
  ...COMPARE_FLAGS,
} as const satisfies FlagTable;

export const DIFF_FLAGS = {
  'exit-code': { type: 'boolean', description: 'Exit with 11 where they differ.' },
  ...COMPARE_FLAGS,
} as const satisfies FlagTable;

export const EDIT_FLAGS = {
  ...ALLOW_FLAG,
  draft: {
    type: 'option',
    helpValue: 'resume|discard',
    description: 'What to do with a text that an earlier edit did not save.',
  },
  color: OUTPUT_FLAGS.color,
  'follow-timeout': FOLLOW_FLAGS['follow-timeout'],
  ...CONSENT_FLAGS,
  ...SERVICE_FLAGS,
} as const satisfies FlagTable;
