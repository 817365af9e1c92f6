import { posix, win32 } from 'node:path';
import type { Environment } from '../../base/environment.ts';

/** What decides where this user's files lie. */
export interface UserContext {
  /** As `process.platform` names it. */
  readonly platform: string;
  readonly home: string;
  readonly environment: Environment;
}

/** How an assistant is told of the bridge. */
export interface Assistant {
  /** Its name for people. */
  readonly title: string;
  readonly format: 'jsonc' | 'toml';
  /** The member of its configuration that holds the servers by name. */
  readonly serversMember: string;
  /** Further members that its entries have. */
  readonly members: Readonly<Record<string, string>>;
  /**
   * Its configuration files at a place, the preferred one first; one is used if its `folder`, or the
   * file itself, is there.
   */
  readonly files: (place: UserContext) => readonly ConfigurationPath[];
}

export interface ConfigurationPath {
  readonly path: string;
  /** A folder that is there where the assistant is. */
  readonly folder: string;
}

/** Claude Desktop from the Microsoft Store reads its own copy of the roaming folder. */
const CLAUDE_STORE_FOLDER = 'Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude';

const JSON_SERVERS = { format: 'jsonc', serversMember: 'mcpServers', members: {} } as const;

/** Every assistant that `fleet mcp install` knows, by the name of `--client`. */
export const ASSISTANTS = {
  'claude-desktop': {
    ...JSON_SERVERS,
    title: 'Claude Desktop',
    files: (place) => {
      const name = 'claude_desktop_config.json';
      const usual = inFolder(place, applicationData(place), 'Claude', name);
      if (place.platform !== 'win32') return [usual];
      return [inFolder(place, localData(place), CLAUDE_STORE_FOLDER, name), usual];
    },
  },
  'claude-code': {
    ...JSON_SERVERS,
    members: { type: 'stdio' },
    title: 'Claude Code',
    files: (place) => {
      const { join } = pathsOf(place);
      const own = absolute(place, 'CLAUDE_CONFIG_DIR');
      if (own !== undefined) return [{ path: join(own, '.claude.json'), folder: own }];
      return [{ path: join(place.home, '.claude.json'), folder: join(place.home, '.claude') }];
    },
  },
  cursor: {
    ...JSON_SERVERS,
    title: 'Cursor',
    files: (place) => [inFolder(place, place.home, '.cursor', 'mcp.json')],
  },
  vscode: {
    format: 'jsonc',
    serversMember: 'servers',
    members: { type: 'stdio' },
    title: 'VS Code',
    files: (place) => [
      inFolder(place, applicationData(place), pathsOf(place).join('Code', 'User'), 'mcp.json'),
    ],
  },
  windsurf: {
    ...JSON_SERVERS,
    title: 'Windsurf',
    files: (place) => [
      inFolder(place, place.home, pathsOf(place).join('.codeium', 'windsurf'), 'mcp_config.json'),
    ],
  },
  codex: {
    format: 'toml',
    serversMember: 'mcp_servers',
    members: {},
    title: 'Codex',
    files: (place) => {
      const own = absolute(place, 'CODEX_HOME');
      return [inFolder(place, own ?? place.home, own === undefined ? '.codex' : '', 'config.toml')];
    },
  },
  gemini: {
    ...JSON_SERVERS,
    title: 'Gemini CLI',
    files: (place) => [inFolder(place, place.home, '.gemini', 'settings.json')],
  },
  zed: {
    format: 'jsonc',
    serversMember: 'context_servers',
    members: {},
    title: 'Zed',
    files: (place) =>
      place.platform === 'win32'
        ? [inFolder(place, applicationData(place), 'Zed', 'settings.json')]
        : [inFolder(place, xdgConfiguration(place), 'zed', 'settings.json')],
  },
} as const satisfies Readonly<Record<string, Assistant>>;

export type AssistantId = keyof typeof ASSISTANTS;

function inFolder(
  place: UserContext,
  base: string,
  folder: string,
  name: string,
): ConfigurationPath {
  const { join } = pathsOf(place);
  return { path: join(base, folder, name), folder: join(base, folder) };
}

/** Where desktop programs keep their settings. */
function applicationData(place: UserContext): string {
  const { join } = pathsOf(place);
  if (place.platform === 'win32') {
    return absolute(place, 'APPDATA') ?? join(place.home, 'AppData', 'Roaming');
  }
  if (place.platform === 'darwin') return join(place.home, 'Library', 'Application Support');
  return xdgConfiguration(place);
}

function localData(place: UserContext): string {
  return absolute(place, 'LOCALAPPDATA') ?? pathsOf(place).join(place.home, 'AppData', 'Local');
}

/** Zed uses it on macOS too, where `XDG_CONFIG_HOME` counts for nobody. */
function xdgConfiguration(place: UserContext): string {
  const own = place.platform === 'darwin' ? undefined : absolute(place, 'XDG_CONFIG_HOME');
  return own ?? pathsOf(place).join(place.home, '.config');
}

function absolute(place: UserContext, name: string): string | undefined {
  const value = place.environment[name];
  return value !== undefined && pathsOf(place).isAbsolute(value) ? value : undefined;
}

function pathsOf({ platform }: UserContext): typeof posix {
  return platform === 'win32' ? win32 : posix;
}
