import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';

const VALUE = new TextEncoder().encode('the value');

/** A service on which a name means the machine that the test says, which always answers. */
async function openNamingService() {
  const meant = { id: 'mac_1', name: 'prod-db', hostname: 'db.example' };
  const service = await openSealingService({
    claims: [VALUE],
    others: ({ method, path }) =>
      method === 'GET' && path.includes('/machines/') ? { body: { ...meant } } : undefined,
  });
  const paths = () =>
    service.service.requests
      .map(({ path }) => path)
      .filter((path) => path.endsWith('/secrets'))
      .map((path) => path.split('/').at(-2));
  return { ...service, meant, paths };
}

test('the machine that answered is named with its id, and is asked by it', async () => {
  proves('UI-secret-machine');
  const service = await openNamingService();
  const run = await service.fleet(['secret', 'new', 'db.example', 'A', '--stdout']);
  expect([run.code, run.stdout]).toEqual([0, 'the value']);
  expect(run.stderr).toContain('A of prod-db (mac_1) was passed to stdout.');
  expect(service.paths()).toEqual(['mac_1']);
  const report = await service.fleet(['secret', 'new', 'mac_1', 'A', '--file', 'f', '--json']);
  expect(JSON.parse(report.stdout)).toMatchObject({ machine: 'prod-db', machine_id: 'mac_1' });
});

test('where a name has come to mean another machine, nothing is asked of it without a person', async () => {
  proves('UI-secret-other-machine');
  const service = await openNamingService();
  const ask = (machine: string, ...more: string[]) =>
    service.fleet(['secret', 'new', machine, 'A', '--dotenv', '.env', '--json', ...more]);
  expect((await ask('prod-db')).code).toBe(0);
  service.meant.id = 'mac_2';
  for (const more of [[], ['--yes'], ['--force', '--yes']]) {
    const refused = await ask('prod-db', ...more);
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'other_machine']);
    expect(errorOf(refused).detail).toMatch(/mac_1.*mac_2/);
    expect(errorOf(refused).advice).toContain('fleet secret new mac_2 A');
  }
  expect(service.paths()).toEqual(['mac_1']);
  // Another service, and so another profile's names, knows nothing of it.
  const other = await openNamingService();
  other.meant.id = 'mac_9';
  const env = { FLEET_BASE_URL: other.service.baseUrl };
  const there = await service.fleet(['secret', 'new', 'prod-db', 'B', '--dotenv', '.env'], { env });
  expect(there.code).toBe(0);
  expect((await ask('mac_2')).code).toBe(0);
  expect((await ask('prod-db')).code).toBe(0);
  expect((await ask('db.example')).code).toBe(0);
  expect(service.paths()).toEqual(['mac_1', 'mac_2', 'mac_2', 'mac_2']);
  // A machine that calls itself so is not accepted by its id as that one.
  Object.assign(service.meant, { id: 'mac_3', name: 'other', hostname: 'prod-db' });
  expect((await ask('mac_3')).code).toBe(0);
  expect(errorOf(await ask('prod-db')).code).toBe('other_machine');
});

function asFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

function asLink(path: string): void {
  renameSync(path, `${path}.x`);
  symlinkSync(`${path}.x`, path);
}

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  empty: (path) => writeFileSync(path, ''),
  'cut off': (path) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 30)),
  'of another kind': (path) => writeFileSync(path, '{"version":1,"machines":[]}'),
  'a folder': asFolder,
  'a link': asLink,
};

test('where the file of what names meant is damaged in any way, a name is a question and an id is not', async () => {
  proves('UI-secret-other-machine');
  const service = await openNamingService();
  const ask = (machine: string) =>
    service.fleet(['secret', 'new', machine, 'A', '--dotenv', '.env', '--json', '--yes']);
  expect((await ask('prod-db')).code).toBe(0);
  const folder = join(service.folder, 'state', 'machines');
  const [name = ''] = readdirSync(folder);
  const path = join(folder, name);
  const asked = ['mac_1'];
  for (const [place, [what, damage]] of Object.entries(DAMAGES).entries()) {
    const id = `mac_${place + 2}`;
    damage(path);
    service.meant.id = id;
    const refused = await ask('prod-db');
    expect([what, refused.code, errorOf(refused).code]).toEqual([
      what,
      2,
      'machine_names_unusable',
    ]);
    expect(errorOf(refused).detail).toContain(path);
    // What follows is the same in whatever way it was damaged.
    if (place === 0) {
      expect((await ask(id)).code).toBe(0);
      expect((await ask('prod-db')).code).toBe(2);
      asked.push(id);
    }
    expect([what, service.paths()]).toEqual([what, asked]);
    rmSync(path, { recursive: true });
    expect([what, (await ask('prod-db')).code]).toEqual([what, 0]);
    asked.push(id);
  }
}, 60_000);

test('a person is asked about the other machine, and only once', async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-secret-other-machine', 'UI-exit-3');
  const service = await openNamingService();
  const { env, folder: cwd } = service;
  const words = ['secret', 'new', 'prod-db', 'A', '--dotenv', '.env', '--no-color'];
  expect((await service.fleet(words.slice(0, -1))).code).toBe(0);
  service.meant.id = 'mac_2';
  const declined = await runOnTerminal([...words, '--yes'], { env, cwd, typed: 'n\r' });
  expect(declined.code).toBe(3);
  expect(declined.output).toContain('prod-db');
  expect(declined.output).toContain('mac_1');
  expect(service.paths()).toEqual(['mac_1']);
  expect((await runOnTerminal([...words, '--yes'], { env, cwd, typed: 'y\r' })).code).toBe(0);
  expect((await runOnTerminal([...words, '--yes'], { env, cwd })).code).toBe(0);
  expect(service.paths()).toEqual(['mac_1', 'mac_2', 'mac_2']);
});

test.for([
  ['--force', ['--file', 'value', '--force'], /Type A to continue: /, 'A\r'],
  ['the value of an env file', ['--dotenv', 'env'], /\[y\/N\]/, 'y\r'],
] as const)('a yes to %s is for the machine that was shown, by its id', async (asked, { skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-secret-force', 'UI-secret-machine');
  const [, more, prompt, yes] = asked;
  const service = await openNamingService();
  const { env, folder: cwd } = service;
  writeFileSync(join(cwd, 'env'), 'A=typed-by-hand\n', { mode: 0o600 });
  const words = ['secret', 'new', 'db.example', 'A', ...more, '--no-color'];
  const run = (answer: string) => {
    const typed = async () => {
      service.meant.id = 'mac_2';
      return answer;
    };
    return runOnTerminal(words, { env, cwd, steps: [{ prompt, typed }] });
  };
  const declined = await run('\r');
  expect([declined.code, service.paths()]).toEqual([3, []]);
  expect(declined.output).toContain('machine db.example (prod-db, mac_1), name A');
  // What nobody agreed to is not kept as what the name meant.
  service.meant.id = 'mac_3';
  expect([(await run(yes)).code, service.paths()]).toEqual([0, ['mac_3']]);
});

test('the report as JSON has no sequence of a name for the terminal', async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-output-sanitised');
  const service = await openNamingService();
  const { env, folder: cwd } = service;
  service.meant.name = 'a\u009b31m\u202eb';
  const words = ['secret', 'new', 'mac_1', 'A', '--stdout', '--show', '--json'];
  const { code, output } = await runOnTerminal(words, { env, cwd });
  expect([code, output]).toEqual([0, expect.stringContaining('"machine":"a\\u009b31m\\u202eb"')]);
});

test('a sink that cannot take the value is told before anybody is asked', async () => {
  proves('UI-secret-one-sink');
  const service = await openNamingService();
  const words = ['secret', 'new', 'prod-db', 'A', '--file', '.', '--force', '--json'];
  const run = await service.fleet(words);
  expect([run.code, errorOf(run).code]).toEqual([11, 'file_exists']);
  expect(service.service.requests).toEqual([]);
});

test('resume and discard take the id of the command as well', async () => {
  proves('UI-secret-command-id');
  const service = await openSealingService({ claims: ['pending', 'pending', VALUE] });
  const words = ['secret', 'new', 'box', 'A', '--file', 'value', '--follow-timeout', '0.2s'];
  const pending = await service.fleet([...words, '--json']);
  expect([pending.code, errorOf(pending).command_id]).toEqual([8, 'cmd_1']);
  expect((await service.fleet(['secret', 'resume', 'cmd_1'])).code).toBe(0);
  expect(await service.file('value')).toBe('the value');
  const unknown = await service.fleet(['secret', 'resume', 'cmd_1', '--json']);
  expect([unknown.code, errorOf(unknown).detail]).toEqual([6, expect.stringContaining('"cmd_1"')]);
  const other = await openSealingService({ claims: ['pending'] });
  await other.fleet(words);
  const discarded = await other.fleet(['secret', 'discard', 'cmd_1', '--json']);
  expect(JSON.parse(discarded.stdout)).toMatchObject({ state: 'discarded', machine: 'box' });
  expect(discarded.stderr).toBe(
    'The request is not taken back: box may still make A, and then nobody has its value. Ask again with `fleet secret new box A`.\n',
  );
  expect(await other.traces()).toEqual([]);
});
