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
  'DOCS-removal': {
    source: issue,
    text: 'What the guide says removes everything of ours from the folders of a user.',
  },
  'DOCS-restore': {
    source: issue,
    text: 'Backup and restore as the guide says them bring back what was there.',
  },
  'PACKAGE-stable': {
    source: issue,
    text: 'What docs/upgrading.md promises is pinned: it may get company and may not go or change.',
  },
  'PACKAGE-man': {
    source: issue,
    text: 'The manual page is made from the help: every command, every topic, without a warning of roff.',
  },
  'PACKAGE-release': {
    source: issue,
    text: 'A release is refused while a fact about its publisher is unknown; nothing is invented.',
    facts: ['copyright_holder', 'repository', 'security_contact'],
  },
} as const satisfies Section;
