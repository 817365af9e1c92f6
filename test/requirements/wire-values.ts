import type { Section } from './entry.ts';

/** Values, choices and small print of `wire-decisions.md`. */
export const WIRE_VALUES = {
  'WIRE-job-status': {
    source: 'wire: Values',
    text: 'Statuses of a job.',
    values: ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'timed_out'],
  },
  'WIRE-job-outcome': {
    source: 'wire: Values',
    text: 'Outcomes of a job, or null while unknown.',
    values: ['done', 'not_done', 'needs_human'],
  },
  'WIRE-job-state': {
    source: 'wire: Values',
    text: 'The inbox state follows from status and outcome.',
    table: [
      ['waiting', null, 'needs_input'],
      ['succeeded', 'needs_human', 'needs_input'],
      ['queued', null, 'in_progress'],
      ['running', null, 'in_progress'],
      ['failed', null, 'failed'],
      ['cancelled', null, 'failed'],
      ['timed_out', null, 'failed'],
      ['succeeded', 'not_done', 'failed'],
      ['succeeded', 'done', 'done'],
      ['succeeded', null, 'done'],
    ],
  },
  'WIRE-command-status': {
    source: 'wire: Values',
    text: 'Statuses of a command.',
    values: ['pending', 'delivered', 'succeeded', 'failed', 'expired', 'cancelled'],
  },
  'WIRE-client-command-finished': {
    source: 'wire: Values',
    text: 'Anything but pending and delivered is finished; finished and not succeeded is a failure.',
    unfinished: ['pending', 'delivered'],
  },
  'WIRE-client-finished-response': {
    source: 'wire: Values',
    text: 'A job or command in a finished response is judged as when it is followed: a word that is not known to mean success is none, and a response with an error is no success.',
    exit: 9,
  },
  'WIRE-audit-subject': {
    source: 'wire: What we chose where the specification says "not shown"',
    text: 'An entry of the audit log says what it was about (`subject`) and which settings it changed (`changed`), with their new values where these are no secret.',
  },
  'WIRE-audit-machine': {
    source: 'wire: What we chose where the specification says "not shown"',
    text: 'A machine that reports another mode, policy, hostname or version is the actor of an entry.',
  },
  'WIRE-ids': {
    source: 'wire: Values',
    text: 'Ids have a readable prefix and sort by time.',
    prefixes: ['mac_', 'job_', 'cmd_', 'alt_'],
  },
  'WIRE-key-form': {
    source: 'wire: Values',
    text: 'fleet_, key id, _, secret part; stored as the SHA-256 of the whole key.',
  },
  'WIRE-times': {
    source: 'wire: Values',
    text: 'Times are RFC 3339 in UTC with milliseconds.',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  },
  'WIRE-max-hold': {
    source: 'wire: Small print',
    text: 'A capped hold is answered early with 202.',
  },
  'WIRE-code-points': {
    source: 'wire: Small print',
    text: 'Strings count code points.',
  },
  'WIRE-nul': {
    source: 'wire: Small print',
    text: 'U+0000 is refused in any input.',
    code: 'invalid_request',
    status: 400,
  },
  'WIRE-cross-organisation': {
    source: 'wire: Small print',
    text: 'The id of another organisation is answered exactly as an unknown one.',
  },
  'WIRE-request-id-replaced': {
    source: 'wire: Small print',
    text: 'A request id outside of the form is replaced, not refused.',
  },
  'WIRE-rate-window': {
    source: 'wire: Small print',
    text: 'A sliding window counted at arrival; after Retry-After the next call is accepted.',
  },
  'WIRE-rate-in-database': {
    source: 'wire: What we chose',
    text: 'Rate limits are counted in the database and hold over several processes.',
  },
  'WIRE-machine-status': {
    source: 'wire: What we chose',
    text: 'offline after three missed intervals, degraded while a check fails, else online.',
    missedIntervals: 3,
  },
  'WIRE-clock-skew': {
    source: 'wire: What we chose',
    text: 'Clock skew is shown and never used.',
  },
  'WIRE-front-matter': {
    source: 'wire: What we chose',
    text: 'The block of the front matter is fleet, the configuration fleet.yaml.',
    block: 'fleet',
    configuration: 'fleet.yaml',
  },
  'WIRE-schedules': {
    source: 'wire: What we chose',
    text: 'Five-field cron with a timezone.',
  },
  'WIRE-webhook-signatures': {
    source: 'wire: What we chose',
    text: 'Standard Webhooks or X-Hub-Signature-256 over the bytes as received.',
    toleranceSeconds: 300,
  },
  'WIRE-filters': {
    source: 'wire: What we chose',
    text: 'when is a list of path with equals, in or matches.',
  },
  'WIRE-alert-payload': {
    source: 'wire: What we chose',
    text: 'What a channel gets.',
    members: ['id', 'type', 'state', 'machine', 'job', 'title', 'opened_at', 'url'],
  },
  'WIRE-plans': {
    source: 'wire: What we chose',
    text: 'Three plans, enforced only when told; bodies are kept 30 days.',
    plans: ['free', 'team', 'business'],
    retentionDays: 30,
  },
  'WIRE-invitation': {
    source: 'wire: What we chose',
    text: 'Record of an invitation.',
    members: ['id', 'email', 'role', 'created_at', 'expires_at'],
  },
  'WIRE-own-code-first': {
    source: 'wire: What we chose',
    text: 'unknown_* where a code for the thing exists; not_found for unknown routes.',
  },
} as const satisfies Section;
