import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runInShell } from '../../../support/run-in-shell.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf, openWorkspaceWithFleet } from '../../../support/secret/secret-workspace.ts';

const VALUE = new TextEncoder().encode('the value');

test('a file gets the exact bytes of what the machine keeps, for its owner alone', async () => {
  proves('UI-secret-file', 'UI-secret-one-sink', 'RULE-7');
  const fleet = await openWorkspaceWithFleet();
  const args = ['secret', 'new', 'build-01', 'DEPLOY_SECRET', '--file', 'value', '--json'];
  const run = await fleet.fleet(args);
  expect(run.code).toBe(0);
  const { DEPLOY_SECRET: value } = await fleet.kept();
  expect(await fleet.file('value')).toBe(value);
  expect((await stat(join(fleet.folder, 'value'))).mode & 0o777).toBe(0o600);
  expect(JSON.parse(run.stdout)).toEqual({
    id: expect.stringMatching(/^[a-z0-9]{12}$/),
    machine: 'build-01',
    machine_id: expect.stringMatching(/^mac_/),
    name: 'DEPLOY_SECRET',
    sink: 'file',
    path: expect.stringMatching(/\/value$/),
    state: 'delivered',
    command_id: expect.stringMatching(/^cmd_/),
  });
  expect(run.stdout + run.stderr).not.toContain(value);
  expect(await fleet.traces()).toEqual([]);
});

test('a value that cannot be written any more is told to be here, and resumes', async () => {
  proves('UI-secret-journal');
  const place: { folder?: string } = {};
  const service = await openSealingService({
    claims: [VALUE],
    asking: () => {
      rmSync(place.folder ?? '', { recursive: true });
      return { status: 202, body: { command_id: 'cmd_1' } };
    },
  });
  place.folder = join(service.folder, 'away');
  await mkdir(place.folder);
  const args = ['secret', 'new', 'm', 'A', '--file', 'away/value', '--json'];
  const run = await service.fleet(args);
  const error = errorOf(run);
  expect([run.code, error.code]).toEqual([1, 'not_delivered']);
  expect(error.advice).toBe(`Nothing is lost.\nContinue with: fleet secret resume ${error.id}`);
  await mkdir(place.folder);
  expect((await service.fleet(['secret', 'resume', error.id])).code).toBe(0);
  expect(await service.file('away/value')).toBe('the value');
});

test('a file that exists is refused before the machine is asked, a link to nothing too', async () => {
  proves('UI-secret-file', 'UI-secret-one-sink');
  const service = await openSealingService({ claims: [VALUE] });
  await writeFile(join(service.folder, 'there'), 'old', { mode: 0o644 });
  await symlink('nowhere', join(service.folder, 'link'));
  const ask = (...sink: string[]) => service.fleet(['secret', 'new', 'm', 'A', ...sink]);
  for (const path of ['there', 'link', '.']) {
    expect([path, (await ask('--file', path)).code]).toEqual([path, 11]);
  }
  for (const path of ['no/such/folder', 'there/is/a/file', 'x'.repeat(5000)]) {
    expect((await ask('--file', path)).code).toBe(2);
    expect((await ask('--dotenv', path)).code).toBe(2);
  }
  expect((await ask('--file', '')).code).toBe(2);
  expect((await ask('--dotenv', '.')).code).toBe(11);
  await writeFile(join(service.folder, 'utf16'), '\ufeffA=1\r\n', 'utf16le');
  const utf16 = await ask('--dotenv', 'utf16');
  expect([utf16.code, utf16.stderr]).toEqual([11, expect.stringContaining('it is UTF-16')]);
  const unclosed = '# ours\nA="1\nB=2\nC="3"\n';
  await writeFile(join(service.folder, 'unclosed'), unclosed);
  const quote = await ask('--dotenv', 'unclosed');
  expect([quote.code, quote.stderr]).toEqual([2, expect.stringMatching(/Line 2 of .*unclosed /)]);
  expect(await service.file('unclosed')).toBe(unclosed);
  expect(service.asked()).toEqual([]);
  expect(await service.file('there')).toBe('old');
  expect((await ask('--file', 'there', '--overwrite')).code).toBe(0);
  expect(await service.file('there')).toBe('the value');
  expect((await stat(join(service.folder, 'there'))).mode & 0o777).toBe(0o600);
  await symlink('there', join(service.folder, 'way'));
  await writeFile(join(service.folder, 'there'), 'old again');
  expect((await ask('--file', 'way', '--overwrite')).code).toBe(0);
  expect(await service.file('there')).toBe('the value');
  expect(await readlink(join(service.folder, 'way'))).toBe('there');
});

test('a value that readers would not read alike is written nowhere and resumed into a file', async () => {
  proves('UI-secret-dotenv', 'UI-secret-journal');
  const service = await openSealingService({ claims: [new TextEncoder().encode("it's $5")] });
  const run = await service.fleet(['secret', 'new', 'm', 'A', '--dotenv', '.env', '--json']);
  expect(run.code).toBe(11);
  const { error } = JSON.parse(run.stderr.split('\n').at(-2) ?? '');
  expect(error).toMatchObject({ code: 'value_does_not_fit', exit_code: 11 });
  expect(error.advice).toContain(`fleet secret resume ${error.id} --file PATH`);
  await expect(service.file('.env')).rejects.toThrow('ENOENT');
  const resumed = await service.fleet(['secret', 'resume', error.id, '--file', 'value'], {
    // What is here is delivered without the service.
    env: { FLEET_BASE_URL: '', FLEET_API_KEY: '' },
  });
  expect(resumed.code).toBe(0);
  expect(await service.file('value')).toBe("it's $5");
  expect(await service.traces()).toEqual([]);
});

test('stdout gets the exact bytes, and stderr the report', async () => {
  proves('UI-secret-stdout');
  const service = await openSealingService({ claims: ['pending', VALUE] });
  const run = await service.fleet(['secret', 'new', 'm', 'A', '--stdout', '--json', '--verbose']);
  expect([run.code, run.stdout]).toEqual([0, 'the value']);
  expect(run.stderr).toContain('"sink":"stdout","path":null,"state":"delivered"');
  expect(run.stderr).not.toContain('the value');
  expect(await service.traces()).toEqual([]);
});

test.each([
  ['json', /^{"id":"[a-z0-9]{12}",/m],
  ['jsonl', /^{"id":"[a-z0-9]{12}",/m],
  ['yaml', /^A of m was passed to the command in its environment; none .* \$A\.\n$/m],
])('FLEET_OUTPUT=%s decides how stderr reports, as --json does', async (format, report) => {
  proves('UI-formats');
  const service = await openSealingService({ claims: [VALUE] });
  const env = { FLEET_OUTPUT: format };
  const run = await service.fleet(['secret', 'new', 'm', 'A', '--', 'true'], { env });
  expect(run).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(report) });
});

test('where the reader of stdout went away, the value is not handed over a second time', async () => {
  proves('UI-secret-stdout', 'UI-secret-journal');
  const service = await openSealingService({ claims: [VALUE] });
  const child = service.start(['secret', 'new', 'm', 'A', '--stdout']);
  child.stdout.destroy();
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  const [entry] = await service.entries();
  expect(entry?.state).toBe('delivering');
  const again = await service.fleet(['secret', 'resume']);
  expect([again.code, again.stdout]).toEqual([11, '']);
  expect(again.stderr).toContain('delivery_unclear');
  const anew = await service.fleet(['secret', 'resume', '--stdout']);
  expect([anew.code, anew.stdout]).toEqual([0, 'the value']);
});

test('a closed stdout takes no value, and one that can take nothing more keeps it', async () => {
  proves('UI-secret-stdout', 'UI-secret-journal');
  const service = await openSealingService({ claims: [VALUE] });
  const shell = (script: string) => runInShell(script, service.env);
  const asked = 'fleet secret new m A --stdout';
  for (const nowhere of ['>&-', '>/dev/null']) {
    expect(await shell(`${asked} ${nowhere}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The value would be lost'),
    });
  }
  expect(service.asked()).toEqual([]);
  expect(await shell(`${asked} >/dev/full`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ENOSPC'),
  });
  expect(await shell('fleet secret resume --stdout')).toMatchObject({ stdout: 'the value' });
});

test('a command gets the value as NAME in its environment alone, and its exit code is passed on', async () => {
  proves('UI-secret-child');
  const service = await openSealingService({ claims: [VALUE] });
  const script = 'printf "%s|%s|" "$SOME_NAME" "$#"; tr "\\0" " " </proc/$$/cmdline; exit 7';
  const child = ['--', 'sh', '-c', script, 'sh', '--json', '--file'];
  const run = await service.fleet(['secret', 'new', 'm', 'SOME_NAME', '-o', 'table', ...child]);
  expect([run.code, run.stderr]).toEqual([7, expect.stringMatching(/ended with 7, .* SOME_NAME/)]);
  const [value, count, commandLine = ''] = run.stdout.split('|');
  expect([value, count]).toEqual(['the value', '2']);
  expect(commandLine).not.toContain('the value');
  expect(await service.traces()).toEqual([]);
});

test('signals reach the command, and its end by a signal is told', async () => {
  proves('UI-secret-child');
  const service = await openSealingService({ claims: [VALUE] });
  const run = async (script: string, signal: NodeJS.Signals) => {
    const child = service.start(['secret', 'new', 'm', 'A', '--', 'sh', '-c', script]);
    child.stdin.end();
    await once(child.stdout, 'data');
    child.kill(signal);
    return (await once(child, 'close'))[0];
  };
  const traps = 'trap "exit 9" INT; echo ready; while :; do sleep 0.05; done';
  expect(await run(traps, 'SIGINT')).toBe(9);
  expect(await run('echo ready; exec sleep 60', 'SIGTERM')).toBe(143);
});

test('a command that cannot be started is told before the machine is asked', async () => {
  proves('UI-secret-child', 'UI-secret-one-sink');
  const service = await openSealingService({ claims: [VALUE] });
  await writeFile(join(service.folder, 'text'), 'no program');
  const ask = (...command: string[]) =>
    service.fleet(['secret', 'new', 'm', 'A', '--', ...command]);
  expect((await ask('no-such-program')).code).toBe(127);
  expect((await ask('./no-such-program')).code).toBe(127);
  expect((await ask('./text')).code).toBe(126);
  expect(service.asked()).toEqual([]);
});

test('a command that fails to start after all has not got the value, which stays', async () => {
  proves('UI-secret-child', 'UI-secret-journal');
  const service = await openSealingService({ claims: [VALUE] });
  await writeFile(join(service.folder, 'broken'), '#!/no/such/interpreter\n', { mode: 0o755 });
  const run = await service.fleet(['secret', 'new', 'm', 'A', '--', './broken']);
  expect(run.code).toBe(127);
  expect((await service.entries())[0]?.state).toBe('opened');
  expect((await service.fleet(['secret', 'resume'])).code).toBe(2);
  const resumed = await service.fleet(['secret', 'resume', '--stdout']);
  expect([resumed.code, resumed.stdout]).toEqual([0, 'the value']);
});

test('bytes that are no text go into a file only', async () => {
  const bytes = Uint8Array.from([0xff, 0, 0x0d, 0x0a]);
  const service = await openSealingService({ claims: [bytes] });
  const child = await service.fleet(['secret', 'new', 'm', 'A', '--', 'true']);
  expect(child.code).toBe(11);
  expect((await service.fleet(['secret', 'resume', '--dotenv', '.env'])).code).toBe(11);
  expect((await service.fleet(['secret', 'resume', '--file', 'value'])).code).toBe(0);
  expect([...(await readFile(join(service.folder, 'value')))]).toEqual([...bytes]);
});

test.each([
  [[]],
  [['--file', 'a', '--stdout']],
  [['--file', 'a', '--', 'true']],
  [['--dotenv', 'a', '--overwrite']],
  [['--']],
])('exactly one sink is given: %j is usage', async (words) => {
  proves('UI-secret-one-sink');
  const service = await openSealingService({ claims: [VALUE] });
  expect((await service.fleet(['secret', 'new', 'm', 'A', ...words])).code).toBe(2);
  expect(service.asked()).toEqual([]);
});

test('a name that is none is refused before anything is sent', async () => {
  const service = await openSealingService({ claims: [VALUE] });
  for (const name of ['lower', '1A', 'A-B', `A${'B'.repeat(100)}`, '']) {
    expect((await service.fleet(['secret', 'new', 'm', name, '--stdout'])).code).toBe(2);
  }
  expect((await service.fleet(['secret', 'new', '..', 'A', '--stdout'])).code).toBe(2);
  expect(service.service.requests).toEqual([]);
});
