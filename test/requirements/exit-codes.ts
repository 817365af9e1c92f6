import type { Section } from './entry.ts';

const source = 'interface: Exit codes';

/** Exit codes and the words of errors. */
export const EXIT_CODES = {
  'UI-follow-action': {
    source,
    text: '--follow follows what the action set going: of answer_job and replay_delivery the job.',
    turnedAway: 9,
  },
  'UI-follow-refused': {
    source,
    text: 'Where a look-up is refused after the action was sent, the exit code is that of what goes on, and the error says that it was sent, with the id and the command to go on; a 404 is looked up again for five seconds.',
    exit: 8,
  },
  'UI-each-exit': {
    source,
    text: 'fleet each: 0 where all are 0, else the worst.',
    worstFirst: [1, 4, 7, 9, 5, 11, 6, 2, 10, 8],
  },
  'UI-exit-0': { source, text: 'Done, also an empty list.', exit: 0 },
  'UI-exit-1': { source, text: 'Unexpected local failure.', exit: 1 },
  'UI-exit-2': {
    source,
    text: 'Usage; unknown_command only with status 400, with 404 it is 6.',
    exit: 2,
    codes: ['invalid_request', 'invalid_json', 'invalid_args', 'unknown_command', 'unknown_tool'],
  },
  'UI-exit-3': { source, text: 'Declined at a prompt.', exit: 3 },
  'UI-exit-4': {
    source,
    text: 'No usable key.',
    exit: 4,
    codes: ['unauthorized', 'invalid_key'],
  },
  'UI-exit-5': {
    source,
    text: 'Not allowed.',
    exit: 5,
    codes: ['forbidden', 'denied_by_machine', 'plan_limit', 'revoked'],
  },
  'UI-exit-6': {
    source,
    text: 'Not found or ambiguous.',
    exit: 6,
    codes: ['unknown_machine', 'unknown_job', 'not_found', 'ambiguous_machine', 'ambiguous_job'],
  },
  'UI-exit-7': {
    source,
    text: 'Network, or an answer that is not the service, or a redirect.',
    exit: 7,
    codes: ['unavailable', 'internal', 'rate_limited'],
  },
  'UI-exit-8': {
    source,
    text: 'Pending when the wait ended; id printed.',
    exit: 8,
  },
  'UI-exit-9': { source, text: 'The job, command or claim failed.', exit: 9 },
  'UI-exit-10': { source, text: 'A person is needed.', exit: 10 },
  'UI-exit-11': {
    source,
    text: 'Any other conflict.',
    exit: 11,
    codes: ['no_body', 'too_large', 'billing_unavailable'],
  },
  'UI-interrupt-shell': {
    source: 'issue 15: Done when',
    text: 'Ctrl-C ends the program by the signal, so that a shell ends the loop or script around it.',
  },
  'UI-exit-130': { source, text: 'Interrupted.', exits: [130, 143] },
  'UI-exit-by-status': {
    source,
    text: 'An unknown code goes by status.',
    table: { 400: 2, 401: 4, 402: 5, 403: 5, 404: 6, 409: 11, 413: 11, 418: 11, 429: 7, 502: 7 },
  },
  'UI-exit-waited': {
    source,
    text: '8, 9 and 10 only where something was waited for, by the service itself too where the response says that it failed; reports of state exit 0.',
  },
} as const satisfies Section;
