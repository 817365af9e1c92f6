import { readdirSync, statSync } from 'node:fs';
import { chmod, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutModes } from '../../../support/disk/no-modes.ts';
import { proves } from '../../../support/proves.ts';
import { type ClaimAnswer, openSealingService } from '../../../support/secret/sealing-service.ts';

const VALUE = new TextEncoder().encode('value');
const NEW = ['secret', 'new', 'm', 'NEW'];

/** A workspace whose files keep no modes where their names begin with `value`; its journal keeps them. */
async function openWithoutModes(claims: readonly ClaimAnswer[]) {
  const service = await openSealingService({ claims });
  const path = join(service.folder, 'value');
  const env = withoutModes(path, join(service.folder, '.value'));
  const fleet = (...args: readonly string[]) => service.fleet(args, { env });
  return { fleet, path, service };
}

const lineOf = (path: string) =>
  `Every user of this computer can read ${path}: its file system keeps no permissions.\n`;

/** How often a text has it, and whether it begins with it. */
const toldIn = (stderr: string, line: string) => [
  stderr.split(line).length - 1,
  stderr.startsWith(line),
];

test.each([
  ['--file', ['--overwrite']],
  ['--dotenv', []],
])(
  '%s: where the file system keeps no modes, a person reads it before the machine is asked',
  async (sink, again) => {
    proves('PLATFORM-no-modes');
    const { fleet, path, service } = await openWithoutModes(['failed', VALUE]);
    for (const code of [9, 0]) {
      const run = await fleet(...NEW, sink, 'value');
      expect([run.code, ...toldIn(run.stderr, lineOf(path))]).toEqual([code, 1, true]);
      expect(run.stderr).not.toContain('chmod');
    }
    expect(statSync(path).mode & 0o777).toBe(0o777);
    const left = readdirSync(service.folder).filter((name) => name.includes('value'));
    expect(left).toEqual(['value']);
    const quiet = await fleet(...NEW, sink, 'value', ...again, '--quiet');
    expect([quiet.code, quiet.stderr]).toEqual([0, '']);
  },
);

test('an env file is told of by who can read the one in its place, and chmod is no advice there', async () => {
  proves('PLATFORM-no-modes');
  const { fleet, path, service } = await openWithoutModes(['failed']);
  await writeFile(path, 'A=1\n');
  await symlink('value', join(service.folder, 'link'));
  for (const mode of [0o600, 0o777]) {
    await chmod(path, mode);
    for (const name of ['value', 'link']) {
      const { stderr } = await fleet(...NEW, '--dotenv', name);
      expect([name, ...toldIn(stderr, lineOf(path))]).toEqual([name, 1, true]);
      expect(stderr).not.toContain('chmod');
    }
  }
});

test('a secret that is resumed into a file, its own or another, is told of likewise', async () => {
  proves('PLATFORM-no-modes');
  const claims: ClaimAnswer[] = [];
  const { fleet, path } = await openWithoutModes(claims);
  for (const [args, told] of [
    [[], path],
    [['--file', 'value.new'], `${path}.new`],
  ] as const) {
    claims[0] = 'pending';
    const asked = await fleet(...NEW, '--file', 'value', '--overwrite', '--follow-timeout', '0.5s');
    expect(asked.code).toBe(8);
    claims[0] = VALUE;
    const { code, stderr } = await fleet('secret', 'resume', ...args);
    expect([code, toldIn(stderr, lineOf(told))[0]]).toEqual([0, 1]);
  }
});

test('a private key that lies in a journal without modes is told of before the machine is asked', async () => {
  proves('PLATFORM-no-modes');
  const service = await openSealingService({ claims: ['failed'] });
  const env = withoutModes(join(service.folder, 'state'));
  const ask = (...flags: readonly string[]) =>
    service.fleet([...NEW, '--file', 'value', ...flags], { env });
  const { code, stderr } = await ask();
  const file = `${join(service.folder, 'state', 'secrets')}/[a-z0-9]{12}\\.json`;
  expect([code, stderr]).toEqual([
    9,
    expect.stringMatching(new RegExp(`^${lineOf(`the private key in ${file}`)}`)),
  ]);
  expect(toldIn(stderr, 'permissions')[0]).toBe(1);
  expect((await ask('--quiet')).stderr).not.toContain('permissions');
});
