import { chmodSync, existsSync, lchownSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { lstat, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HealthCheck } from '../../../src/contract/record/machine.ts';
import { createKeyPair } from '../../../src/sealing/key-pair.ts';
import {
  accessListOf,
  giveAccessList,
  HAS_ACCESS_LISTS,
  WITHOUT_LISTS,
} from '../../support/disk/access-list.ts';
import { saveInThisProcess } from '../../support/disk/saved-meanwhile.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

proves('MACHINE-secrets-file');

const IS_ROOT = process.geteuid?.() === 0;
const OTHER_USER = 65_534;
const OLD = { OLD: 'the-old-value' };
const recipient_key = Buffer.from(createKeyPair().publicKey).toString('base64url');

function generate({ cloud }: TestMachine, force = true) {
  return cloud.send('secret.generate', { name: 'NEW', recipient_key, force });
}

const WRONG = 'state/secrets.json is not a JSON object of texts, and is left as it is';

test.each([
  ['no JSON', '{"OLD": "the-old-value",', WRONG],
  ['nothing', '', WRONG],
  ['a list', '["the-old-value"]', WRONG],
  ['null', 'null', WRONG],
  ['a number among texts', '{"OLD": "the-old-value", "PIN": 1234}', WRONG],
  [
    'no UTF-8',
    Buffer.from([...Buffer.from('{"OLD": "the-old-'), 0xe9, ...Buffer.from('"}')]),
    WRONG,
  ],
])('a secrets file that is %s is told and never written over', async (_what, bytes, told) => {
  const machine = await startTestMachine({ secrets: OLD });
  const path = join(machine.folder, 'state', 'secrets.json');
  await writeFile(path, bytes);
  expect((await generate(machine)).error?.message).toBe(told);
  expect((await readFile(path)).equals(Buffer.from(bytes))).toBe(true);
  const { result } = await machine.cloud.send('health.get', { refresh: true });
  const { checks } = result as { checks: HealthCheck[] };
  expect(checks).toContainEqual(
    expect.objectContaining({ name: 'secrets', state: 'failing', message: told }),
  );
  expect(JSON.stringify(machine.cloud.syncs)).not.toContain('the-old-');
  await writeFile(path, JSON.stringify(OLD));
  expect((await generate(machine)).error).toBe(null);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject(OLD);
});

test('a folder, or a link to nothing, in the place of the secrets is told as that and stays', async () => {
  const machine = await startTestMachine({ secrets: OLD });
  const path = join(machine.folder, 'state', 'secrets.json');
  await rm(path);
  await mkdir(path);
  await writeFile(join(path, 'mine'), 'kept');
  const { error } = await generate(machine);
  expect(error?.message).toMatch(/^state\/secrets\.json cannot be read, and is left as it is: /);
  expect(await readFile(join(path, 'mine'), 'utf8')).toBe('kept');
  await rm(path, { recursive: true });
  await symlink('away.json', path);
  expect((await generate(machine)).error?.message).toContain('state/secrets.json');
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
});

test('a job whose secret cannot be read does not run without it', async () => {
  const machine = await startTestMachine({
    secrets: { HOOK: 'value' },
    skills: { touch: shellSkill('touch ran', '  auth: hub_signature\n  secret: HOOK\n') },
  });
  await writeFile(join(machine.folder, 'state', 'secrets.json'), '{');
  const { result } = await machine.cloud.send('job.run', { job: 'job_1', skill: 'touch' });
  const { machine_job_id: id } = result as { machine_job_id: string };
  const job = await machine.cloud.job(id, isOver);
  expect(job.status).toBe('failed');
  expect(existsSync(join(machine.folder, 'jobs', id, 'work', 'ran'))).toBe(false);
});

test('a new secret goes into the file that a link names, with its rights and every member', async () => {
  const machine = await startTestMachine({ secrets: OLD });
  const path = join(machine.folder, 'state', 'secrets.json');
  const target = join(machine.folder, 'own', 'secrets.json');
  mkdirSync(join(machine.folder, 'own'));
  renameSync(path, target);
  await symlink('../own/secrets.json', path);
  await writeFile(target, '{"__proto__": "a text too", "OLD": "the-old-value"}');
  chmodSync(target, 0o640);
  if (IS_ROOT) lchownSync(target, OTHER_USER, OTHER_USER);
  const before = statSync(target);
  expect((await generate(machine)).error).toBe(null);
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
  const text = await readFile(target, 'utf8');
  expect(text).toContain('"__proto__": "a text too"');
  expect(Object.keys(JSON.parse(text))).toEqual(['__proto__', 'OLD', 'NEW']);
  const { gid, mode, uid } = statSync(target);
  expect({ gid, mode, uid }).toEqual({ gid: before.gid, mode: before.mode, uid: before.uid });
});

test('a secrets file with an access list keeps it and gets no secret', async ({ skip }) => {
  skip(!HAS_ACCESS_LISTS, WITHOUT_LISTS);
  proves('PLATFORM-access-list');
  const machine = await startTestMachine({ secrets: OLD });
  const path = join(machine.folder, 'state', 'secrets.json');
  giveAccessList(path);
  const list = accessListOf(path);
  expect((await generate(machine)).error).toEqual({
    code: 'denied_by_machine',
    message: expect.stringMatching(/^state\/secrets\.json: it has an access list/),
  });
  expect([JSON.parse(await readFile(path, 'utf8')), accessListOf(path)]).toEqual([OLD, list]);
});

test('what the owner saves while a secret is written stays, or no secret is made', async () => {
  const machine = await startTestMachine({ secrets: OLD });
  const path = join(machine.folder, 'state', 'secrets.json');
  await saveInThisProcess(path, ['{"OLD": "the-old-value", "TYPED": "by-hand"}']);
  expect((await generate(machine)).error).toBe(null);
  const kept = JSON.parse(await readFile(path, 'utf8'));
  expect(Object.keys(kept)).toEqual(['OLD', 'TYPED', 'NEW']);
  const texts = Array.from({ length: 40 }, (_, at) => `{"OLD": "value-${at}"}`);
  await saveInThisProcess(path, texts);
  expect((await generate(machine)).error?.message).toBe(
    'state/secrets.json was saved by somebody else at every try, and is not changed',
  );
  expect(texts).toContain(await readFile(path, 'utf8'));
});
