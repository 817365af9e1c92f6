import { twoColumns } from '../../terminal/wrap.ts';
import { TextCommand } from './text-command.ts';

const VARIABLES: readonly (readonly [string, string])[] = [
  ['FLEET_BASE_URL', 'Where the service is, before that of a profile. There is no default.'],
  ['FLEET_API_KEY', 'The API key, before that of a profile (fleet auth login).'],
  ['FLEET_API_KEY_FILE', 'File that holds the API key; looked at after FLEET_API_KEY.'],
  ['FLEET_PROFILE', 'Profile to use; else that of fleet auth switch, else default.'],
  [
    'FLEET_CATALOGUE',
    'File with the catalogue to use (fleet api GET /api/v1/tools makes one); nothing is fetched.',
  ],
  ['FLEET_OUTPUT', 'Output format if no flag says one (fleet help output).'],
  ['FLEET_NO_INPUT', 'Set: never ask. 0: ask also where the variable of an agent is set.'],
  ['FLEET_ALLOW_HTTP', 'Set to 1: send the key over plain http beyond this computer.'],
  ['FLEET_CONFIG_DIR', 'Folder of settings, a whole path.'],
  ['FLEET_CACHE_DIR', 'Folder of what can be deleted at any time.'],
  ['FLEET_STATE_DIR', 'Folder of journals and of the reference server, a whole path.'],
  [
    'XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_STATE_HOME',
    'Base folders for the three above; fleet uses a subfolder named fleet.',
  ],
  [
    'FLEET_DATABASE_URL',
    'PostgreSQL database of the reference server, where neither --database nor --data is given.',
  ],
  ['PGPASSWORD', 'Password of that database; the other PG variables are read as well.'],
  ['FLEET_MACHINE_TOKEN', 'Token of fleet machine.'],
  ['NO_COLOR, FORCE_COLOR', 'No colours, before the other; colours also without a terminal.'],
  ['CLICOLOR_FORCE', 'As FORCE_COLOR.'],
  ['TERM', 'dumb: no colours and no spinner.'],
  [
    'CI, CLAUDECODE, CURSOR_AGENT, GEMINI_CLI, CODEX_SANDBOX, AI_AGENT',
    'Set to anything but 0 or false: no question is asked, and nothing is drawn in place.',
  ],
  ['PAGER', 'Program for --pager.'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'The proxy to go through, and where not to.'],
  ['NODE_EXTRA_CA_CERTS', 'File of further certificate authorities to trust.'],
];

export default class HelpEnvironment extends TextCommand {
  static override readonly summary = 'The environment variables that fleet reads.';

  protected text(width: number): string {
    return [
      'A flag wins over its variable.',
      '',
      ...twoColumns(VARIABLES, { width, nameMax: 24 }),
    ].join('\n');
  }
}
