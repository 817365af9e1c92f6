/** The assistants of the interface (`UI-mcp-install`), with where each has its file on Linux. */
export const CONFIGURATIONS = {
  'claude-desktop': {
    file: '.config/Claude/claude_desktop_config.json',
    servers: 'mcpServers',
    members: {},
  },
  'claude-code': { file: '.claude.json', servers: 'mcpServers', members: { type: 'stdio' } },
  cursor: { file: '.cursor/mcp.json', servers: 'mcpServers', members: {} },
  vscode: { file: '.config/Code/User/mcp.json', servers: 'servers', members: { type: 'stdio' } },
  windsurf: { file: '.codeium/windsurf/mcp_config.json', servers: 'mcpServers', members: {} },
  codex: { file: '.codex/config.toml', servers: 'mcp_servers', members: {} },
  gemini: { file: '.gemini/settings.json', servers: 'mcpServers', members: {} },
  opencode: {
    file: '.config/opencode/opencode.json',
    servers: 'mcp',
    members: { type: 'local', enabled: true },
  },
  copilot: {
    file: '.copilot/mcp-config.json',
    servers: 'mcpServers',
    members: { type: 'local', tools: ['*'] },
  },
  zed: { file: '.config/zed/settings.json', servers: 'context_servers', members: {} },
} as const;

export type ClientName = keyof typeof CONFIGURATIONS;

export const CLIENT_NAMES = Object.keys(CONFIGURATIONS) as readonly ClientName[];
