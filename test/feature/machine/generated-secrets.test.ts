import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createKeyPair } from '../../../src/sealing/key-pair.ts';
import { open } from '../../../src/sealing/sealed-box.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

test('a secret is made here, sealed to the caller, kept unless forced, and told nowhere', async () => {
  proves('RULE-7');
  const machine = await startTestMachine();
  const { cloud } = machine;
  const pair = createKeyPair();
  const recipient_key = Buffer.from(pair.publicKey).toString('base64url');
  const ask = (force: boolean) =>
    cloud.send('secret.generate', { name: 'NEW_SECRET', recipient_key, force });
  const sealed = (await ask(false)).result as { state: string; sealed: string };
  expect(sealed.state).toBe('sealed');
  const value = Buffer.from(open(Buffer.from(sealed.sealed, 'base64url'), pair)).toString();
  expect(value).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(JSON.parse(await machine.file('state/secrets.json'))).toEqual({ NEW_SECRET: value });
  expect((await ask(false)).result).toEqual({ state: 'exists' });
  expect((await ask(true)).result).toMatchObject({ state: 'sealed' });
  const kept = JSON.parse(await machine.file('state/secrets.json'));
  expect(kept.NEW_SECRET).not.toBe(value);
  expect(JSON.stringify(cloud.syncs)).not.toContain(value);
  expect(machine.log.join('\n')).not.toContain(value);
});

test('a key that is none changes nothing', async () => {
  const machine = await startTestMachine();
  const { error } = await machine.cloud.send('secret.generate', {
    name: 'NEW_SECRET',
    recipient_key: 'A'.repeat(43),
    force: false,
  });
  expect(error?.code).toBe('invalid_args');
  expect((await machine.cloud.send('secret.list')).result).toEqual({ secrets: [] });
});

/** A machine whose process was cut off while it carried `secret.generate` out. */
async function startAfterCut(stored: string) {
  const before = await startTestMachine();
  await before.machine.ready;
  await before.pass(before.machine.stop());
  const digest = createHash('sha256').update('whsec_made').digest('base64url');
  const entry = {
    command: 'cmd_77',
    type: 'secret.generate',
    job: null,
    state: 'begun',
    error: null,
    result: { name: 'NEW_SECRET', digest, sealed: 'the-box' },
    at_ms: Date.UTC(2026, 9, 1, 12),
  };
  await writeFile(join(before.folder, 'state/commands/cmd_77.json'), JSON.stringify(entry));
  const after = await startTestMachine({ after: before, secrets: { NEW_SECRET: stored } });
  await expect.poll(() => after.cloud.results.get('cmd_77')?.[0]).toBeDefined();
  return after.cloud.results.get('cmd_77')?.[0];
}

test('cut off after the value was stored, the box that was noted before is the result', async () => {
  const result = await startAfterCut('whsec_made');
  expect(result).toMatchObject({ error: null, result: { state: 'sealed', sealed: 'the-box' } });
});

test('cut off before the value was stored, nothing has changed and the command has failed', async () => {
  const result = await startAfterCut('whsec_old');
  expect(result).toMatchObject({ error: { code: 'machine_restarted' }, result: null });
});

test('what is noted before the value is stored never holds the value', async () => {
  const machine = await startTestMachine();
  const pair = createKeyPair();
  const recipient_key = Buffer.from(pair.publicKey).toString('base64url');
  machine.cloud.losesResults = true;
  const id = machine.cloud.queue('secret.generate', { name: 'A', recipient_key, force: false });
  const journal = () => machine.file(`state/commands/${id}.json`).catch(() => '');
  await expect.poll(async () => (await journal()).includes('"finished"')).toBe(true);
  const { A: value } = JSON.parse(await machine.file('state/secrets.json'));
  expect(await journal()).not.toContain(value);
});
