import { expect, test } from 'vitest';
import type { UserPlace } from '../../../src/base/paths/user-folders.ts';
import { ASSISTANTS } from '../../../src/bridge/assistants/assistants.ts';
import { CLIENT_NAMES } from '../../support/assistants/configurations.ts';
import { proves } from '../../support/proves.ts';

proves('UI-mcp-install', 'BRIDGE-install-places');

const MAC: UserPlace = { platform: 'darwin', home: '/people/ada', environment: {} };
const LINUX: UserPlace = { platform: 'linux', home: '/people/eve', environment: {} };
const WINDOWS: UserPlace = {
  platform: 'win32',
  home: 'C:\\Users\\Ada L',
  environment: {
    APPDATA: 'D:\\Roaming',
    LOCALAPPDATA: 'D:\\Local',
  },
};

const FILES = {
  'claude-desktop': {
    mac: ['/people/ada/Library/Application Support/Claude/claude_desktop_config.json'],
    linux: ['/people/eve/.config/Claude/claude_desktop_config.json'],
    windows: [
      'D:\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json',
      'D:\\Roaming\\Claude\\claude_desktop_config.json',
    ],
  },
  'claude-code': {
    mac: ['/people/ada/.claude.json'],
    linux: ['/people/eve/.claude.json'],
    windows: ['C:\\Users\\Ada L\\.claude.json'],
  },
  cursor: {
    mac: ['/people/ada/.cursor/mcp.json'],
    linux: ['/people/eve/.cursor/mcp.json'],
    windows: ['C:\\Users\\Ada L\\.cursor\\mcp.json'],
  },
  vscode: {
    mac: ['/people/ada/Library/Application Support/Code/User/mcp.json'],
    linux: ['/people/eve/.config/Code/User/mcp.json'],
    windows: ['D:\\Roaming\\Code\\User\\mcp.json'],
  },
  windsurf: {
    mac: ['/people/ada/.codeium/windsurf/mcp_config.json'],
    linux: ['/people/eve/.codeium/windsurf/mcp_config.json'],
    windows: ['C:\\Users\\Ada L\\.codeium\\windsurf\\mcp_config.json'],
  },
  codex: {
    mac: ['/people/ada/.codex/config.toml'],
    linux: ['/people/eve/.codex/config.toml'],
    windows: ['C:\\Users\\Ada L\\.codex\\config.toml'],
  },
  gemini: {
    mac: ['/people/ada/.gemini/settings.json'],
    linux: ['/people/eve/.gemini/settings.json'],
    windows: ['C:\\Users\\Ada L\\.gemini\\settings.json'],
  },
  opencode: {
    mac: [
      '/people/ada/.config/opencode/opencode.jsonc',
      '/people/ada/.config/opencode/opencode.json',
    ],
    linux: [
      '/people/eve/.config/opencode/opencode.jsonc',
      '/people/eve/.config/opencode/opencode.json',
    ],
    windows: [
      'C:\\Users\\Ada L\\.config\\opencode\\opencode.jsonc',
      'C:\\Users\\Ada L\\.config\\opencode\\opencode.json',
    ],
  },
  copilot: {
    mac: ['/people/ada/.copilot/mcp-config.json'],
    linux: ['/people/eve/.copilot/mcp-config.json'],
    windows: ['C:\\Users\\Ada L\\.copilot\\mcp-config.json'],
  },
  zed: {
    mac: ['/people/ada/.config/zed/settings.json'],
    linux: ['/people/eve/.config/zed/settings.json'],
    windows: ['D:\\Roaming\\Zed\\settings.json'],
  },
} as const;

test.each(CLIENT_NAMES)('%s reads its file on macOS, Linux and Windows', (client) => {
  const paths = (place: UserPlace) => ASSISTANTS[client].files(place).map(({ path }) => path);
  expect(paths(MAC)).toEqual(FILES[client].mac);
  expect(paths(LINUX)).toEqual(FILES[client].linux);
  expect(paths(WINDOWS)).toEqual(FILES[client].windows);
});

test('the variables that move a folder are followed, and only absolute ones', () => {
  const linux = (environment: UserPlace['environment']): UserPlace => ({
    ...LINUX,
    environment,
  });
  const path = (client: keyof typeof FILES, environment: UserPlace['environment']) =>
    ASSISTANTS[client].files(linux(environment))[0]?.path;
  expect(path('codex', { CODEX_HOME: '/data/codex' })).toBe('/data/codex/config.toml');
  expect(path('codex', { CODEX_HOME: 'codex' })).toBe('/people/eve/.codex/config.toml');
  expect(path('claude-code', { CLAUDE_CONFIG_DIR: '/data/c' })).toBe('/data/c/.claude.json');
  expect(path('zed', { XDG_CONFIG_HOME: '/data/x' })).toBe('/data/x/zed/settings.json');
  expect(path('vscode', { XDG_CONFIG_HOME: '/data/x' })).toBe('/data/x/Code/User/mcp.json');
  const [mac] = ASSISTANTS.zed.files({ ...MAC, environment: { XDG_CONFIG_HOME: '/data/x' } });
  expect(mac?.path).toBe('/people/ada/.config/zed/settings.json');
});

test('Windows without its variables has the usual folders', () => {
  const [store, usual] = ASSISTANTS['claude-desktop'].files({ ...WINDOWS, environment: {} });
  expect(store?.folder).toBe(
    'C:\\Users\\Ada L\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude',
  );
  expect(usual?.folder).toBe('C:\\Users\\Ada L\\AppData\\Roaming\\Claude');
});
