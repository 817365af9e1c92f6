import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';

proves('BRIDGE-registry');

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const server = read('../../../server.json');
const packageFile = read('../../../package.json');

/** The registry's schema, of which the copy here lacks one of the examples. */
function compileSchema() {
  // The registry's schema has annotations such as `example`, which a strict validator refuses.
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(read('./server.schema.json'));
}

test('server.json is valid by the schema of 2025-12-11', () => {
  const isValid = compileSchema();
  expect(isValid(server), JSON.stringify(isValid.errors)).toBe(true);
  expect(server.$schema).toBe(
    'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  );
  expect(isValid({ ...server, name: 'no-slash' })).toBe(false);
  expect(isValid({ ...server, description: 'x'.repeat(101) })).toBe(false);
});

test('it names this package, which names it', () => {
  expect(server.name).toBe(packageFile.mcpName);
  expect(server.version).toBe(packageFile.version);
  const [npm] = server.packages;
  expect(npm).toMatchObject({
    registryType: 'npm',
    identifier: packageFile.name,
    version: packageFile.version,
    transport: { type: 'stdio' },
    packageArguments: [{ type: 'positional', value: 'mcp' }],
  });
});

test('the key is asked for as a secret and is in no argument', () => {
  const [npm] = server.packages;
  const variables = npm.environmentVariables.map(
    ({ name, isSecret = false }: { name: string; isSecret?: boolean }) => [name, isSecret],
  );
  expect(variables).toEqual([
    ['FLEET_BASE_URL', false],
    ['FLEET_API_KEY', true],
  ]);
  expect(server.remotes[0].headers[0]).toMatchObject({ name: 'Authorization', isSecret: true });
});
