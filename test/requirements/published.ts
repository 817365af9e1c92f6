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
} as const satisfies Section;
