import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackExtension } from '@anthropic-ai/mcpb';
import { McpbManifestSchema } from '@anthropic-ai/mcpb/schemas/0.3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probe } from '../../../src/bridge/assistants/probe.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { startTestServer } from '../../support/test-server.ts';

proves('BRIDGE-mcpb');

const folder = mkdtempSync(join(tmpdir(), 'fleet-mcpb-test-'));
const unpacked = join(folder, 'unpacked');

beforeAll(async () => {
  const bundle = join(folder, 'fleet.mcpb');
  execFileSync(process.execPath, ['build/package-mcpb.ts', bundle], { stdio: 'pipe' });
  await unpackExtension({ mcpbPath: bundle, outputDir: unpacked, silent: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readManifest() {
  return McpbManifestSchema.parse(
    JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')),
  );
}

/** What an assistant puts in for the manifest's places. */
function filledIn(text: string, settings: Readonly<Record<string, string>>): string {
  return text
    .replace(/\$\{__dirname\}/g, unpacked)
    .replace(/\$\{user_config\.(\w+)\}/g, (_place, name: string) => settings[name] ?? '');
}

test('the manifest is valid and asks for the key as a sensitive setting', () => {
  const manifest = readManifest();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(manifest).toMatchObject({ name: 'fleet', version, tools_generated: true });
  expect(manifest.user_config).toMatchObject({
    base_url: { type: 'string', required: true },
    api_key: { type: 'string', required: true, sensitive: true },
  });
  expect(manifest.user_config?.['base_url']?.sensitive).toBeUndefined();
  expect(manifest.server.mcp_config.args?.join(' ')).not.toContain('user_config');
});

test('it is the bridge in one file with the notices that it needs, and nothing of this computer', () => {
  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const notices = ['LICENSE', 'THIRD-PARTY-NOTICES.txt'];
  expect(files.sort()).toEqual([...notices, 'bridge.cjs', 'manifest.json']);
  const { entry_point } = readManifest().server;
  expect(readFileSync(join(unpacked, entry_point), 'utf8')).not.toContain(process.cwd());
});

test('unpacked anywhere it starts as the assistant starts it, and offers the tools of the key', async () => {
  const server = await startTestServer();
  const { args = [], env = {} } = readManifest().server.mcp_config;
  const settings = { base_url: server.baseUrl, api_key: server.keys.read };
  const environment = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, filledIn(value, settings)]),
  );
  const probed = await probe(
    { command: process.execPath, args: args.map((arg) => filledIn(arg, settings)) },
    {
      environment: { ...environment, HOME: folder, PATH: process.env['PATH'] },
      platform: process.platform,
      clock: createFakeClock(),
      timeoutMs: 10_000,
      version: '0',
    },
  );
  expect(probed).toMatchObject({ kind: 'responded', tools: expect.arrayContaining(['list_jobs']) });
});
