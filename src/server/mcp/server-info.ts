import manifest from '../../../package.json' with { type: 'json' };

/** How the endpoint names itself to clients of MCP. */
export const SERVER_INFO = {
  name: 'fleet-cloud',
  title: 'Fleet Cloud',
  version: manifest.version,
} as const;
