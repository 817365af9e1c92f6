import type { Section } from './entry.ts';

const server = 'interface: Server';

/** `fleet serve` and `fleet admin`. */
export const SERVING = {
  'UI-demo-folder': {
    source: 'issue 17: Deliver 4',
    text: 'serve --demo says at once what it does, and has data of its own, never those of another server; a plain serve makes no key that it does not show.',
  },
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
  'UI-admin-makes-nothing': {
    source: 'issue 17: Deliver 5',
    text: 'fleet admin makes no folder and no database: where no server has started it ends with exit code 6, no_database.',
    exit: 6,
  },
  'UI-data-in-hints': {
    source: 'issue 17: Deliver 5',
    text: 'Errors and hints of serve and admin carry the --data or --database that they were given, or say where the variable is needed; serve names its data, and a password that is missing is told in words.',
  },
  'UI-copy-alone': {
    source: 'issue 17: Done when',
    text: 'fleet admin db copy refuses while a server works on the source, whose later work the copy would lack.',
    code: 'server_running',
  },
  'UI-admin-key': {
    source: server,
    text: 'fleet admin key create prints the key once; a revoked key is refused on the next request.',
  },
  'UI-machine-own-server': {
    source: 'attack: another profile chosen while a machine was stopped',
    text: 'fleet machine takes the base URL of a profile only where the machine has not synced with another server (2); one that is named is taken.',
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
  'HEALTH-checks': {
    source: 'issue 10: A million rows',
    text: '/healthz is 503 and names what fails, a full disk or a database that is away, and recovers by itself.',
    checks: ['database', 'disk'],
  },
  'HISTORY-rule': {
    source: 'issue 10: A million rows',
    text: 'fleet admin org set --keep-jobs, --keep-deliveries, --keep-alerts, --keep-audit: days, or forever.',
    kinds: ['jobs', 'deliveries', 'alerts', 'audit'],
  },
  'HISTORY-new-organisation': {
    source: 'issue 10: A million rows',
    text: 'New organisations keep 90 days, and the audit log 400.',
    days: { jobs: 90, deliveries: 90, alerts: 90, audit: 400 },
  },
  'HISTORY-first-version': {
    source: 'issue 10: A million rows',
    text: 'Databases of the first version keep everything until somebody sets a rule; fleet serve says so once.',
  },
  'HISTORY-leaves': {
    source: 'issue 10: A million rows',
    text: 'What left is unknown.',
    codes: ['unknown_job', 'unknown_delivery', 'unknown_command'],
  },
  'HISTORY-open-stays': {
    source: 'issue 10: A million rows',
    text: 'Waiting jobs, open alerts and held deliveries never leave.',
  },
  'HISTORY-clock-ahead': {
    source: 'issue 10: A million rows',
    text: 'A clock that jumps ahead deletes no history, body or held webhook; one that is ahead for a day is believed.',
  },
  'HISTORY-small-steps': {
    source: 'issue 10: A million rows',
    text: 'Removal goes in small steps, a few with each sweep, each a transaction of its own.',
    rows: 25,
    steps: 4,
  },
  'HISTORY-space': {
    source: 'issue 10: A million rows',
    text: 'Space is given back.',
  },
  'HISTORY-plans': {
    source: 'issue 10: A million rows',
    text: 'No query of a request or a timer scans a table that grows, on either engine.',
  },
  'STATS-kept-days': {
    source: 'issue 10: A million rows',
    text: 'Days that are over are counted once for all processes; the figures are always those of all rows.',
  },
  'HISTORY-openapi': {
    source: 'issue 10: A million rows',
    text: 'OpenAPI says after how long history leaves.',
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
