/** What is started by itself. Each is bundled alone: what two of them use stands in the file of both. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  cli: 'src/main.ts',
  bridge: 'src/mcp.ts',
  'server-reader': 'src/server/database/sqlite/reader-worker.ts',
  keychain: 'src/profile/keychain/keychain-process.ts',
};
