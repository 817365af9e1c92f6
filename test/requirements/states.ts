import type { Section } from './entry.ts';

const states = 'States and transitions';
const moves = 'Moves that are shown';

/** Every set of states and every move the specification shows. */
export const STATES = {
  'STATE-job': {
    source: states,
    text: 'Inbox states of a job.',
    values: ['needs_input', 'in_progress', 'done', 'failed'],
  },
  'STATE-machine-status': {
    source: states,
    text: 'Statuses of a machine.',
    values: ['online', 'degraded', 'offline'],
  },
  'STATE-machine-mode': {
    source: states,
    text: 'Modes of a machine.',
    values: ['observe', 'control'],
  },
  'STATE-alert': {
    source: states,
    text: 'States of an alert.',
    values: ['open', 'resolved'],
  },
  'STATE-problem-report': {
    source: states,
    text: 'Statuses of a problem report.',
    values: ['open', 'acknowledged', 'resolved', 'closed'],
  },
  'STATE-claim': {
    source: states,
    text: 'States of a sealed-secret claim.',
    values: ['pending', 'sealed', 'claimed', 'expired', 'exists', 'failed'],
  },
  'STATE-hosted-url': { source: states, text: 'A hosted URL is on or off.' },
  'STATE-alert-open-resolved': {
    source: moves,
    text: 'An open alert resolves by itself when its condition clears.',
  },
  'STATE-alert-answered': {
    source: moves,
    text: 'answer_job on the waiting agent resolves its needs_human alert.',
  },
  'STATE-alert-dismissed': {
    source: moves,
    text: 'dismiss_alert resolves; it opens again only if the condition clears and recurs.',
  },
  'STATE-job-cancel': {
    source: moves,
    text: 'cancel_job cancels a queued or running job on its machine.',
  },
  'STATE-job-answer-waiting': {
    source: moves,
    text: 'An answer reaches the run that waits for it.',
  },
  'STATE-job-answer-once': {
    source: moves,
    text: 'While it is not known whether the machine took an answer, another one is refused: the job may ask something else by then.',
  },
  'STATE-job-answer-resume-auto': {
    source: moves,
    text: 'A run that ended with needs_human resumes its session with the answer.',
  },
  'STATE-job-answer-resume-never': {
    source: moves,
    text: 'With resume never the answer is only recorded.',
  },
  'STATE-job-replay': {
    source: moves,
    text: 'replay_job makes a new job with the same payload through the skill as it is now.',
    trigger: 'replay',
  },
  'STATE-claim-pending-sealed': {
    source: moves,
    text: 'When the machine answers, the sealed value is returned once, to the key that asked.',
  },
  'STATE-claim-sealed-claimed': {
    source: moves,
    text: 'After the value was collected, later claims answer claimed.',
  },
  'STATE-claim-expired': {
    source: moves,
    text: 'pending or sealed expires two minutes after the machine received the request.',
    afterSeconds: 120,
  },
  'STATE-claim-exists': {
    source: moves,
    text: 'The machine kept the secret it already had.',
  },
  'STATE-claim-failed': {
    source: moves,
    text: 'The machine failed; the claim carries its error.',
  },
  'STATE-hosted-url-off-on': {
    source: moves,
    text: 'enable_hosted_url creates a URL; one from before stops working at once.',
  },
  'STATE-hosted-url-rotate': {
    source: moves,
    text: 'enable_hosted_url on an enabled one gives a new URL; the old one stops.',
  },
  'STATE-hosted-url-on-off': {
    source: moves,
    text: 'disable_hosted_url: senders get 404 until it is on again, with a new URL.',
    status: 404,
  },
  'STATE-skill-deleted': {
    source: moves,
    text: 'delete_skill moves the skill aside and its webhook answers 404.',
    movedTo: 'jobs/.removed-skills/',
    status: 404,
  },
  'STATE-machine-disconnected': {
    source: moves,
    text: 'Token revoked, pending commands cancelled, history stays; later commands fail with revoked.',
  },
} as const satisfies Section;
