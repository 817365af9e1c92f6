import { expect, test } from 'vitest';
import { createKeyPair } from '../../src/sealing/key-pair.ts';
import { open } from '../../src/sealing/sealed-box.ts';
import { proves } from '../support/proves.ts';
import { startTestMachine } from './start.ts';

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
