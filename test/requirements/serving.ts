import type { Section } from './entry.ts';

const server = 'interface: Server';

/** `fleet serve` and `fleet admin`. */
export const SERVING = {
  'UI-serve-ready': {
    source: server,
    text: 'One line when ready; with --json base_url and the keys this start created.',
    members: ['base_url', 'keys'],
  },
  'UI-serve-stop': {
    source: server,
    text: 'SIGTERM answers held requests with 202 and ends within a second.',
    endsWithinMs: 1000,
  },
  'UI-serve-public': {
    source: server,
    text: 'Beyond loopback only with --public.',
  },
  'UI-serve-log': {
    source: server,
    text: 'With --log one JSON line a request, without keys, queries, tokens and bodies.',
  },
  'UI-serve-public-url': {
    source: server,
    text: 'With --public-url every link begins with it.',
  },
  'UI-admin-key': {
    source: server,
    text: 'fleet admin key create prints the key once; a revoked key is refused on the next request.',
  },
  'UI-admin-machine-pair': {
    source: server,
    text: 'fleet admin machine pair works beside a running server.',
  },
  'UI-admin-rest': {
    source: server,
    text: 'fleet admin covers the rest of the work of the dashboard.',
    topics: ['key', 'machine', 'member', 'invitation', 'channel', 'plan', 'issue', 'app-token'],
  },
  'UPGRADE-first-version': {
    source: 'issue 10: A million rows',
    text: 'Databases and machine folders of the first version open, migrate and answer.',
  },
  'UPGRADE-at-once': {
    source: 'issue 10: A million rows',
    text: 'Two processes that migrate at once both work afterwards.',
  },
  'UPGRADE-newer': {
    source: 'issue 10: A million rows',
    text: 'A database of a newer version is refused clearly; nothing is written to it.',
    exit: 1,
    code: 'newer_database',
  },
} as const satisfies Section;
