import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';

test.each([
  ['asked', true],
  ['delivered', false],
])(
  'an entry that is %s and whose folder is out of reach keeps nobody from another secret',
  async (state, isTold) => {
    proves('UI-secret-journal', 'UI-secret-expired-told');
    const service = await openSealingService({ claims: ['pending'] });
    const words = ['secret', 'new', 'box', 'A', '--file', 'value', '--follow-timeout', '0.2s'];
    await service.fleet(words);
    const [entry] = await service.entries();
    const path = join(service.folder, 'state', 'secrets', `${entry?.id}.json`);
    const target = { kind: 'file', path: '/dev/null/value', overwrite: false };
    const old = { ...JSON.parse(await readFile(path, 'utf8')), state, target, expiresAtMs: 1 };
    await writeFile(path, JSON.stringify(old));
    const list = await service.fleet(['secret', 'list', '--json']);
    expect([list.code, list.stderr.includes('not collected in time')]).toEqual([0, isTold]);
  },
);

test.each([
  ['expires unasked for', 'asked', 'journal', true],
  ['is over', 'dropped', 'journal', true],
  ['was cut off while its folder was looked at', 'asking', 'unsettled', false],
])(
  'only what may have left something there has its folder looked at: one that %s',
  async (...is) => {
    proves('UI-secret-folder-unneeded');
    const [, state, keyStore, isLeft] = is;
    const service = await openSealingService({ claims: ['pending'] });
    await service.fleet([
      'secret',
      'new',
      'box',
      'A',
      '--file',
      'value',
      '--follow-timeout',
      '0.2s',
    ]);
    const [entry] = await service.entries();
    const path = join(service.folder, 'state', 'secrets', `${entry?.id}.json`);
    const old = { ...entry, state, keyStore, expiresAtMs: 1 };
    await writeFile(path, JSON.stringify(old));
    // A disk that does not answer holds up whoever asks it; that it was not asked shows in what is still there.
    const staged = join(service.folder, `.value.${entry?.id}.tmp`);
    await writeFile(staged, '');
    expect((await service.fleet(['secret', 'list'])).code).toBe(0);
    expect([existsSync(staged), await service.entries()]).toEqual([isLeft, []]);
  },
);
