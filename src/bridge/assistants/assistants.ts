import { applicationData, xdgConfiguration } from '../../base/paths/desktop-folders.ts';
import { pathRules } from '../../base/paths/path-rules.ts';
import { absoluteVariable, localData, type UserPlace } from '../../base/paths/user-folders.ts';

/** How an assistant is configured. */
export interface Assistant {
  /** Its name for people. */
  readonly title: string;
  readonly format: 'jsonc' | 'toml';
  /** The member of its configuration that holds the servers by name. */
  readonly serversMember: string;
  /** The member that holds further configurations by folder; in its folder the servers of one go first. */
  readonly foldersMember?: string;
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
  readonly files: (user: UserPlace) => readonly ConfigurationPath[];
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
    foldersMember: 'projects',
    title: 'Claude Code',
    files: (user) => {
      const { join } = pathRules(user.platform);
      const own = absoluteVariable(user, 'CLAUDE_CONFIG_DIR');
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
      inFolder(
        user,
        applicationData(user),
        pathRules(user.platform).join('Code', 'User'),
        'mcp.json',
      ),
    ],
  },
  windsurf: {
    ...JSON_SERVERS,
    title: 'Windsurf',
    files: (user) => [
      inFolder(
        user,
        user.home,
        pathRules(user.platform).join('.codeium', 'windsurf'),
        'mcp_config.json',
      ),
    ],
  },
  codex: {
    format: 'toml',
    serversMember: 'mcp_servers',
    members: {},
    title: 'Codex',
    files: (user) => {
      const own = absoluteVariable(user, 'CODEX_HOME');
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
      const own = absoluteVariable(user, 'COPILOT_HOME');
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
      const { join } = pathRules(user.platform);
      const base = absoluteVariable(user, 'XDG_CONFIG_HOME') ?? join(user.home, '.config');
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

function inFolder(user: UserPlace, base: string, folder: string, name: string): ConfigurationPath {
  const { join } = pathRules(user.platform);
  return { path: join(base, folder, name), folder: join(base, folder) };
}
