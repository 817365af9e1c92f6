import type { Section } from './entry.ts';

const retries = 'interface: Retries and pending';
const keys = 'interface: Keys';
const server = 'interface: Server';
const bad = 'issue 2: Bad input';

/** Confirmation, retries, keys, the server's flags, set-up, and what the issues add. */
export const MANNERS = {
  'UI-confirm': {
    source: 'interface: Confirmation',
    text: 'Destructive or of an unknown class: a prompt, --yes, or exit 2 and nothing sent.',
  },
  'UI-confirm-send-command': {
    source: 'interface: Confirmation',
    text: 'send_command is confirmed for two types only.',
    types: ['service.restart', 'update.install'],
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
  'UI-follow-by-id': {
    source: retries,
    text: 'Pending answers are followed by id, never by sending again.',
  },
  'UI-follow-interrupted': {
    source: retries,
    text: 'Ctrl-C stops the following, not the work, and prints how to resume.',
  },
  'UI-keys-precedence': {
    source: keys,
    text: 'Flag before environment before profile.',
    variables: [
      'FLEET_API_KEY',
      'FLEET_API_KEY_FILE',
      'FLEET_BASE_URL',
      'FLEET_PROFILE',
      'FLEET_OUTPUT',
      'FLEET_NO_INPUT',
      'FLEET_CONFIG_DIR',
      'FLEET_CACHE_DIR',
      'FLEET_STATE_DIR',
      'FLEET_ALLOW_HTTP',
    ],
  },
  'UI-keys-no-base-url': {
    source: keys,
    text: 'Without a base URL: exit 2 naming the ways to give one.',
    exit: 2,
  },
  'UI-keys-hidden': {
    source: keys,
    text: 'A key is never in an argument, URL, log, cache or error.',
  },
  'UI-keys-http': {
    source: keys,
    text: 'Plain http to loopback only, unless FLEET_ALLOW_HTTP=1.',
    exit: 2,
  },
  'UI-keys-redirect': { source: keys, text: 'Redirects are never followed.', exit: 7 },
  'UI-keys-origin': {
    source: keys,
    text: 'A stored key is bound to its origin and never sent to another.',
  },
  'UI-auth-login': {
    source: keys,
    text: 'Hidden prompt, --key-stdin or --key-file; checked, stored in the keychain, read back.',
  },
  'UI-auth-file-store': {
    source: keys,
    text: 'Where no keychain works it says so and stores only with --store file.',
    mode: 0o600,
  },
  'UI-auth-status': {
    source: keys,
    text: 'fleet auth status --json, never the key.',
    members: ['profile', 'base_url', 'organisation', 'key_name', 'scope', 'source', 'storage'],
  },
  'UI-auth-token': {
    source: keys,
    text: 'fleet auth token prints the key, on a terminal only with --show.',
  },
  'UI-doctor': {
    source: 'interface: Commands',
    text: 'fleet doctor tells what keeps fleet from working, each with what to do; exit 1 where something failed.',
    exit: 1,
    checks: [
      'node',
      'config_folder',
      'cache_folder',
      'state_folder',
      'keychain',
      'base_url',
      'proxy',
      'key',
      'service',
      'clock',
      'catalogue',
    ],
  },
  'UI-secret-one-sink': {
    source: 'interface: Secrets',
    text: 'Exactly one sink, opened and checked before the machine is asked.',
  },
  'UI-secret-stdout': {
    source: 'interface: Secrets',
    text: '--stdout, refused on a terminal without --show; at most once.',
  },
  'UI-secret-child': {
    source: 'interface: Secrets',
    text: 'A child gets NAME in its environment, its exit code is passed on.',
    cannotStart: [126, 127],
  },
  'UI-secret-file': {
    source: 'interface: Secrets',
    text: '--file: exact bytes, new, 0600, an existing one only with --overwrite; exactly once.',
    mode: 0o600,
  },
  'UI-secret-dotenv': {
    source: 'interface: Secrets',
    text: '--dotenv: one line, quoted so that every reader reads it alike, or exit 11.',
    exit: 11,
  },
  'UI-secret-journal': {
    source: 'interface: Secrets',
    text: 'The journal is 0600; list, resume and discard; expired entries are wiped.',
    mode: 0o600,
  },
  'UI-secret-force': {
    source: 'interface: Secrets',
    text: '--force replaces a secret and is confirmed like a destructive operation.',
  },
  'UI-secret-crash': {
    source: 'interface: Secrets',
    text: 'Killed anywhere: nothing is lost that the protocol lets one keep, nothing doubled or left.',
  },
  'UI-secret-not-offered': {
    source: 'interface: Secrets',
    text: 'fleet cloud and MCP never offer the flow: no secret passes through a model.',
  },
  'UI-secret-help': {
    source: 'interface: Secrets',
    text: 'fleet help secrets says what is protected against what, and what is not.',
  },
  'UI-mcp-filters': {
    source: 'interface: Bridge',
    text: '--read-only, --allow and --deny apply to list and calls; deny wins.',
  },
  'UI-mcp-max-wait': {
    source: 'interface: Bridge',
    text: 'Waits are capped.',
    seconds: 50,
  },
  'UI-mcp-confirm': {
    source: 'interface: Bridge',
    text: 'Destructive calls are confirmed through the assistant where it can ask.',
  },
  'UI-mcp-install': {
    source: 'interface: Bridge',
    text: 'fleet mcp install knows eight assistants.',
    clients: [
      'claude-desktop',
      'claude-code',
      'cursor',
      'vscode',
      'windsurf',
      'codex',
      'gemini',
      'zed',
    ],
  },
  'BRIDGE-install-places': {
    source: 'item 8',
    text: 'Each assistant has its file on macOS, Linux and Windows; variables that move it count.',
  },
  'BRIDGE-install-entry': {
    source: 'item 8',
    text: "The entry is the running Node's real path with the entry file, mcp and the profile; no key.",
  },
  'BRIDGE-install-careful': {
    source: 'item 8',
    text: 'Backup, atomic, idempotent, mode and link kept; broken files and foreign entries refused.',
  },
  'BRIDGE-install-untouched': {
    source: 'item 8',
    text: 'Comments, formatting and foreign entries stay; uninstall gives the original bytes back.',
  },
  'BRIDGE-by-hand': {
    source: 'item 7',
    text: 'Who types fleet mcp on a terminal is told what it waits for; a wrong flag is named with what is allowed.',
  },
  'BRIDGE-doctor': {
    source: 'item 8',
    text: "fleet mcp doctor runs the configured command in an assistant's environment and tells what it sees.",
  },
  'BRIDGE-registry': {
    source: 'item 8',
    text: 'server.json describes the bridge to the MCP registry, valid by its schema.',
    arguments: ['mcp'],
    variables: ['FLEET_BASE_URL', 'FLEET_API_KEY'],
  },
  'BRIDGE-mcpb': {
    source: 'item 8',
    text: 'npm run package:mcpb builds a valid bundle that starts; the key is a sensitive setting.',
  },
  'UI-mcp-labels': {
    source: 'interface: Bridge',
    text: 'Text of machines and senders is labelled as data (rule 5).',
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
  'UI-setup-demo': {
    source: 'interface: Set-up and scripts',
    text: 'npm run demo starts everything, runs the tour and ends with 0 off a terminal.',
    exit: 0,
  },
  'UI-setup-test': {
    source: 'interface: Set-up and scripts',
    text: 'The closing line of npm test; where everything is required a skip fails.',
  },
  'UI-setup-old-node': {
    source: 'interface: Set-up and scripts',
    text: 'On a Node older than 22.19 the program says so in one line.',
    leastNode: '22.19',
  },
  'HOUSE-kill': {
    source: 'issue 2: Tests and figures',
    text: 'A killed server loses nothing that it acknowledged.',
  },
  'HOUSE-one-server': {
    source: 'issue 2: The server',
    text: 'Two servers never share one data folder by accident.',
  },
  'HOUSE-hostile-text': {
    source: 'issue 2: The client',
    text: 'Templates, escapes and bidi controls of a catalogue print as harmless text in help.',
    example: '<%= 6 * 7 %>',
  },
  'HOUSE-cache': {
    source: 'issue 2: The client',
    text: 'The catalogue is fresh for an hour; a corrupt or unwritable cache is a miss.',
    freshSeconds: 3600,
  },
  'HOUSE-bad-answers': {
    source: bad,
    text: 'HTML, truncated, empty and 10 MB answers end in one clear line.',
    exit: 7,
  },
  'HOUSE-bad-files': {
    source: bad,
    text: 'Malformed flags, JSON, files and stdin end in one clear line; nothing is sent.',
    exit: 2,
  },
  'HOUSE-arrows': {
    source: 'issue 2: Set-up',
    text: 'Imports follow the arrows of the architecture.',
  },
} as const satisfies Section;
