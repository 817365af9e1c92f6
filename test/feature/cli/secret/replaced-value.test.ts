import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';

const VALUE = new TextEncoder().encode('made-here');
const TELLS = /\.env had another value of A, which is replaced by that of m and kept nowhere\.\n/;
const NEW = ['secret', 'new', 'm', 'A', '--dotenv', '.env'];

/** A value that is asked for and has not come when its command ends. */
async function openWithWaiting() {
  const service = await openSealingService({ claims: ['pending', 'pending', VALUE] });
  const env = join(service.folder, '.env');
  const write = (text: string) => writeFile(env, text, { mode: 0o600 });
  const ask = () => service.fleet([...NEW, '--follow-timeout', '0.1s']);
  return { ...service, write, ask };
}

test('a value that somebody else wrote meanwhile is replaced by secret resume only after a yes', async ({
  skip,
}) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-secret-replaced-value', 'UI-exit-3');
  const { ask, env, file, folder: cwd, write } = await openWithWaiting();
  expect((await ask()).code).toBe(8);
  await write('A=typed-by-hand\n');
  const words = ['secret', 'resume', '--no-color'];
  const prompt = /\[y\/N\]/;
  const declined = await runOnTerminal(words, { env, cwd, typed: '\r', prompt });
  expect([declined.code, await file('.env')]).toEqual([3, 'A=typed-by-hand\n']);
  const said = declined.output.replace(/\s+/g, ' ');
  expect(said).toContain('Replaces the value of A in ');
  // It has come by then: the machine keeps it for two minutes only.
  expect(said).toContain('The value has come, and was handed over to nobody.');
  const agreed = await runOnTerminal(words, { env, cwd, typed: 'y\r', prompt });
  expect([agreed.code, await file('.env')]).toEqual([0, 'A=made-here\n']);
  expect(agreed.output).not.toContain('had another value');
});

test.each([
  ['its own file', 'resume', '.env'],
  ['a file that is named anew', 'resume --dotenv prod.env', 'prod.env'],
])(
  'where nobody is asked, secret resume says that it has replaced a value of %s',
  async (_name, words, path) => {
    proves('UI-secret-replaced-value');
    const { ask, fleet, file, folder } = await openWithWaiting();
    expect((await ask()).code).toBe(8);
    await writeFile(join(folder, path), 'A=typed-by-hand\n', { mode: 0o600 });
    const run = await fleet(['secret', ...words.split(' ')]);
    expect([run.code, run.stderr]).toEqual([0, expect.stringMatching(TELLS)]);
    expect(await file(path)).toBe('A=made-here\n');
  },
);

test('a line that comes while the machine is waited for is told as replaced, and one that is the same is not', async () => {
  proves('UI-secret-replaced-value');
  const folder: { write?: () => Promise<void> } = {};
  const service = await openSealingService({
    claims: [VALUE],
    asking: async () => {
      await folder.write?.();
      return {
        status: 202,
        body: { command_id: 'cmd_1', machine: 'mac_1', expires_in_seconds: 60 },
      };
    },
  });
  folder.write = () => writeFile(join(service.folder, '.env'), 'A=typed\n', { mode: 0o600 });
  expect((await service.fleet(NEW)).stderr).toMatch(TELLS);
  folder.write = async () => {};
  expect((await service.fleet([...NEW, '--yes'])).stderr).not.toContain('had another value');
  folder.write = () => writeFile(join(service.folder, '.env'), 'A=typed\n', { mode: 0o600 });
  expect((await service.fleet([...NEW, '--quiet'])).stderr).toBe('');
});

test('a file that a person declined is not where a later run goes that names none', async ({
  skip,
}) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-secret-replaced-value', 'UI-exit-3');
  const { ask, env, file, fleet, folder: cwd } = await openWithWaiting();
  expect((await ask()).code).toBe(8);
  await writeFile(join(cwd, 'prod.env'), 'A=typed-by-hand\n', { mode: 0o600 });
  const words = ['secret', 'resume', '--dotenv', 'prod.env', '--no-color'];
  const declined = await runOnTerminal(words, { env, cwd, typed: '\r', prompt: /\[y\/N\]/ });
  expect(declined.code).toBe(3);
  expect((await fleet(['secret', 'resume'])).code).toBe(0);
  expect(await file('prod.env')).toBe('A=typed-by-hand\n');
  expect(await file('.env')).toBe('A=made-here\n');
});

test('where a person declined, a script replaces nothing, and a terminal asks again', async ({
  skip,
}) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-secret-replaced-value', 'UI-exit-3');
  const { ask, env, file, fleet, folder: cwd, write } = await openWithWaiting();
  expect((await ask()).code).toBe(8);
  await write('A=typed-by-hand\n');
  const words = ['secret', 'resume', '--no-color'];
  const declined = await runOnTerminal(words, { env, cwd, typed: '\r', prompt: /\[y\/N\]/ });
  expect(declined.code).toBe(3);
  const unasked = await fleet(['secret', 'resume']);
  expect([unasked.code, await file('.env')]).toEqual([3, 'A=typed-by-hand\n']);
  expect(unasked.stderr).toContain('A person did not want the value of A in ');
  expect(unasked.stderr).toContain('--file');
  await writeFile(join(cwd, 'prod.env'), 'A=typed-by-hand\n', { mode: 0o600 });
  const elsewhere = [...words, '--dotenv', 'prod.env'];
  await runOnTerminal(elsewhere, { env, cwd, typed: '\r', prompt: /\[y\/N\]/ });
  for (const path of ['.env', 'prod.env']) {
    expect((await fleet(['secret', 'resume', '--dotenv', path])).code).toBe(3);
  }
  const agreed = await runOnTerminal(words, { env, cwd, typed: 'y\r', prompt: /\[y\/N\]/ });
  expect([agreed.code, await file('.env')]).toEqual([0, 'A=made-here\n']);
});

test('a file that is no regular one any more is refused at once, and the value waits here', async () => {
  proves('UI-secret-replaced-value');
  const { ask, fleet, file, folder } = await openWithWaiting();
  expect((await ask()).code).toBe(8);
  execFileSync('mkfifo', [join(folder, '.env')]);
  for (const words of [[], ['--dotenv', '.env']]) {
    expect((await fleet(['secret', 'resume', ...words])).code).toBe(11);
  }
  expect((await fleet(['secret', 'resume', '--dotenv', 'other.env'])).code).toBe(0);
  expect(await file('other.env')).toBe('A=made-here\n');
});

test('--force says that it has replaced the value of another in the file, and asks for it too', async ({
  skip,
}) => {
  proves('UI-secret-replaced-value');
  const service = await openSealingService({ claims: [VALUE] });
  const write = () => writeFile(join(service.folder, '.env'), 'A=typed\n', { mode: 0o600 });
  await write();
  expect((await service.fleet([...NEW, '--force', '--yes'])).stderr).toMatch(TELLS);
  expect((await service.fleet([...NEW, '--force', '--yes'])).stderr).not.toContain('had another');
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  await write();
  const { env, folder: cwd } = service;
  const prompt = /Type A to continue: /;
  const words = [...NEW, '--force', '--no-color'];
  const { code, output } = await runOnTerminal(words, { env, cwd, typed: 'A\r', prompt });
  expect(code).toBe(0);
  expect(output.replace(/\s+/g, ' ')).toContain('is replaced too; nothing keeps it.');
});

test('on a terminal a line that came while the machine was waited for is asked about', async ({
  skip,
}) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-secret-replaced-value');
  const where: { path?: string } = {};
  const service = await openSealingService({
    claims: [VALUE],
    asking: async () => {
      if (where.path !== undefined) await writeFile(where.path, 'A=typed\n', { mode: 0o600 });
      return {
        status: 202,
        body: { command_id: 'cmd_1', machine: 'mac_1', expires_in_seconds: 60 },
      };
    },
  });
  const { env, file, folder: cwd } = service;
  where.path = join(cwd, '.env');
  const prompt = /\[y\/N\]/;
  const declined = await runOnTerminal([...NEW, '--no-color'], { env, cwd, typed: '\r', prompt });
  expect([declined.code, await file('.env')]).toEqual([3, 'A=typed\n']);
  const agreed = await runOnTerminal(['secret', 'resume'], { env, cwd, typed: 'y\r', prompt });
  expect([agreed.code, await file('.env')]).toEqual([0, 'A=made-here\n']);
});
