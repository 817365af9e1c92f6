import { posix, win32 } from 'node:path';
import type { Environment } from '../../base/environment.ts';

/** What decides where this user's configuration files are. */
export interface UserContext {
  /** As `process.platform` names it. */
  readonly platform: string;
  readonly home: string;
  readonly environment: Environment;
}

/** How an assistant is configured. */
export interface Assistant {
  /** Its name for people. */
  readonly title: string;
  readonly format: 'jsonc' | 'toml';
  /** The member of its configuration that holds the servers by name. */
  readonly serversMember: string;
  /** Further members that its entries have. */
  readonly members: Readonly<Record<string, string | boolean | readonly string[]>>;
  /** Whether, as it comes, it neither asks before a tool nor takes questions of the bridge for its person. */
  readonly asksNobody?: true;
  /** Whether program and arguments are one list, `command`. */
  readonly isOneList?: true;
  /**
   * Its configuration files for this user, the preferred one first; one is used if its `folder`, or the
   * file itself, exists.
   */
  readonly files: (user: UserContext) => readonly ConfigurationPath[];
}

interface ConfigurationPath {
  readonly path: string;
  /** A folder that exists where the assistant is installed. */
  readonly folder: string;
}

/** Claude Desktop from the Microsoft Store reads its own copy of the roaming folder. */
const CLAUDE_STORE_FOLDER = 'Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude';

const JSON_SERVERS = { format: 'jsonc', serversMember: 'mcpServers', members: {} } as const;

/** Every assistant that `fleet mcp install` knows, by name. */
export const ASSISTANTS = {
  'claude-desktop': {
    ...JSON_SERVERS,
    title: 'Claude Desktop',
    files: (user) => {
      const name = 'claude_desktop_config.json';
      const usual = inFolder(user, applicationData(user), 'Claude', name);
      if (user.platform !== 'win32') return [usual];
      return [inFolder(user, localData(user), CLAUDE_STORE_FOLDER, name), usual];
    },
  },
  'claude-code': {
    ...JSON_SERVERS,
    members: { type: 'stdio' },
    title: 'Claude Code',
    files: (user) => {
      const { join } = pathsOf(user);
      const own = absolute(user, 'CLAUDE_CONFIG_DIR');
      if (own !== undefined) return [{ path: join(own, '.claude.json'), folder: own }];
      return [{ path: join(user.home, '.claude.json'), folder: join(user.home, '.claude') }];
    },
  },
  cursor: {
    ...JSON_SERVERS,
    title: 'Cursor',
    files: (user) => [inFolder(user, user.home, '.cursor', 'mcp.json')],
  },
  vscode: {
    format: 'jsonc',
    serversMember: 'servers',
    members: { type: 'stdio' },
    title: 'VS Code',
    files: (user) => [
      inFolder(user, applicationData(user), pathsOf(user).join('Code', 'User'), 'mcp.json'),
    ],
  },
  windsurf: {
    ...JSON_SERVERS,
    title: 'Windsurf',
    files: (user) => [
      inFolder(user, user.home, pathsOf(user).join('.codeium', 'windsurf'), 'mcp_config.json'),
    ],
  },
  codex: {
    format: 'toml',
    serversMember: 'mcp_servers',
    members: {},
    title: 'Codex',
    files: (user) => {
      const own = absolute(user, 'CODEX_HOME');
      return [inFolder(user, own ?? user.home, own === undefined ? '.codex' : '', 'config.toml')];
    },
  },
  gemini: {
    ...JSON_SERVERS,
    title: 'Gemini CLI',
    files: (user) => [inFolder(user, user.home, '.gemini', 'settings.json')],
  },
  copilot: {
    ...JSON_SERVERS,
    members: { type: 'local', tools: ['*'] },
    title: 'Copilot CLI',
    files: (user) => {
      const own = absolute(user, 'COPILOT_HOME');
      const folder = own === undefined ? '.copilot' : '';
      return [inFolder(user, own ?? user.home, folder, 'mcp-config.json')];
    },
  },
  opencode: {
    format: 'jsonc',
    serversMember: 'mcp',
    members: { type: 'local', enabled: true },
    isOneList: true,
    asksNobody: true,
    title: 'opencode',
    files: (user) => {
      const { join } = pathsOf(user);
      const base = absolute(user, 'XDG_CONFIG_HOME') ?? join(user.home, '.config');
      const folder = join(base, 'opencode');
      return ['opencode.jsonc', 'opencode.json'].map((name) => ({
        path: join(folder, name),
        folder: name === 'opencode.json' ? folder : join(folder, name),
      }));
    },
  },
  zed: {
    format: 'jsonc',
    serversMember: 'context_servers',
    members: {},
    title: 'Zed',
    files: (user) =>
      user.platform === 'win32'
        ? [inFolder(user, applicationData(user), 'Zed', 'settings.json')]
        : [inFolder(user, xdgConfiguration(user), 'zed', 'settings.json')],
  },
} as const satisfies Readonly<Record<string, Assistant>>;

export type AssistantId = keyof typeof ASSISTANTS;

function inFolder(
  user: UserContext,
  base: string,
  folder: string,
  name: string,
): ConfigurationPath {
  const { join } = pathsOf(user);
  return { path: join(base, folder, name), folder: join(base, folder) };
}

/** Where desktop programs keep their settings. */
function applicationData(user: UserContext): string {
  const { join } = pathsOf(user);
  if (user.platform === 'win32') {
    return absolute(user, 'APPDATA') ?? join(user.home, 'AppData', 'Roaming');
  }
  if (user.platform === 'darwin') return join(user.home, 'Library', 'Application Support');
  return xdgConfiguration(user);
}

function localData(user: UserContext): string {
  return absolute(user, 'LOCALAPPDATA') ?? pathsOf(user).join(user.home, 'AppData', 'Local');
}

/** Zed uses this folder on macOS too; `XDG_CONFIG_HOME` counts on Linux only. */
function xdgConfiguration(user: UserContext): string {
  const own = user.platform === 'darwin' ? undefined : absolute(user, 'XDG_CONFIG_HOME');
  return own ?? pathsOf(user).join(user.home, '.config');
}

function absolute(user: UserContext, name: string): string | undefined {
  const value = user.environment[name];
  return value !== undefined && pathsOf(user).isAbsolute(value) ? value : undefined;
}

function pathsOf({ platform }: UserContext): typeof posix {
  return platform === 'win32' ? win32 : posix;
}
