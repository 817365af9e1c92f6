// Builds the bundle for desktop assistants: `node build/package-mcpb.ts [FILE]`, by default
// mcpb/fleet-VERSION.mcpb. It holds the bridge as one file; the assistant brings Node and keeps the key.
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packExtension } from '@anthropic-ai/mcpb';
import { rolldown } from 'rolldown';
import { bundling } from './bundling.ts';
import type { Publisher } from './release/faults.ts';
import { licenseOf } from './release/stage.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { version, license, engines } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
);
const ENTRY = 'server/bridge.cjs';
const publisher: Publisher = JSON.parse(
  await readFile(join(root, 'build', 'publisher.json'), 'utf8'),
);
const holder = publisher.copyright_holder;
/** What the licences of the code in it ask for. */
const NOTICES = 'THIRD-PARTY-NOTICES.txt';
const target = resolve(process.argv[2] ?? join(root, 'mcpb', `fleet-${version}.mcpb`));

/** A place that the assistant fills in, written as the manifest wants it. */
const filledIn = (name: string) => `\${${name}}`;

/** Version 0.3 has all that is needed here and is what today's assistants read; 0.4 adds Python's uv. */
const manifest = {
  manifest_version: '0.3',
  name: 'fleet',
  display_name: 'Fleet Cloud',
  version,
  description: "See and operate an organisation's machines and the agent skills they run.",
  // The format wants one; where the publisher is not known it is the name of the product.
  author: { name: holder ?? 'Fleet Cloud' },
  ...(publisher.repository && { repository: { type: 'git', url: publisher.repository } }),
  license,
  server: {
    type: 'node',
    entry_point: ENTRY,
    mcp_config: {
      command: 'node',
      args: [`${filledIn('__dirname')}/${ENTRY}`, 'mcp'],
      env: {
        FLEET_BASE_URL: filledIn('user_config.base_url'),
        FLEET_API_KEY: filledIn('user_config.api_key'),
      },
    },
  },
  // The tools are those of the service's catalogue that the key may use.
  tools_generated: true,
  user_config: {
    base_url: {
      type: 'string',
      title: 'Address of the service',
      description: 'For example https://fleet.example.com',
      required: true,
    },
    api_key: {
      type: 'string',
      title: 'API key',
      description: 'What the assistant may do is what this key may do.',
      required: true,
      sensitive: true,
    },
  },
  compatibility: {
    platforms: ['darwin', 'win32', 'linux'],
    runtimes: { node: engines.node },
  },
};

const folder = await mkdtemp(join(tmpdir(), 'fleet-mcpb-'));
try {
  await bundleBridge(join(folder, ENTRY));
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile(join(root, NOTICES), join(folder, NOTICES));
  const text = await readFile(join(root, 'LICENSE'), 'utf8');
  const licence = holder === null ? text : licenseOf(text, holder, new Date().getUTCFullYear());
  await writeFile(join(folder, 'LICENSE'), licence);
  await mkdir(dirname(target), { recursive: true });
  const isPacked = await packExtension({ extensionPath: folder, outputPath: target, silent: true });
  if (!isPacked) throw new Error('the bundle could not be packed');
  process.stdout.write(`${target}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The bridge and all that it imports as one file. */
async function bundleBridge(file: string): Promise<void> {
  const bundle = await rolldown({ ...bundling(root), input: join(root, 'src/mcp.ts') });
  await bundle.write({ file, format: 'cjs', minify: true, codeSplitting: false });
  await bundle.close();
}
