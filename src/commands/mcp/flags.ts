import { type FlagTable, SERVICE_FLAGS } from '../flag-table.ts';

/** The flags of `fleet mcp`: for the bridge's own parsing, for help and for completion. */
export const MCP_FLAGS = {
  'read-only': { type: 'boolean', description: 'Offer only tools that read.' },
  allow: {
    type: 'option',
    multiple: true,
    helpValue: 'GLOB',
    description: 'Offer only tools of these names.',
  },
  deny: {
    type: 'option',
    multiple: true,
    helpValue: 'GLOB',
    description: 'Never offer tools of these names; wins over --allow.',
  },
  'max-wait': {
    type: 'option',
    helpValue: 'SECONDS',
    description: 'Longest wait that a call may ask of the service; 50 without it.',
  },
  confirm: {
    type: 'option',
    helpValue: 'auto|always|never',
    description:
      'What happens before a call that cannot be undone. auto (the default): ask the person if the ' +
      'assistant can ask, else rely on its own approval. always: ask, and refuse the call if it cannot ' +
      'ask. never: do not ask.',
  },
  questions: {
    type: 'option',
    helpValue: 'auto|never',
    description:
      'What happens when the job of a waiting call asks a person. auto (the default): the assistant ' +
      'asks, where it can, and the call goes on with the answer. never: the call ends with the question.',
  },
  profile: SERVICE_FLAGS.profile,
  'base-url': SERVICE_FLAGS['base-url'],
  verbose: {
    ...SERVICE_FLAGS.verbose,
    description: 'Log requests and calls on stderr, a line of JSON each, without the key.',
  },
} as const satisfies FlagTable;
