import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet, startFleet } from '../../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const data = join(mkdtempSync(join(tmpdir(), 'fleet-serve-')), 'data');
const inData = ['--data', data];

let server: ReturnType<typeof startFleet>;
let ready: { base_url: string; keys: Record<'read' | 'run' | 'admin', string> };

beforeAll(async () => {
  server = startFleet(['serve', '--json', '--listen', '127.0.0.1:0', ...inData]);
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  ready = JSON.parse(line);
});
afterAll(() => server.kill('SIGKILL'));

const fleet = (args: readonly string[], key = ready.keys.admin) =>
  runFleet(args, { env: { FLEET_BASE_URL: ready.base_url, FLEET_API_KEY: key } });

test('fleet serve tells in one line where it is and which keys it made', () => {
  expect(ready.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(Object.keys(ready.keys)).toEqual(['read', 'run', 'admin']);
});

test('a key is created, works, is revoked, and works no more', async () => {
  proves('UI-admin-key', 'UI-exit-4', 'UI-exit-5');
  const args = ['admin', 'key', 'create', '--name', 'ci', '--scope', 'fleet:read', '--json'];
  const created = JSON.parse((await fleet([...args, ...inData])).stdout);
  expect(created).toMatchObject({ name: 'ci', scope: 'fleet:read' });
  expect((await fleet(['cloud', 'list-machines'], created.key)).code).toBe(0);
  const beyond = ['cloud', 'run-skill', 'a', 'b'];
  expect((await fleet(beyond, created.key)).code).toBe(5);
  const revoked = await fleet(['admin', 'key', 'revoke', created.id, ...inData]);
  expect(revoked.code).toBe(0);
  expect((await fleet(['cloud', 'list-machines'], created.key)).code).toBe(4);
  const listed = JSON.parse((await fleet(['admin', 'key', 'list', ...inData])).stdout);
  expect(listed.keys).toContainEqual(
    expect.objectContaining({ id: created.id, revoked_at: expect.any(String) }),
  );
  expect(JSON.stringify(listed)).not.toContain(created.key);
});

test('a machine is paired, listed, and disconnected', async () => {
  proves('UI-admin-machine-pair');
  const pair = await fleet(['admin', 'machine', 'pair', '--name', 'box', ...inData]);
  expect(pair.stderr).toBe('');
  expect(JSON.parse(pair.stdout)).toMatchObject({ name: 'box', token: expect.any(String) });
  const names = async () => {
    const { stdout } = await fleet(['admin', 'machine', 'list', ...inData]);
    return JSON.parse(stdout).machines.map(({ name }: { name: string }) => name);
  };
  expect(await names()).toEqual(['box']);
  const again = ['admin', 'machine', 'pair', '--name', 'box', ...inData];
  const second = await fleet(again);
  expect(second.stderr).toBe(
    `${JSON.parse(pair.stdout).id} is called "box" too: use their ids, rename one with ` +
      'fleet cloud rename-machine, or have one that is gone forgotten with ' +
      'fleet cloud disconnect-machine ID.\n',
  );
  const { id } = JSON.parse(second.stdout);
  expect(await fleet(['admin', 'machine', 'disconnect', id, ...inData])).toMatchObject({ code: 0 });
  expect((await fleet(['admin', 'machine', 'disconnect', 'box', ...inData])).code).toBe(0);
  expect(await names()).toEqual([]);
  expect((await fleet(['admin', 'machine', 'disconnect', 'box', ...inData])).code).toBe(6);
});

test('the token is written for its user alone, found in the folder of the machine, and ends it with 4 once disconnected', async () => {
  proves('FIRST-machine-token');
  const cwd = newTemporaryFolder();
  mkdirSync(join(cwd, 'leaver'));
  const here = { cwd, env: { FLEET_BASE_URL: ready.base_url } };
  const none = await runFleet(['machine', '--folder', 'leaver'], here);
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('--token-file') });
  const zeros = await runFleet(['machine', '--token-file', '/dev/zero'], here);
  expect(zeros).toMatchObject({ code: 2, stderr: expect.stringContaining('/dev/zero must hold') });
  const out = ['--token-out', 'leaver/token', ...inData];
  const pair = await runFleet(['admin', 'machine', 'pair', '--name', 'leaver', ...out], here);
  const file = join(cwd, 'leaver/token');
  expect(JSON.parse(pair.stdout)).toMatchObject({ name: 'leaver', token_file: file });
  expect(pair.stdout).not.toContain('fleetm_');
  expect(readFileSync(file, 'utf8')).toMatch(/^fleetm_\S+\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = await runFleet(['admin', 'machine', 'pair', '--name', 'two', ...out], here);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already') });
  expect((await fleet(['admin', 'machine', 'list', ...inData])).stdout).not.toContain('"two"');

  chmodSync(file, 0o644);
  const machine = startFleet(['machine', '--folder', 'leaver'], here);
  let terminal = '';
  machine.stderr.on('data', (bytes: Buffer) => {
    terminal += bytes.toString();
  });
  const ended = once(machine, 'close');
  await once(machine.stdout, 'data');
  await fleet(['admin', 'machine', 'disconnect', 'leaver', ...inData]);
  expect((await ended)[0]).toBe(4);
  expect(terminal).toContain(`can read the token: chmod 600 ${file}\n`);
  expect(terminal).toContain(
    `remove ${file}, and pair the machine again: ` +
      `fleet admin machine pair --name NAME --token-out ${file}"`,
  );
  const warning =
    'jobs run as root, with all its rights: name another user in run_as of fleet.yaml\n';
  expect(terminal.includes(warning)).toBe(process.geteuid?.() === 0);
});

test('the organisation is shown; a wrong scope is usage', async () => {
  const show = await fleet(['admin', 'org', 'show', ...inData, '-o', 'name']);
  expect(show.stdout).toMatch(/^org_\w+\n$/);
  const args = ['admin', 'key', 'create', '--name', 'x', '--scope', 'all', ...inData];
  expect((await fleet(args)).code).toBe(2);
});

test('SIGTERM ends the server within a second', async () => {
  proves('UI-serve-stop');
  const startedAt = performance.now();
  server.kill('SIGTERM');
  const [code] = await once(server, 'close');
  expect(code).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
