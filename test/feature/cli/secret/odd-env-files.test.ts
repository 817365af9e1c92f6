import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';

test.each([
  ['a line that goes on', 'B=1\nC=C:\\data\\\n', /Line 2 of .* ends in a backslash/],
  [
    'a byte order mark before the name',
    '\ufeffA=old\nB=1\n',
    /take the mark for a part of the name/,
  ],
])('an env file with %s is refused before the machine is asked', async (_what, before, why) => {
  proves('UI-secret-dotenv');
  const service = await openSealingService({ claims: [new TextEncoder().encode('the value')] });
  await writeFile(join(service.folder, '.env'), before, { mode: 0o600 });
  const run = await service.fleet(['secret', 'new', 'm', 'A', '--dotenv', '.env', '--yes']);
  expect([run.code, run.stderr]).toEqual([2, expect.stringMatching(why)]);
  expect([service.asked(), await service.file('.env')]).toEqual([[], before]);
});
