import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeNew } from '../../../src/base/disk/place-file.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

/** A hard link on a file system that has none, as each system says it. */
const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};

test.each(['EPERM', 'ENOTSUP', 'EISDIR'])(
  'a file is placed where a link gives %s',
  async (code) => {
    proves('PLATFORM-replace');
    const folder = newTemporaryFolder();
    const [staged, path] = [join(folder, 'staged'), join(folder, 'a.env')];
    writeFileSync(staged, 'value');
    expect(await placeNew(staged, path, failing(code))).toBe('placed');
    expect(readdirSync(folder)).toEqual(['a.env']);
    writeFileSync(staged, 'other');
    expect(await placeNew(staged, path, failing(code))).toBe('taken');
    expect(readFileSync(path, 'utf8')).toBe('value');
  },
);
