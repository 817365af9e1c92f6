import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { openWorkspaceWithFleet } from '../../../support/secret/secret-workspace.ts';

/** The text of every file below a folder. */
async function everyFile(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  return (await Promise.all(texts)).join('\n');
}

test('neither the key nor a value is in what is told, logged or left, whatever is asked for', async () => {
  proves('RULE-7', 'UI-keys-hidden');
  const fleet = await openWorkspaceWithFleet();
  const words = [
    ['secret', 'new', 'build-01', 'A', '--dotenv', 'value', '--verbose'],
    ['secret', 'new', 'build-01', 'A', '--dotenv', 'value', '--verbose', '--json'],
    ['secret', 'new', 'build-01', 'B', '--stdout', '--verbose', '--json'],
    ['secret', 'new', 'build-01', 'C', '--verbose', '--', 'sh', '-c', ': "$C"'],
    ['secret', 'new', 'nobody', 'D', '--stdout', '--verbose', '--json'],
    ['secret', 'list', '--json'],
    ['secret', 'resume'],
  ];
  const told: string[] = [];
  for (const args of words) {
    const { stderr, stdout } = await fleet.fleet(args);
    told.push(stderr, args.includes('--stdout') ? '' : stdout);
  }
  const values = Object.values(await fleet.kept());
  expect(values).toHaveLength(3);
  const [inFile, ...others] = values;
  const files = await everyFile(fleet.folder);
  const everything = `${told.join('\n')}\n${files}\n${fleet.server.log.join('\n')}`;
  for (const text of [...others, fleet.server.keys.admin]) expect(everything).not.toContain(text);
  expect(everything.split(inFile ?? '')).toHaveLength(2);
});

test('the flow is no operation: neither fleet cloud nor MCP offer it', async () => {
  proves('UI-secret-not-offered');
  const fleet = await openWorkspaceWithFleet();
  const cloud = await fleet.fleet(['cloud', '-o', 'name']);
  expect(cloud.code).toBe(0);
  expect(cloud.stdout).toContain('list_machines');
  expect(cloud.stdout).not.toMatch(/secret|claim/);
  expect((await fleet.fleet(['cloud', 'secret-new', 'build-01', 'A'])).code).toBe(2);
  const listed = await fleet.server.call('/api/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { accept: 'application/json, text/event-stream' },
  });
  expect(listed.text).toContain('list_machines');
  expect(listed.text).not.toMatch(/"name":"[^"]*(secret|claim)/);
});

test('fleet help secrets says what is protected against what', async () => {
  proves('UI-secret-help');
  const fleet = await openWorkspaceWithFleet();
  const { code, stdout } = await fleet.fleet(['help', 'secrets']);
  expect(code).toBe(0);
  for (const words of ['Protected against', 'Not protected against', 'fleet secret resume']) {
    expect(stdout).toContain(words);
  }
});
