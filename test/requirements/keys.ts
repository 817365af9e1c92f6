import type { Section } from './entry.ts';

const keys = 'interface: Keys';

/** Keys, logging in, and what `fleet doctor` looks at. */
export const KEYS = {
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
  'UI-no-inspector': {
    source: keys,
    text: 'SIGUSR1 opens no inspector, by which any user of the computer would run code with the keys.',
  },
  'UI-keys-misplaced': {
    source: keys,
    text: 'A key or token typed where none belongs is refused before anything is sent, and not shown.',
    exit: 2,
  },
  'UI-locks-private': {
    source: 'interface: Secrets',
    text: 'The files of locks are 0600, whatever the umask is.',
    mode: 0o600,
  },
  'UI-keys-loopback': {
    source: keys,
    text: 'One rule says what loopback is: where a key may go by plain http, no proxy is in between.',
  },
  'UI-keys-http': {
    source: keys,
    text: 'Plain http to loopback only, unless FLEET_ALLOW_HTTP=1.',
    exit: 2,
  },
  'UI-keys-refused': {
    source: 'issue 13: client.md 8',
    text: 'A refused key ends the run at the first answer, also that for the catalogue, said once and with where the key is from.',
    exit: 4,
  },
  'UI-keys-redirect': { source: keys, text: 'Redirects are never followed.', exit: 7 },
  'UI-keys-origin': {
    source: keys,
    text: 'A stored key is bound to its origin and never sent to another.',
  },
  'UI-keys-own-login': {
    source: 'issue 13: client profiles',
    text: 'A profile uses the key of its own login and no other, also where several folders of settings share a keychain.',
    exit: 4,
  },
  'UI-keys-profile-names': {
    source: keys,
    text: 'Names of profiles are checked where profiles.json is read: 1 to 64 letters, digits, ".", "_" and "-", beginning with a letter or digit; of another one no file is read.',
  },
  'UI-keys-one-service': {
    source: keys,
    text: 'A command reads once which service and which key it uses, before it asks anything: a question and the request after it are about the same.',
  },
  'UI-auth-logout-chosen': {
    source: 'issue 13: client profiles',
    text: 'After a logout of the chosen profile no other one is used until it is named or chosen.',
    exit: 4,
  },
  'UI-auth-login': {
    source: keys,
    text: 'Hidden prompt, --key-stdin or --key-file; checked, stored in the keychain, read back.',
  },
  'UI-auth-login-named': {
    source: 'issue 13: client profiles',
    text: 'The question for a key names the service and the profile that it is for.',
  },
  'UI-auth-login-foreign': {
    source: 'issue 13: client profiles',
    text: 'A key that another profile has for another origin is refused by a login, and not sent.',
    exit: 2,
  },
  'UI-auth-login-killed': {
    source: keys,
    text: 'A login that is killed at any point leaves the key with its profile of before, or both new; the next login or logout removes what it left half-written.',
  },
  'UI-auth-login-at-once': {
    source: 'issue 13: client profiles',
    text: 'Logins and logouts at once are done one after the other: a profile has its own key, and no key is left without one.',
  },
  'UI-auth-file-store': {
    source: keys,
    text: 'Where no keychain works it says so and stores only with --store file.',
    mode: 0o600,
  },
  'UI-auth-status': {
    source: keys,
    text: 'fleet auth status --json, never the key; a key that was not checked is told so.',
    members: ['profile', 'base_url', 'organisation', 'key_name', 'scope', 'source', 'storage'],
  },
  'UI-auth-token': {
    source: keys,
    text: 'fleet auth token prints the key, on a terminal only with --show.',
  },
  'UI-folder-of-others': {
    source:
      'review: FLEET_CONFIG_DIR that names a folder in use, as $HOME, took it from everybody else',
    text: 'A settings folder with other files than ours keeps its mode, and where others can write to it, it takes no settings; what is ours there is 0600 and 0700.',
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
      'mcp',
      'catalogue',
    ],
  },
} as const satisfies Section;
