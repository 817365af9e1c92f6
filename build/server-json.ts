// Writes server.json, by which the MCP registry knows the bridge: `node build/server-json.ts [FILE]`.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAME = 'server.json';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { name, version, mcpName } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const server = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  // The registry takes a package only if its `mcpName` is this name.
  name: mcpName,
  title: 'Fleet Cloud',
  description: "See and operate an organisation's machines and the agent skills they run.",
  version,
  packages: [
    {
      registryType: 'npm',
      identifier: name,
      version,
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
      environmentVariables: [
        {
          name: 'FLEET_BASE_URL',
          description: 'Where the service is.',
          placeholder: 'https://fleet.example.com',
          isRequired: true,
        },
        { name: 'FLEET_API_KEY', description: 'An API key.', isRequired: true, isSecret: true },
      ],
    },
  ],
  remotes: [
    {
      type: 'streamable-http',
      url: 'https://{host}/api/mcp',
      variables: {
        host: {
          description: 'Host of the service.',
          placeholder: 'fleet.example.com',
          isRequired: true,
        },
      },
      headers: [
        {
          name: 'Authorization',
          description: 'Bearer and an API key.',
          value: 'Bearer {api_key}',
          variables: { api_key: { description: 'An API key.', isRequired: true, isSecret: true } },
          isRequired: true,
          isSecret: true,
        },
      ],
    },
  ],
};

writeFileSync(resolve(process.argv[2] ?? join(root, NAME)), `${JSON.stringify(server, null, 2)}\n`);
