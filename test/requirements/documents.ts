import type { Section } from './entry.ts';

const issue = 'issue 17: Deliver';

/** What README, guides and the published package promise. */
export const DOCUMENTS = {
  'DOCS-readme': {
    source: issue,
    text: 'The README has at most 150 lines.',
    linesMax: 150,
  },
  'DOCS-blocks': {
    source: issue,
    text: 'Every block that is marked sh works when it is pasted, also under bash -e.',
  },
  'DOCS-picture': {
    source: issue,
    text: 'The picture in the README, light and dark, shows what the program prints today on a terminal.',
  },
  'DOCS-names': {
    source: issue,
    text: 'Every command, flag, script, file and link that the documents name exists.',
  },
  'DOCS-systemd': {
    source: issue,
    text: 'The units for systemd are valid, and start commands that exist.',
  },
  'DOCS-restore': {
    source: issue,
    text: 'Backup and restore as the guide says them bring back what was there.',
  },
} as const satisfies Section;
