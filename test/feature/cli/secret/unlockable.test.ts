import { readdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { folderWithoutLocks } from '../../../support/secret/full-disk.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';

test.each([
  ['has no locks (EOPNOTSUPP)', 3850, 'disk I/O error'],
  ['gives none (ENOLCK), which looks like one that is held', 5, 'takes no locks, and'],
])(
  'an env file whose file system %s is refused before the machine is asked',
  async (_what, code, said) => {
    proves('UI-secret-unlockable', 'UI-secret-one-sink');
    const service = await openSealingService({ claims: [new TextEncoder().encode('v')] });
    const folder = await realpath(service.folder);
    await writeFile(join(folder, '.env'), 'B=1\n');
    const env = folderWithoutLocks(folder, code);
    const words = ['secret', 'new', 'box', 'A', '--dotenv', '.env', '--json'];
    const refused = await service.fleet(words, { env });
    expect([refused.code, service.asked()]).toEqual([2, []]);
    expect(errorOf(refused).detail).toContain(said);
    expect([await service.file('.env'), await service.traces()]).toEqual(['B=1\n', []]);
    const left = (await readdir(folder)).filter((name) => name.startsWith('.env'));
    expect(left).toEqual(['.env']);
    const file = await service.fleet(['secret', 'new', 'box', 'A', '--file', 'value'], { env });
    expect([file.code, await service.file('value')]).toEqual([0, 'v']);
  },
);
