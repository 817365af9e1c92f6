import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSealingService } from '../../support/secret/sealing-service.ts';

const DAY_SECONDS = 24 * 60 * 60;
const UUID = '0b0f4a52-62f3-4b4c-9d0c-2f4a2f0e1c11';

/** As a process leaves them that is killed while it writes: one long ago, one just now, and what is not ours. */
async function plantLeftOvers(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const long = Date.now() / 1000 - DAY_SECONDS - 60;
  for (const name of [`.old.json.${UUID}.tmp`, '.old.json.0123456789abc.tmp', 'notes.tmp']) {
    await writeFile(join(folder, name), 'half');
    await utimes(join(folder, name), long, long);
  }
  await writeFile(join(folder, `.young.json.${UUID}.tmp`), 'half');
}

test('what killed processes left half-written is removed by the next write there, a day later', async () => {
  const others = () => ({ body: { id: 'mac_1', name: 'box' } });
  const service = await openSealingService({ claims: [Buffer.from('v')], others });
  const folders = ['machines', 'secrets'].map((name) => join(service.folder, 'state', name));
  for (const folder of folders) await plantLeftOvers(folder);
  expect((await service.fleet(['secret', 'new', 'box', 'A', '--stdout'])).code).toBe(0);
  for (const folder of folders) {
    const left = (await readdir(folder)).filter((name) => name.endsWith('.tmp'));
    expect([folder, left.sort()]).toEqual([folder, [`.young.json.${UUID}.tmp`, 'notes.tmp']]);
  }
});
