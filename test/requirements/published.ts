import type { Section } from './entry.ts';

/** What somebody who writes a second client can learn from the running server alone. */
export const PUBLISHED = {
  'PUB-send-command-flat': {
    source: 'wire: Decided after the first version',
    text: 'Catalogue and MCP: no combinator in the schema of send_command, args lists every member.',
    root: ['machine', 'type', 'args', 'wait_seconds'],
    args: {
      deep: ['health.get'],
      refresh: ['health.get', 'runners.get'],
      lines: ['logs.tail'],
      set: ['config.patch'],
      unset: ['config.patch'],
      when: ['service.restart'],
      name: ['schedule.run'],
      since: ['stats.get'],
    },
  },
  'PUB-send-command-oneof': {
    source: 'wire: Decided after the first version',
    text: 'OpenAPI describes send_command case by case, one for each type.',
    cases: 17,
  },
  'PUB-error-pages': {
    source: 'issue 11, section 3',
    text: "The page behind a problem's type explains the code to a person, HTML where asked for.",
    ofCommands: [
      'expired',
      'invalid_result',
      'invalid_config',
      'invalid_skill',
      'linked_skill',
      'unknown_skill',
      'unknown_schedule',
      'unknown_artifact',
      'not_waiting',
      'job_ended',
      'runner_not_ready',
      'machine_restarted',
    ],
  },
  'PUB-surfaces-agree': {
    source: 'issue 11, proof',
    text: 'REST, POST /tools and MCP give the same verdict, as described, on any input; no 500.',
  },
  'PUB-lists-hold': {
    source: 'issue 11, Proof',
    text: 'Every page of a list has the rows that fit its filters, all of them and in order; figures are those of the lists.',
  },
  'PUB-decisions': {
    source: 'issue 11, section 3',
    text: 'The OpenAPI document says what the specification leaves open and this server decided.',
    topics: {
      'Access and limits': ['600 requests in any 60 seconds', '10 in an hour', '30 in an organ'],
      'Values and lists': ['code points', '`next_before`', 'RFC 3339', '200 levels'],
      Waiting: ['at most 240 seconds', '64 requests of the same key', '20,000', '`pending: true`'],
      Commands: ['expires 10 minutes', '`late: true`', '`unknown_command`', '`invalid_args`'],
      Jobs: ['`needs_input`', '`timed_out`', '256 KiB'],
      Machines: ['missed 3 sync intervals', '10 seconds', '`degraded`', 'prefixes ending in `.*`'],
      Webhooks: ['`X-Hub-Signature-256`', 'five minutes', '`{path, matches}`', 'kept 30 days'],
      'Hosted URLs': ['72 hours', 'none while 500 wait', '`lost`', '`refused`', '503'],
      Alerts: ['`machine_offline`', 'after 24 hours', 'dismissed alert opens again only once'],
      'Notification channels': ['10 seconds', 'Redirects are not followed', '5 times a minute'],
      'Sealed secrets': ['`crypto_box_seal`', 'expires **2 minutes**', '`forbidden`', 'low order'],
    },
  },
} as const satisfies Section;
