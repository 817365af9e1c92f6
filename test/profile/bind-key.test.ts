import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/time/clock.ts';
import { bindKey } from '../../src/profile/bind-key.ts';
import { proves } from '../support/proves.ts';
import { newTemporaryFolder } from '../support/temporary-folder.ts';

const PLACE = { name: 'default', origin: 'https://a.example', storage: 'file' } as const;

/** A folder of settings with a key file, and what is in it after it was bound to the origin of `PLACE`. */
async function boundFrom(text: string): Promise<string> {
  const config = newTemporaryFolder();
  const path = join(config, 'keys', 'default');
  mkdirSync(join(config, 'keys'), { mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
  const runtime = {
    environment: {},
    node: '',
    atExit: () => () => {},
    folders: { config },
    clock: systemClock,
    readTextFile: (name: string) => readFileSync(name, 'utf8'),
  };
  await bindKey(runtime, { ...PLACE, key_fingerprint: 'abc' });
  return readFileSync(path, 'utf8');
}

test('a key that another process has stored for its own origin meanwhile is not bound to the one before', async () => {
  proves('UI-keys-origin');
  const bound = await boundFrom('fleet_stored\n');
  expect(JSON.parse(bound)).toMatchObject({ key: 'fleet_stored', origin: 'https://a.example' });
  const other = bound.replace('https://a.example', 'https://b.example');
  expect(await boundFrom(other)).toBe(other);
});
