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
} as const satisfies Section;
