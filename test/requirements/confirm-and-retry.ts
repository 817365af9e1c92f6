import type { Section } from './entry.ts';

const retries = 'interface: Retries and pending';

/** Asking before what cannot be undone, retrying, and following. */
export const CONFIRM_AND_RETRY = {
  'UI-confirm': {
    source: 'interface: Confirmation',
    text: 'Destructive or of an unknown class: a prompt, --yes, or exit 2 and nothing sent.',
  },
  'UI-confirm-stricter': {
    source: 'interface: Confirmation',
    text: 'For names of the specification, however they are spelled, the stricter of the served and the specified class counts.',
  },
  'UI-confirm-send-command': {
    source: 'interface: Confirmation',
    text: 'Of the types of the protocol, send_command is confirmed for two only.',
    types: ['service.restart', 'update.install'],
  },
  'UI-confirm-one-type': {
    source: 'specification: rule 9',
    text: 'Of a command whose input has another member that looks like `type`, the type is not known: it is confirmed.',
    lookAlikes: ['Type', 'type ', 'typ\u0435'],
  },
  'UI-dry-run': {
    source: 'issue 2: The client',
    text: '--dry-run shows the request and sends nothing.',
  },
  'UI-retry-reads': {
    source: retries,
    text: 'Reads are retried on 429, 503 and a broken connection, within --timeout.',
    triesMax: 4,
  },
  'UI-retry-acts': {
    source: retries,
    text: 'What acts is retried only on 429 or a connection that was never made.',
  },
  'UI-lost-answer': {
    source: retries,
    text: 'A lost answer of an action: never again; exit 7, request id, how to look it up.',
    exit: 7,
  },
  'UI-lost-answer-found': {
    source: 'issue 13: Deliver 4',
    text: 'The advice after a lost answer names the operation that really finds the action.',
  },
  'UI-failed-action': {
    source: 'issue 13: Deliver 4',
    text: 'An action that the service failed with 5xx, also as the result of a tool, is told as one that may have run, with the operation that shows it.',
  },
  'UI-report-again': {
    source: 'issue 13: Deliver 4',
    text: 'report-issue goes by POST /api/v1/issues with an Idempotency-Key of its own, and is the one action that is sent again. Once a try may have been received the failure says so, whatever later tries came to, with the key to repeat it by.',
  },
  'UI-follow-by-id': {
    source: retries,
    text: 'Pending answers are followed by id, never by sending again.',
  },
  'UI-follow-interrupted': {
    source: retries,
    text: 'Ctrl-C stops the following, not the work, and prints how to resume.',
  },
} as const satisfies Section;
